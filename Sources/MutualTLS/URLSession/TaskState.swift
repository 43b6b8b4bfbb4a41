#if os(Linux)
    import Foundation
    import PortableSecurity

    /// What a task shows of itself, and whether it may run.
    struct TaskState: Sendable {
        var state = URLSessionTask.State.suspended
        var currentRequest: URLRequest?
        var response: URLResponse?
        var error: (any Error)?
        var sent: Int64 = 0
        var received: Int64 = 0
        var expectedToSend: Int64 = 0
        var expectedToReceive: Int64 = 0
        var clientExpectsToSend = NSURLSessionTransferSizeUnknown
        var clientExpectsToReceive = NSURLSessionTransferSizeUnknown
        var priority = URLSessionTask.defaultPriority
        var taskDescription: String?
        var delegate: (any URLSessionTaskDelegate)?
        /// Of a WebSocket's messages.
        var maximumMessageSize = 1 << 20

        /// Those who cancelled a download and wait for what it takes to go on with it.
        var resumeDataHandlers: [@Sendable (Data?) -> Void] = []

        /// Each `suspend()` needs a `resume()`, and a task begins suspended.
        private var suspensions = 1
        private var work: Task<Void, Never>?
        private var hasStarted = false
        private var waiting: [FirstAnswer<Void>] = []

        init(request: URLRequest?) { currentRequest = request }

        /// What is to be done after a change, outside of the lock.
        enum Action {
            case nothing
            /// Begin; give the work to `started`.
            case start
            /// Let those who wait go on.
            case wake([FirstAnswer<Void>])
            /// Cancel the work, and let those who wait go on.
            case cancel(Task<Void, Never>?, [FirstAnswer<Void>])
        }

        mutating func resume() -> Action {
            guard state == .suspended else { return .nothing }
            suspensions -= 1
            guard suspensions <= 0 else { return .nothing }
            suspensions = 0
            state = .running
            return start() ?? .wake(takeWaiting())
        }

        mutating func suspend() {
            guard state == .running || state == .suspended else { return }
            suspensions += 1
            state = .suspended
        }

        mutating func cancel() -> Action {
            guard state == .running || state == .suspended else { return .nothing }
            state = .canceling
            return start() ?? .cancel(work, takeWaiting())
        }

        /// Also a task that is cancelled before it began must begin, to tell its end.
        private mutating func start() -> Action? {
            if hasStarted { return nil }
            hasStarted = true
            return .start
        }

        /// - Returns: whether it was cancelled meanwhile.
        mutating func started(_ task: Task<Void, Never>) -> Bool {
            work = task
            return state == .canceling
        }

        mutating func complete(_ error: (any Error)?) {
            state = .completed
            self.error = error
            work = nil
        }

        /// What to wait for while the task is suspended; nil when it may go on.
        mutating func pause() -> FirstAnswer<Void>? {
            guard state == .suspended else { return nil }
            let wait = FirstAnswer<Void>()
            waiting.append(wait)
            return wait
        }

        private mutating func takeWaiting() -> [FirstAnswer<Void>] {
            defer { waiting = [] }
            return waiting
        }
    }
#endif
