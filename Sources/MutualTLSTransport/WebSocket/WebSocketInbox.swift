#if os(Linux)
    import Foundation

    /// Messages that nobody has taken yet, first in, first out.
    struct WebSocketInbox: Sendable {
        /// What they cost: their payload, and a little for each, so that many empty ones count too.
        private(set) var size = 0
        private static let overhead = 64
        // Two stacks, so that what is taken is released at once.
        private var incoming: [WebSocketMessage] = []
        private var outgoing: [WebSocketMessage] = []

        mutating func append(_ message: WebSocketMessage) {
            incoming.append(message)
            size += message.size + Self.overhead
        }

        mutating func popFirst() -> WebSocketMessage? {
            if outgoing.isEmpty { (outgoing, incoming) = (incoming.reversed(), []) }
            guard let message = outgoing.popLast() else { return nil }
            size -= message.size + Self.overhead
            return message
        }
    }
#endif
