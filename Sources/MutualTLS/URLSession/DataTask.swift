#if os(Linux)
    import Foundation
    import PortableSecurity

    /// A data task, a body that goes to the delegate or a handler.
    // @unchecked: `core` is Sendable, and nothing of the superclass's state is used.
    final class MutualTLSDataTask: URLSessionDataTask, SessionTask, @unchecked Sendable {
        let core: TaskCore

        init(_ core: TaskCore) {
            self.core = core
            super.init()
        }

        override func resume() { core.resume(self) }
        override func suspend() { core.suspend() }
        override func cancel() { core.cancel(self) }

        override var taskIdentifier: Int { core.identifier }
        override var originalRequest: URLRequest? { core.originalRequest }
        override var currentRequest: URLRequest? { core[\.currentRequest] }
        override var response: URLResponse? { core[\.response] }
        override var state: URLSessionTask.State { core[\.state] }
        override var error: (any Error)? { core[\.error] }
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
#endif
