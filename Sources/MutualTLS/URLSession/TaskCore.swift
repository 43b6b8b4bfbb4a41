#if os(Linux)
    import Foundation
    import PortableSecurity

    /// A task of ours: what the classes that Foundation wants for data, uploads, downloads and WebSockets have in common.
    protocol SessionTask: URLSessionTask {
        var core: TaskCore { get }
    }

    /// One task of a session.
    final class TaskCore: Sendable {
        /// Who is told of the outcome.
        enum Completion: Sendable {
            case delegate
            case data(@Sendable (Data?, URLResponse?, (any Error)?) -> Void)
            case download(@Sendable (URL?, URLResponse?, (any Error)?) -> Void)
        }

        let identifier: Int
        let session: MutualTLSURLSession
        let originalRequest: URLRequest?
        let body: TaskBody
        let completion: Completion
        let progress = Progress(totalUnitCount: -1)
        let state: Protected<TaskState>
        /// What the task does once it runs; in the end it calls `finish`.
        private let work: @Sendable (TaskRun) async -> Void

        init(
            identifier: Int, session: MutualTLSURLSession, request: URLRequest?, body: TaskBody = .none,
            completion: Completion = .delegate, work: @escaping @Sendable (TaskRun) async -> Void
        ) {
            self.identifier = identifier
            self.session = session
            originalRequest = request
            self.body = body
            self.completion = completion
            self.work = work
            var state = TaskState(request: request)
            state.expectedToSend = body.size ?? 0
            self.state = Protected(state)
            progress.cancellationHandler = { [weak self] in self?.cancelByProgress() }
        }

        deinit { session.tasks.forget(identifier) }

        func resume(_ task: any SessionTask) { perform(state.withLock { $0.resume() }, task) }
        func suspend() { state.withLock { $0.suspend() } }
        func cancel(_ task: any SessionTask) { perform(state.withLock { $0.cancel() }, task) }

        /// - Parameter handler: gets what it takes to go on with a download; nil where that isn't possible.
        func cancel(_ task: any SessionTask, byProducingResumeData handler: @escaping (Data?) -> Void) {
            // Foundation's method doesn't say so, but it has always called the handler on another thread.
            nonisolated(unsafe) let handler = handler
            let isOver = state.withLock { state in
                if state.state == .completed { return true }
                state.resumeDataHandlers.append { handler($0) }
                return false
            }
            isOver ? handler(nil) : cancel(task)
        }

        private func cancelByProgress() { session.tasks.task(identifier)?.cancel() }

        private func perform(_ action: TaskState.Action, _ task: any SessionTask) {
            switch action {
            case .nothing: break
            case .wake(let waiting): for one in waiting { one.give(()) }
            case .cancel(let work, let waiting):
                work?.cancel()
                for one in waiting { one.give(()) }
            case .start:
                session.tasks.hold(task)
                let run = TaskRun(session: session, task: task)
                let work = Task { [work] in await work(run) }
                if state.withLock({ $0.started(work) }) { work.cancel() }
            }
        }

        /// One thing of the state.
        subscript<Value>(path: WritableKeyPath<TaskState, Value>) -> Value {
            get { state.withLock { $0[keyPath: path] } }
            set { state.withLock { $0[keyPath: path] = newValue } }
        }

        /// Waits while the task is suspended.
        /// - Throws: `CancellationError`.
        func whileSuspended() async throws {
            while let wait = state.withLock({ $0.pause() }) { _ = await wait.value }
            try Task.checkCancellation()
        }

        // MARK: Figures

        func didSend(_ total: Int64) {
            state.withLock { $0.sent = total }
            updateProgress()
        }

        func didReceive(_ count: Int) {
            state.withLock { $0.received += Int64(count) }
            updateProgress()
        }

        private func updateProgress() {
            let (done, total) = state.withLock { state -> (Int64, Int64) in
                let isKnown = state.expectedToReceive >= 0 && state.expectedToSend >= 0 && state.response != nil
                return (state.sent + state.received, isKnown ? state.expectedToSend + state.expectedToReceive : -1)
            }
            progress.totalUnitCount = total
            progress.completedUnitCount = done
        }

        func completeProgress() {
            let total = max(progress.totalUnitCount, progress.completedUnitCount, 1)
            progress.totalUnitCount = total
            progress.completedUnitCount = total
        }
    }

    /// What a task sends.
    enum TaskBody: Sendable {
        case none
        case data(Data)
        case file(URL)
        /// The delegate is asked for it each time it is needed.
        case streamed
        /// The request's own stream first, then the delegate.
        case stream(HandedStream)

        init(_ request: URLRequest) {
            if let data = request.httpBody {
                self = .data(data)
            } else if let stream = request.httpBodyStream {
                self = .stream(HandedStream(stream))
            } else {
                self = .none
            }
        }

        /// How many bytes; nil where nobody knows.
        var size: Int64? {
            switch self {
            case .none: 0
            case .data(let data): Int64(data.count)
            case .file(let url):
                (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber)?.int64Value
            case .streamed, .stream: NSURLSessionTransferSizeUnknown
            }
        }
    }

    /// A stream that can be taken once.
    // @unchecked: whoever takes the stream owns it, and the lock lets one take it.
    final class HandedStream: @unchecked Sendable {
        private let lock = NSLock()
        private var stream: InputStream?
        init(_ stream: InputStream?) { self.stream = stream }
        func take() -> InputStream? {
            lock.withLock {
                defer { stream = nil }
                return stream
            }
        }
    }
#endif
