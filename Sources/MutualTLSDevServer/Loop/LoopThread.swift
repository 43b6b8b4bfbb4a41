import Foundation

/// A thread that can be waited for: when `join()` has returned, the system has no trace of it.
// @unchecked: `thread` is set once, and the pthread functions take it from any thread.
final class LoopThread: @unchecked Sendable {
    private let thread: pthread_t

    /// Runs `body` on a new thread.
    /// - Throws: `DevServerError`, when the system has no more threads.
    init(_ body: @escaping @Sendable () -> Void) throws(DevServerError) {
        // Retained for the thread, which takes it over.
        let argument = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var made: pthread_t?
            let result = pthread_create(&made, nil, { runBody($0) }, argument.toOpaque())
        #else
            var made: pthread_t? = pthread_t()
            let result = withUnsafeMutablePointer(to: &made) { pointer in
                pointer.withMemoryRebound(to: pthread_t.self, capacity: 1) {
                    pthread_create($0, nil, { runBody($0) }, argument.toOpaque())
                }
            }
        #endif
        guard result == 0, let made else {
            argument.release()
            throw DevServerError(.system, "the system gives no thread (error \(result)); end some and try again")
        }
        thread = made
    }

    /// Waits for the end of the thread, once; on the thread itself it only lets it end by itself.
    func join() {
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    fileprivate final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

private func runBody(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    // Made by `passRetained` for this one call.
    argument.map { Unmanaged<LoopThread.Body>.fromOpaque($0).takeRetainedValue() }?.run()
    return nil
}
