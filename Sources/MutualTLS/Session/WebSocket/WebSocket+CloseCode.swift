extension MutualTLSSession.WebSocket {
    /// Why a WebSocket is closed (RFC 6455, 7.4). The names are those of `URLSessionWebSocketTask.CloseCode`; codes of
    /// your own are from 4000 to 4999.
    public struct CloseCode: RawRepresentable, Hashable, Sendable {
        /// As it stands in the close frame.
        public let rawValue: Int
        /// Any number; which ones can be sent, see `cancel(with:reason:)`.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// It is open.
        public static let invalid = CloseCode(rawValue: 0)
        /// Its purpose is fulfilled.
        public static let normalClosure = CloseCode(rawValue: 1000)
        /// An end goes away: a server that is shut down, a user who leaves.
        public static let goingAway = CloseCode(rawValue: 1001)
        /// The other end broke the protocol.
        public static let protocolError = CloseCode(rawValue: 1002)
        /// The other end sent a kind of message that is not understood.
        public static let unsupportedData = CloseCode(rawValue: 1003)
        /// The close frame has no code. Never sent.
        public static let noStatusReceived = CloseCode(rawValue: 1005)
        /// There was no close frame. Never sent.
        public static let abnormalClosure = CloseCode(rawValue: 1006)
        /// The other end sent text that is not UTF-8.
        public static let invalidFramePayloadData = CloseCode(rawValue: 1007)
        /// The other end sent something that is against the rules of the application.
        public static let policyViolation = CloseCode(rawValue: 1008)
        /// The other end sent a message that is too large.
        public static let messageTooBig = CloseCode(rawValue: 1009)
        /// The server did not agree to an extension.
        public static let mandatoryExtensionMissing = CloseCode(rawValue: 1010)
        /// The server failed.
        public static let internalServerError = CloseCode(rawValue: 1011)
        /// The server restarts.
        public static let serviceRestart = CloseCode(rawValue: 1012)
        /// The server is overloaded.
        public static let tryAgainLater = CloseCode(rawValue: 1013)
        /// The TLS handshake failed. Never sent.
        public static let tlsHandshakeFailure = CloseCode(rawValue: 1015)

        /// Whether it stands for an end that is no failure.
        var isOrderly: Bool { [.normalClosure, .goingAway, .noStatusReceived].contains(self) }
    }
}
