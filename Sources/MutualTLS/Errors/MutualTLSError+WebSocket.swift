import Foundation

extension MutualTLSError.Code {
    /// The server answered the request for a WebSocket with another status.
    public static let webSocketRefused = Self("webSocketRefused")
    /// The server broke the WebSocket protocol, or sent a message that is larger than allowed.
    public static let webSocketProtocolError = Self("webSocketProtocolError")
    /// The WebSocket is closed, by either end.
    public static let webSocketClosed = Self("webSocketClosed")
}

#if os(Linux)
    import MutualTLSTransport
    import PortableSecurity

    extension MutualTLSError {
        /// From what a WebSocket reports.
        /// - Parameters:
        ///   - url: that of the request.
        ///   - sent: the identity that the server saw.
        init(_ error: WebSocketError, url: URL, sent: ClientIdentity?) {
            if let response = error.response, let refusal = Self.refusal(response, url, sent) {
                self = refusal
            } else if let underlying = error.underlying as? MutualTLSError {
                self = underlying
            } else if let underlying = error.underlying as? TransportError {
                self.init(underlying, sent: sent)
            } else {
                let said = error.closure.flatMap { $0.reason.isEmpty ? nil : ": \($0.reason)" } ?? ""
                self.init(
                    Self.codes[error.code] ?? .connectionLost, error.reason + said, hint: Self.hints[error.code],
                    underlying: error)
            }
        }

        /// A refusal of the client certificate in HTTP.
        private static func refusal(_ answer: WebSocketResponse, _ url: URL, _ sent: ClientIdentity?) -> MutualTLSError?
        {
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: answer.status, httpVersion: answer.httpVersion, headerFields: nil)
            else { return nil }
            return MutualTLSError(refusedBy: response, body: answer.body, identity: sent)
        }

        private static let codes: [WebSocketError.Code: Code] = [
            .invalidRequest: .invalidRequest, .invalidArgument: .invalidRequest, .refused: .webSocketRefused,
            .badUpgrade: .badResponse, .violation: .webSocketProtocolError, .closed: .webSocketClosed,
            .connectionLost: .connectionLost, .timedOut: .timedOut,
        ]
        private static let hints: [WebSocketError.Code: String] = [
            .refused: "look whether this path is a WebSocket's, and whether a proxy before it passes Upgrade on"
        ]
    }
#endif
