#if os(Linux)
    import Foundation
    import PortableSecurity

    /// A WebSocket task.
    // @unchecked: `core` and `work` are Sendable, and nothing of the superclass's state is used.
    final class MutualTLSWebSocketTask: URLSessionWebSocketTask, SessionTask, @unchecked Sendable {
        let core: TaskCore
        let work = WebSocketWork()

        init(_ core: TaskCore) {
            self.core = core
            super.init()
        }

        override func cancel(with closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?) {
            guard let channel = work.channel else { return cancel() }
            channel.close(WebSocketClosing(code: .init(rawValue: closeCode.rawValue), reason: reason))
        }

        override func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
            work.ping { [self] result in
                await finishJob {
                    try await result.get().sendPing()
                } then: {
                    pongReceiveHandler($0.failure)
                }
            }
        }

        override var closeCode: URLSessionWebSocketTask.CloseCode {
            work.channel?.closure.flatMap { .init(rawValue: $0.code.rawValue) } ?? .invalid
        }
        override var closeReason: Data? { work.channel?.closure?.reason }
        override var maximumMessageSize: Int {
            get { core[\.maximumMessageSize] }
            set { core[\.maximumMessageSize] = newValue }
        }

        override func resume() { core.resume(self) }
        override func suspend() { core.suspend() }
        override func cancel() { core.cancel(self) }

        override var taskIdentifier: Int { core.identifier }
        override var originalRequest: URLRequest? { core.originalRequest }
        override var currentRequest: URLRequest? { core[\.currentRequest] }
        override var response: URLResponse? { core[\.response] }
        override var state: URLSessionTask.State { core[\.state] }
        override var error: (any Error)? {
            get { core[\.error] }
            set {}
        }
        override var progress: Progress { core.progress }
        override var countOfBytesSent: Int64 { core[\.sent] }
        override var countOfBytesReceived: Int64 { core[\.received] }
        override var countOfBytesExpectedToSend: Int64 { core[\.expectedToSend] }
        override var countOfBytesExpectedToReceive: Int64 { core[\.expectedToReceive] }
        override var countOfBytesClientExpectsToSend: Int64 {
            get { core[\.clientExpectsToSend] }
            set { core[\.clientExpectsToSend] = newValue }
        }
        override var countOfBytesClientExpectsToReceive: Int64 {
            get { core[\.clientExpectsToReceive] }
            set { core[\.clientExpectsToReceive] = newValue }
        }
        override var priority: Float {
            get { core[\.priority] }
            set { core[\.priority] = min(1, max(0, newValue)) }
        }
        override var taskDescription: String? {
            get { core[\.taskDescription] }
            set { core[\.taskDescription] = newValue }
        }
        override var delegate: (any URLSessionTaskDelegate)? {
            get { core[\.delegate] }
            set { core[\.delegate] = newValue }
        }
    }

    extension MutualTLSWebSocketTask: IndependentWebSocketTask {
        func independentSend(_ message: Message, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
            work.send { [self] result in
                await finishJob {
                    try await result.get().send(.init(message))
                } then: {
                    handler($0.failure)
                }
            }
        }

        func independentReceive(_ handler: @escaping @Sendable (Result<Message, any Error>) -> Void) {
            work.receive { [self] result in
                await finishJob {
                    try await Message(result.get().receive())
                } then: {
                    handler($0)
                }
            }
        }

        /// Does it, and tells the outcome on the delegate queue.
        private func finishJob<Value: Sendable>(
            _ job: () async throws -> Value, then tell: @escaping @Sendable (Result<Value, any Error>) -> Void
        ) async {
            let result: Result<Value, any Error>
            do {
                result = .success(try await job())
            } catch {
                let known =
                    error as? MutualTLSError
                    ?? MutualTLSError(.connectionLost, "the WebSocket failed", underlying: error)
                result = .failure(URLError(known, url: currentRequest?.url))
            }
            core.session.delegateQueue.addOperation { tell(result) }
        }
    }

    extension Result {
        fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
    }

    extension MutualTLSSession.WebSocket.Message {
        fileprivate init(_ message: URLSessionWebSocketTask.Message) {
            switch message {
            case .data(let data): self = .data(data)
            case .string(let text): self = .string(text)
            }
        }
    }

    extension URLSessionWebSocketTask.Message {
        fileprivate init(_ message: MutualTLSSession.WebSocket.Message) {
            switch message {
            case .data(let data): self = .data(data)
            case .string(let text): self = .string(text)
            }
        }
    }
#endif
