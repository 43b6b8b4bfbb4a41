import MutualTLS
import PortableSecurity

/// How captured images are processed online.
public struct OnlineProcessingConfig: Sendable {
    /// When an image is sent.
    public enum Mode: Sendable {
        /// Each time, at once.
        case auto
        /// When the app says so.
        case manual
    }

    /// When an image is sent.
    public var mode: Mode
    /// The web service.
    public var serviceURL: URL
    /// Whom the SDK believes to be the service; the delegate has no say in it.
    public var serverTrust = ServerTrustPolicy.system
    /// Supplies the client certificate that the service asks for. The app keeps it alive.
    public weak var authenticationChallengeDelegate: (any URLAuthenticationChallengeDelegate)?

    /// - Parameters:
    ///   - mode: when an image is sent.
    ///   - serviceURL: the web service.
    public init(mode: Mode, serviceURL: URL) {
        self.mode = mode
        self.serviceURL = serviceURL
    }
}
