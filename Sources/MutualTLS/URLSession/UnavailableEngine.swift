#if os(Linux)
    import Foundation
    import PortableSecurity

    /// Where the transport can't be had: every task fails, and says why.
    struct UnavailableEngine: TaskEngine {
        var reason = MutualTLSError(.unavailable, "there is no transport")
        func open(_ request: URLRequest, _ run: TaskRun) async throws -> (HTTPURLResponse, TaskBytes) { throw reason }
        func closeIdleConnections() {}
        func invalidate(cancelling: Bool) {}
    }
#endif
