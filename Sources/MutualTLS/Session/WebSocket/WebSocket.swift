import Foundation

extension MutualTLSSession {
    /// A WebSocket over mutual TLS (RFC 6455), with the shapes of `URLSessionWebSocketTask`.
    ///
    /// ```swift
    /// let socket = try await session.webSocket(with: URL(string: "wss://api.example.com/events")!)
    /// try await socket.send(.string("subscribe"))
    /// for try await message in socket { print(message) }
    /// ```
    ///
    /// It is open from the start, and pings of the server's are answered by themselves. Messages may be sent and received
    /// at the same time. Release it, or call `cancel(with:reason:)`, to close it. It keeps its session alive.
    public final class WebSocket: Sendable {
        /// One message.
        public enum Message: Hashable, Sendable {
            /// Binary data.
            case data(Data)
            /// Text.
            case string(String)
        }

        private let channel: any WebSocketChannel
        private let isCancelled = Protected(false)
        /// It would end the WebSocket by going away.
        private let session: MutualTLSSession?

        init(_ channel: any WebSocketChannel, of session: MutualTLSSession? = nil) {
            (self.channel, self.session) = (channel, session)
        }

        deinit { channel.close(WebSocketClosing(code: .goingAway)) }

        /// The subprotocol that the server chose of those that were offered; nil for none.
        public var `protocol`: String? { channel.chosenProtocol }

        /// How many bytes a message of the server's may have, its fragments together. A larger one ends the WebSocket with the
        /// code `messageTooBig`.
        public var maximumMessageSize: Int { channel.maximumMessageSize }

        /// Why it was closed: the server's code, or ours where it sent none; `invalid` while it is open, and where the
        /// connection was lost.
        public var closeCode: CloseCode { channel.closure?.code ?? .invalid }

        /// What the close frame says besides; nil for nothing.
        public var closeReason: Data? { channel.closure?.reason }

        /// Sends a message, and returns once it is written to the connection: a server that doesn't read makes senders wait.
        ///
        /// Cancelling the task ends the wait alone; the message may still be sent, whole.
        /// - Throws: `MutualTLSError`; with the code `webSocketClosed` once either end has closed it.
        public func send(_ message: Message) async throws { try await channel.send(message) }

        /// The next message. Up to 1 MiB of them is read ahead; beyond that the server must wait.
        ///
        /// Cancelling the task ends the wait alone; the WebSocket stays open.
        /// - Throws: `MutualTLSError`: `webSocketClosed` once it is closed and what came before was received,
        ///   `webSocketProtocolError` when the server broke the protocol or `maximumMessageSize`, `connectionLost` when the
        ///   connection ended without a close frame.
        public func receive() async throws -> Message { try await channel.receive() }

        /// Sends a ping, and returns once its pong is here. There is no time limit but that of the calling task.
        /// - Throws: `MutualTLSError`.
        public func sendPing() async throws { try await channel.sendPing() }

        /// Closes it without waiting. Messages that were not received are dropped.
        ///
        /// The server has five seconds to answer with its own close frame; then the connection is ended.
        /// - Parameters:
        ///   - closeCode: `normalClosure` to `unsupportedData`, `invalidFramePayloadData` to 1014, or 3000 to 4999. Another one
        ///     can't stand in a close frame, which then has none.
        ///   - reason: UTF-8; at most 123 bytes of it are sent.
        public func cancel(with closeCode: CloseCode = .normalClosure, reason: Data? = nil) {
            isCancelled.withLock { $0 = true }
            channel.close(WebSocketClosing(code: closeCode, reason: reason))
        }

        /// Closes it, and returns once the connection has ended; see `cancel(with:reason:)`.
        public func close(with closeCode: CloseCode = .normalClosure, reason: Data? = nil) async {
            cancel(with: closeCode, reason: reason)
            await channel.waitForEnd()
        }

        /// The next message; nil once it was closed in order: by us, or by the server with `normalClosure`, `goingAway` or no
        /// code.
        fileprivate func next() async throws -> Message? {
            do {
                return try await receive()
            } catch let error as MutualTLSError where error.code == .webSocketClosed {
                if isCancelled.withLock({ $0 }) || closeCode.isOrderly { return nil }
                throw error
            }
        }
    }
}

extension MutualTLSSession.WebSocket: AsyncSequence {
    /// A message.
    public typealias Element = Message

    /// Its messages, until it is closed. Throws when that is not in order. Several iterators share them.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(socket: self) }

    /// See `makeAsyncIterator()`.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let socket: MutualTLSSession.WebSocket
        /// The next message; see `receive()`.
        public mutating func next() async throws -> Message? { try await socket.next() }
    }
}
