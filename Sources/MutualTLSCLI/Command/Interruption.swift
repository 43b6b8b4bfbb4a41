import Foundation
import MutualTLSOpenSSL

/// Where the system's callback writes to. Set once, before the callback is installed, and only read after that.
private nonisolated(unsafe) var signalPipe: Int32 = -1

/// SIGINT, SIGTERM and SIGHUP: what has to be put in order before the process ends by one of them.
///
/// What the system calls back writes a byte into a pipe, and a thread reads it, so that the handlers are plain code: they
/// may allocate, lock and remove files.
enum Interruption {
    /// What becomes of the process after a handler.
    enum Outcome: Sendable {
        /// It ends as it would have without us.
        case end
        /// It goes on, and ends by itself.
        case goOn
    }

    /// Keeps a handler in place; `cancel()` or its own end removes it.
    final class Registration: Sendable {
        private let number: Int
        fileprivate init(_ number: Int) { self.number = number }
        deinit { cancel() }
        /// Removes the handler.
        func cancel() { handlers.withLock { $0.removeAll { $0.number == number } } }
    }

    private struct Handler: Sendable {
        let number: Int
        let run: @Sendable () -> Outcome
    }

    private static let handlers = LockedBox<[Handler]>([])
    private static let counter = LockedBox(0)

    /// Runs `handler` when a signal comes, on a thread of its own; the last one registered runs first.
    static func onSignal(_ handler: @escaping @Sendable () -> Outcome) -> Registration {
        let number = counter.withLock { count in
            count += 1
            return count
        }
        handlers.withLock { $0.append(Handler(number: number, run: handler)) }
        return Registration(number)
    }

    /// Runs `body` as a task that a signal cancels; the process ends by that signal once `body` has put things in order.
    static func cancelling<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let task = Task { try await body() }
        let isInterrupted = LockedBox(false)
        let done = DispatchSemaphore(value: 0)
        let registration = onSignal {
            isInterrupted.withLock { $0 = true }
            task.cancel()
            _ = done.wait(timeout: .now() + 10)
            return .end
        }
        defer { registration.cancel() }
        let result = await task.result
        done.signal()
        // The thread that waits for the signal ends the process.
        if isInterrupted.withLock({ $0 }) { try? await Task.sleep(nanoseconds: 10_000_000_000) }
        return try result.get()
    }

    /// Begins to listen for signals. SIGHUP stays ignored where it is, as under `nohup`; SIGINT does not, since shells
    /// ignore it for what scripts start with `&`.
    static func watch() {
        var ends: [Int32] = [-1, -1]
        guard signalPipe < 0, pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let readEnd = ends[0]
        signalPipe = ends[1]
        for number in [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP]) {
            signal(number) { number in
                // Nothing but what a signal handler may do.
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
                errno = saved
            }
        }
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while true {
                let count = read(readEnd, &byte, 1)
                if count == 1 {
                    take(Int32(byte))
                } else if count == 0 || errno != EINTR {
                    return
                }
            }
        }
    }

    private static func take(_ number: Int32) {
        let all = handlers.withLock { $0 }
        var goesOn = false
        for handler in all.reversed() where handler.run() == .goOn { goesOn = true }
        if goesOn { return }
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        // SIG_IGN is the address 1, and C functions can't be compared.
        return unsafeBitCast(handler, to: UInt.self) == 1
    }
}
