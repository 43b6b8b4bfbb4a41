#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// What came back, whole.
    package struct TransportResponse: Sendable {
        /// The head of the final response.
        package var head: ResponseHead
        /// Content codings are already undone.
        package var body: Data
        /// The handshake of the connection that this request opened; nil when it travelled on one that was open.
        package var handshake: HandshakeFacts?

        /// The status code.
        package var status: Int { head.status }
        /// `HTTP/1.1` or `HTTP/2`.
        package var httpVersion: String { head.httpVersion }
        /// In order, names as the server spelled them.
        package var headers: [(name: String, value: String)] { head.headers }
    }
#endif
