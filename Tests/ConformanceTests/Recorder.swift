import Foundation

/// Remembers what a closure on another thread was given.
// @unchecked: the list is touched only while the lock is held.
final class Recorder<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Value] = []
    var values: [Value] { lock.withLock { list } }
    func append(_ value: Value) { lock.withLock { list.append(value) } }
}
