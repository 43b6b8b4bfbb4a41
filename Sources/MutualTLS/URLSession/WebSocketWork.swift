#if os(Linux)
    import Foundation

    /// What a WebSocket task is asked to do, kept until there is a connection or an error: what is sent stays in order, and so
    /// does what is received.
    final class WebSocketWork: Sendable {
        typealias Outcome = Result<any WebSocketChannel, MutualTLSError>
        typealias Job = @Sendable (Outcome) async -> Void

        private let sending = AsyncStream<Job>.makeStream()
        private let receiving = AsyncStream<Job>.makeStream()
        private let pinging = AsyncStream<Job>.makeStream()
        private let outcome = Protected<Outcome?>(nil)

        deinit { for jobs in [sending, receiving, pinging] { jobs.continuation.finish() } }

        var channel: (any WebSocketChannel)? { try? outcome.withLock { $0 }?.get() }

        func send(_ job: @escaping Job) { sending.continuation.yield(job) }
        func receive(_ job: @escaping Job) { receiving.continuation.yield(job) }
        func ping(_ job: @escaping Job) { pinging.continuation.yield(job) }

        /// Begins to do it. Only the first outcome counts; a channel that has ended says so itself.
        func begin(_ outcome: Outcome) {
            let isFirst = self.outcome.withLock { known in
                defer { known = known ?? outcome }
                return known == nil
            }
            guard isFirst else { return }
            for jobs in [sending.stream, receiving.stream, pinging.stream] {
                Task { for await job in jobs { await job(outcome) } }
            }
        }
    }
#endif
