#if os(Linux)
    import Foundation
    import PortableSecurity

    /// Where the transport can't be had: every task fails, and says why.
    struct UnavailableEngine: TaskEngine {
        let reason: MutualTLSError
        func open(_ request: URLRequest, _ run: TaskRun) async throws -> (HTTPURLResponse, TaskBytes) { throw reason }
        func openWebSocket(_ request: URLRequest, _ run: TaskRun) async throws -> any WebSocketChannel { throw reason }
        func closeIdleConnections() {}
        func invalidate(cancelling: Bool) {}
    }
#endif
