#if os(Linux)
    import Foundation
    import PortableSecurity

    /// The tasks of one session, by identifier, and whether it takes more.
    final class TaskRegistry: Sendable {
        // @unchecked: `weak` is read and cleared atomically; both are otherwise touched only under the registry's lock.
        private struct Entry: @unchecked Sendable {
            weak var task: (any SessionTask)?
            /// Once it was resumed nobody else needs to hold it.
            var held: (any SessionTask)?
        }

        private struct State {
            var last = 0
            var entries: [Int: Entry] = [:]
            var isInvalidated = false
            var atEnd: (@Sendable () -> Void)?

            /// What to do now that nothing is left to wait for.
            mutating func takeEnd() -> (@Sendable () -> Void)? {
                guard isInvalidated, entries.isEmpty else { return nil }
                defer { atEnd = nil }
                return atEnd
            }
        }

        private let state = Protected(State())

        var isInvalidated: Bool { state.withLock { $0.isInvalidated } }
        /// Those that aren't complete.
        var all: [any SessionTask] {
            state.withLock { $0.entries.sorted { $0.key < $1.key }.compactMap { $0.value.task } }
        }

        func nextIdentifier() -> Int {
            state.withLock { state in
                state.last += 1
                return state.last
            }
        }

        func task(_ identifier: Int) -> (any SessionTask)? { state.withLock { $0.entries[identifier]?.task } }

        func add(_ task: any SessionTask) {
            state.withLock { state in
                if !state.isInvalidated { state.entries[task.taskIdentifier] = Entry(task: task) }
            }
        }

        func hold(_ task: any SessionTask) { state.withLock { $0.entries[task.taskIdentifier]?.held = task } }

        /// Removes a task that is complete, or that nobody holds.
        func forget(_ identifier: Int) {
            // The entry leaves the lock before it is released: a task that goes away with it calls this again.
            let (entry, end) = state.withLock { ($0.entries.removeValue(forKey: identifier), $0.takeEnd()) }
            withExtendedLifetime(entry) { end?() }
        }

        /// Takes no more tasks.
        /// - Parameter atEnd: called once, when there is none left.
        func invalidate(atEnd: @escaping @Sendable () -> Void) {
            let end = state.withLock { state -> (@Sendable () -> Void)? in
                if !state.isInvalidated {
                    state.isInvalidated = true
                    state.atEnd = atEnd
                }
                return state.takeEnd()
            }
            end?()
        }
    }
#endif
