import Foundation

/// A value behind a lock.
// @unchecked: `value` is touched only while the lock is held.
package final class LockedBox<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Starts with `value`.
    package init(_ value: Value) { self.value = value }

    /// Runs `body` with the value, alone. Don't call out of `body` to code that may come back.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
