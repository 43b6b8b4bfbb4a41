import Foundation
import PortableSecurity

/// Supplies the client certificate that a server asks for.
///
/// Sessions and responders hold it weakly. It is asked for client certificates, and for names and passwords where a server
/// wants them (Basic, Digest); whether a server is trusted is never its to decide.
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
    /// Answers a client-certificate challenge (`NSURLAuthenticationMethodClientCertificate`), or one for a name and a
    /// password (`NSURLAuthenticationMethodHTTPBasic`, `NSURLAuthenticationMethodHTTPDigest`).
    /// - Parameter challenge: its protection space names the method, the host, the port, and the acceptable issuers or the
    ///   realm.
    /// - Returns: a credential with an identity, or with a name and a password. nil when there is none to give: a
    ///   client-certificate challenge is then cancelled and the request fails; a 401 is then the response.
    func credential(for challenge: URLAuthenticationChallenge) async -> URLCredential?
}
