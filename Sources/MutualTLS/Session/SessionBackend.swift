import Foundation
import PortableSecurity

/// What moves a session's requests: our transport on Linux, `URLSession` elsewhere.
protocol SessionBackend: Sendable {
    /// Sends one request; redirects are returned, not followed.
    /// - Parameters:
    ///   - request: its body is data, not a stream.
    ///   - mayCarryIdentity: false sends it over connections that have never seen an identity.
    /// - Throws: `MutualTLSError`.
    func send(_ request: URLRequest, mayCarryIdentity: Bool) async throws -> (Data, HTTPURLResponse)

    /// Ends it: at once, or after the requests under way.
    func invalidate(cancelling: Bool)
}
