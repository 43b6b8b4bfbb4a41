import MutualTLS
import PortableSecurity

/// The host app's screen: a view controller but for its superclass, which Linux has not.
@MainActor
public final class ScannerViewController {
    /// Why the identity can't be loaded.
    public enum IdentityError: Error, Equatable {
        /// The text is not base64.
        case notBase64
        /// The system refuses the file, with this result code.
        case importFailed(OSStatus)
        /// The file holds no identity.
        case noIdentity
    }

    /// What was read last.
    public private(set) var document: ScannedDocument?
    private var clientIdentity: SecIdentity?
    private var scanner: DocumentScanner?

    /// A screen without an identity.
    public init() {}

    /// Prepares the client identity.
    /// - Parameters:
    ///   - base64: a PKCS#12 file.
    ///   - password: the file's.
    /// - Throws: `IdentityError`.
    public func loadIdentity(base64: String, password: String) throws {
        guard let pkcs12 = Data(base64Encoded: base64) else { throw IdentityError.notBase64 }
        let options: [String: Any] = [kSecImportExportPassphrase as String: password]
        var items: CFArray?
        let status = SecPKCS12Import(pkcs12 as CFData, options as CFDictionary, &items)
        guard status == errSecSuccess else { throw IdentityError.importFailed(status) }
        guard let first = (items as? [[String: Any]])?.first,
            let value = first[kSecImportItemIdentity as String] as CFTypeRef?,
            CFGetTypeID(value) == SecIdentityGetTypeID()
        else { throw IdentityError.noIdentity }
        clientIdentity = (value as! SecIdentity)
    }

    /// Starts the SDK.
    /// - Parameters:
    ///   - serviceURL: the web service.
    ///   - serverTrust: whom to believe to be the service.
    /// - Throws: `MutualTLSError`.
    public func start(serviceURL: URL, serverTrust: ServerTrustPolicy = .system) throws {
        var config = OnlineProcessingConfig(mode: .manual, serviceURL: serviceURL)
        config.serverTrust = serverTrust
        config.authenticationChallengeDelegate = self
        scanner = try DocumentScanner(config: config)
    }

    /// Has a captured image processed, and shows the result.
    /// - Parameter image: JPEG.
    /// - Throws: what the SDK throws.
    public func capture(_ image: Data) async throws {
        document = try await scanner?.process(image)
    }
}

extension ScannerViewController: URLAuthenticationChallengeDelegate {
    /// Answers the SDK's challenges.
    public func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodClientCertificate:
            guard let identity = clientIdentity else { return nil }
            return URLCredential(identity: identity, certificates: nil, persistence: .forSession)
        default:
            return nil
        }
    }
}
