#if os(Linux)
    import Foundation

    /// Runs one task on a thread that may block, so that code that sleeps stalls neither whoever asked for it nor Swift's own
    /// few threads.
    ///
    /// A serial queue of its own gets a thread of its own. A concurrent queue would share a few with all of Swift's tasks.
    package final class BlockingExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "swift-mutual-tls.blocking")

        package init() {}

        package func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
