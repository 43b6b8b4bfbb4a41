import Foundation

/// A value behind a lock.
// @unchecked: the value is touched only while the lock is held.
package final class LockedBox<Value: Sendable>: @unchecked Sendable {
    private let storage: ManagedBuffer<Value, pthread_mutex_t>

    /// Starts with `value`.
    package init(_ value: Value) {
        // One piece of memory for both: a lock object of Foundation's would be five more, and some live for one request.
        storage = ManagedBuffer<Value, pthread_mutex_t>.create(minimumCapacity: 1) { _ in value }
        storage.withUnsafeMutablePointerToElements { lock in
            lock.initialize(to: pthread_mutex_t())
            pthread_mutex_init(lock, nil)
        }
    }

    deinit { _ = storage.withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }

    /// Runs `body` with the value, alone. Don't call out of `body` to code that may come back.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try storage.withUnsafeMutablePointers { value, lock in
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
}
