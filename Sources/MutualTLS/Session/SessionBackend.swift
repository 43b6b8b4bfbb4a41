import Foundation
import PortableSecurity

/// What moves a session's requests: our transport on Linux, `URLSession` elsewhere.
protocol SessionBackend: Sendable {
    /// Sends one request; redirects are returned, not followed. Challenges, HTTP authentication and cookies are the backend's.
    /// - Parameter observer: kept until it was told the end.
    func start(_ hop: Hop, _ observer: any HopObserver) -> any HopControl

    /// Opens a WebSocket.
    /// - Throws: `MutualTLSError`.
    func webSocket(_ hop: Hop, protocols: [String], maximumMessageSize: Int) async throws -> any WebSocketChannel

    /// Has requests that begin from now on handshake anew, and closes the connections once those under way are done.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    func rotate() throws(MutualTLSError)

    /// Ends it: at once, or after the requests under way.
    func invalidate(cancelling: Bool)
}
