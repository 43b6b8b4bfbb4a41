#if !canImport(Security)
    import Foundation

    /// A value behind a lock.
    // @unchecked: `value` is touched only while `lock` is held.
    final class Protected<Value: Sendable>: @unchecked Sendable {
        private let lock = NSLock()
        private var value: Value

        init(_ value: Value) { self.value = value }

        /// Calls `body` with the value. Don't call out to anybody's code from there.
        func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            lock.lock()
            defer { lock.unlock() }
            return try body(&value)
        }
    }
#endif
