import Foundation
import PortableSecurity

/// Supplies the client certificate that a server asks for.
///
/// Sessions and responders hold it weakly. It is asked for client certificates only: whether a server is trusted is never
/// its to decide.
///
/// The requirement is `async`, so a plain, synchronous method fulfils it, and it is called where it belongs: the method of
/// a `@MainActor` class, such as a view controller, on the main actor; any other on a background thread that may block.
///
/// ```swift
/// extension AccountViewController: URLAuthenticationChallengeDelegate {
///     func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
///         identity?.credential(persistence: .forSession)
///     }
/// }
/// ```
public protocol URLAuthenticationChallengeDelegate: AnyObject, Sendable {
    /// Answers a client-certificate challenge (`NSURLAuthenticationMethodClientCertificate`).
    /// - Parameter challenge: its protection space names the host, the port and the acceptable issuers.
    /// - Returns: a credential with an identity, or nil when there is none to give: the challenge is then cancelled and
    ///   the request fails.
    func credential(for challenge: URLAuthenticationChallenge) async -> URLCredential?
}
