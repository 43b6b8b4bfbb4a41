#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// A WebSocket over a `WebSocketConnection`: the upgrade, messages in both directions, and the closing handshake.
    ///
    /// All its functions throw `WebSocketError`, or `CancellationError` when the calling task is cancelled.
    package final class WebSocketClient: Sendable {
        private let connection: any WebSocketConnection
        private let state: LockedBox<WebSocketState>
        private let lastID = LockedBox(0)

        /// - Parameters:
        ///   - connection: not started yet.
        ///   - upgrade: the request for it.
        ///   - maximumMessageSize: how many bytes a message of the server's may have.
        package init(
            connection: any WebSocketConnection, upgrade: WebSocketUpgrade, maximumMessageSize: Int = 1 << 20
        ) {
            self.connection = connection
            state = LockedBox(
                WebSocketState(upgrade: upgrade, framing: WebSocketFraming(maximumMessageSize: maximumMessageSize)))
        }

        /// Starts the connection and asks for the upgrade; once.
        /// - Parameter timeout: how long the connection and the answer may take, in seconds.
        package func open(timeout: TimeInterval) async throws {
            connection.start(self)
            let watchdog = after(timeout) {
                $0.opened == nil
                    ? $0.abandon(WebSocketError(.timedOut, "the server didn't answer the WebSocket's request in time"))
                    : []
            }
            defer { watchdog.cancel() }
            try await wait { $0.open($1, $2) }
        }

        /// The subprotocol that the server chose.
        package var chosenProtocol: String? { state.withLock { $0.opened?.chosenProtocol } }
        /// The server's answer to the upgrade, once it is found good.
        package var response: WebSocketResponse? { state.withLock { $0.opened?.response } }
        /// The close frame that counts: the server's, or ours where it sent none.
        package var closure: WebSocketClosure? { state.withLock { $0.closure } }
        /// How many bytes a message of the server's may have.
        package var maximumMessageSize: Int { state.withLock { $0.maximumMessageSize } }

        /// Sends a message, and returns once it is written.
        package func send(_ message: WebSocketMessage) async throws {
            try await wait { $0.send(message, $1, $2) }
        }

        /// The next message. Those that came before the end are given before it is told.
        package func receive() async throws -> WebSocketMessage {
            try await wait { $0.receive($1, $2) }
        }

        /// Sends a ping, and returns once the pong is here.
        package func ping() async throws {
            try await wait { $0.ping($1, $2) }
        }

        /// Sends our close frame, and gives the server some time to send its own.
        /// - Parameter timeout: that time, in seconds.
        package func close(_ closure: WebSocketClosure, timeout: TimeInterval = 5) {
            change { $0.close(closure) }
            // Not cancelled: an end that came before makes it a step that does nothing.
            _ = after(timeout) { $0.abandon(.closed(closure, byPeer: false)) }
        }

        /// Returns once the connection has ended.
        package func waitForEnd() async throws {
            try await wait { $0.waitForEnd($1, $2) }
        }

        // MARK: Changes of the state

        private func wait<Value: Sendable>(
            _ begin:
                @escaping @Sendable (
                    inout WebSocketState, WebSocketState.ID, @escaping WebSocketState.Completion<Value>
                ) -> [WebSocketState.Action]
        ) async throws -> Value {
            let id = lastID.withLock { last in
                last += 1
                return last
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    change { begin(&$0, id) { continuation.resume(with: $0) } }
                    // Cancelled before there was anything to cancel.
                    if Task.isCancelled { change { $0.cancel(id) } }
                }
            } onCancel: {
                change { $0.cancel(id) }
            }
        }

        private func change(_ body: (inout WebSocketState) -> [WebSocketState.Action]) {
            let told = state.withLock { state in
                // Under the lock, so that pause and resume arrive in their order. The connection doesn't call back from within.
                body(&state).compactMap { action -> (@Sendable () -> Void)? in
                    switch action {
                    case .write(let bytes): connection.write(bytes)
                    case .pauseReading: connection.pauseReading()
                    case .resumeReading: connection.resumeReading()
                    case .closeConnection: connection.close()
                    case .tell(let tell): return tell
                    }
                    return nil
                }
            }
            for tell in told { tell() }
        }

        private func after(
            _ seconds: TimeInterval, _ body: @escaping @Sendable (inout WebSocketState) -> [WebSocketState.Action]
        ) -> Task<Void, any Error> {
            // In this order, what is not a number becomes 0.
            let seconds = min(1e9, max(0, seconds))
            return Task { [weak self] in
                try await Task.sleep(for: .seconds(seconds))
                self?.change(body)
            }
        }
    }

    extension WebSocketClient: WebSocketConnectionObserver {
        package func didWrite() { change { $0.didWrite() } }
        package func didReceive(_ bytes: UnsafeRawBufferPointer) { change { $0.didReceive(bytes) } }
        package func didEnd(_ error: (any Error)?) { change { $0.didEnd(error) } }
    }
#endif
