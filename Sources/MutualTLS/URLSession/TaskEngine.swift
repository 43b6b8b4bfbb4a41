#if os(Linux)
    import Foundation
    import PortableSecurity

    /// What moves a task's request: redirects are followed and challenges answered by asking the run.
    protocol TaskEngine: Sendable {
        /// Sends the task's request.
        /// - Returns: the final head, and the body behind it.
        /// - Throws: `MutualTLSError` or `CancellationError`.
        func open(_ request: URLRequest, _ run: TaskRun) async throws -> (HTTPURLResponse, TaskBytes)
        /// Opens a WebSocket.
        /// - Throws: `MutualTLSError` or `CancellationError`.
        func openWebSocket(_ request: URLRequest, _ run: TaskRun) async throws -> any WebSocketChannel
        /// Makes sure that the next request goes over a new connection.
        func closeIdleConnections()
        /// Ends it: at once, or after the requests under way.
        func invalidate(cancelling: Bool)
    }

    /// The body of a response as it comes in; what isn't asked for is not read from the network.
    struct TaskBytes: Sendable {
        /// The next bytes; nil at the end.
        let next: @Sendable () async throws -> Data?
    }
#endif
