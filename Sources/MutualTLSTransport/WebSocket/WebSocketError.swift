#if os(Linux)
    import Foundation

    /// Why a WebSocket can't be opened, or why it ended.
    package struct WebSocketError: Error, Sendable {
        /// The kind of failure.
        package struct Code: Hashable, Sendable, CustomStringConvertible {
            /// The kind's name.
            package let description: String
            private init(_ description: String) { self.description = description }

            /// The request can't be sent as it is.
            package static let invalidRequest = Code("invalidRequest")
            /// What is to be sent can't be.
            package static let invalidArgument = Code("invalidArgument")
            /// The server answered with another status than 101; see `response`.
            package static let refused = Code("refused")
            /// The server's answer to the upgrade is not HTTP, or breaks a rule of RFC 6455, 4.1.
            package static let badUpgrade = Code("badUpgrade")
            /// The server broke a rule of the protocol.
            package static let violation = Code("violation")
            /// Closed in order, by either end; see `closure`.
            package static let closed = Code("closed")
            /// The connection ended without a close frame; see `underlying`.
            package static let connectionLost = Code("connectionLost")
            /// The server's answer to the upgrade did not come in time.
            package static let timedOut = Code("timedOut")
        }

        package var code: Code
        /// What was wrong; safe for a log.
        package var reason: String
        /// The answer to the upgrade, where that is the reason.
        package var response: WebSocketResponse?
        /// The close frame that ended it: the peer's, or ours where it sent none.
        package var closure: WebSocketClosure?
        /// What the connection reported.
        package var underlying: (any Error)?

        init(_ code: Code, _ reason: String) {
            self.code = code
            self.reason = reason
        }

        static let alreadyClosed = WebSocketError(.closed, "the WebSocket is closed")

        static func closed(_ closure: WebSocketClosure, byPeer: Bool) -> WebSocketError {
            let code = closure.code == WebSocketClosure.noCode ? "without a code" : "with the code \(closure.code)"
            var error = WebSocketError(
                .closed, (byPeer ? "the server" : "this end") + " closed the WebSocket \(code)")
            error.closure = closure
            return error
        }

        static func violation(_ violation: WebSocketViolation) -> WebSocketError {
            var error = WebSocketError(.violation, "the server doesn't keep to the WebSocket protocol: \(violation)")
            error.closure = WebSocketClosure(violation)
            return error
        }

        static func lost(_ underlying: (any Error)?) -> WebSocketError {
            var error = WebSocketError(.connectionLost, "the connection ended before the WebSocket was closed")
            error.underlying = underlying
            return error
        }
    }

    extension WebSocketError: CustomStringConvertible {
        package var description: String { reason }
    }
#endif
