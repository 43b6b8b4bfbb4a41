import Foundation
import PortableSecurity

extension KeychainPlace {
    /// Calls `changed` after what may have changed identities, until the object that comes back is freed.
    func watch(_ changed: @escaping @Sendable () -> Void) -> any Sendable {
        let own = Notices.subscribe(changed)
        #if canImport(Security)
            return own
        #else
            // The folder tells of this process too; without it, as in a read-only place, its own writes are told all the same.
            return [own, try? (keychain ?? .current).watch(changed)]
        #endif
    }

    /// Another number after what may have changed identities; as far as ``watch(_:)`` tells of it.
    func revision() throws(MutualTLSError) -> Int64 {
        #if canImport(Security)
            return Notices.count
        #else
            do { return try (keychain ?? .current).revision } catch {
                throw MutualTLSError(keychain: error as NSError, "can't read \(name)")
            }
        #endif
    }

    /// Tells those who watch, in this process.
    static func notify() { Notices.post() }
}

/// Who wants to know of the writes of this process.
private enum Notices {
    private static let subscribers = Protected<[UUID: @Sendable () -> Void]>([:])
    private static let posts = Protected<Int64>(0)

    /// How many there were.
    static var count: Int64 { posts.withLock { $0 } }

    final class Subscription: Sendable {
        private let id = UUID()
        init(_ changed: @escaping @Sendable () -> Void) { subscribers.withLock { $0[id] = changed } }
        deinit { subscribers.withLock { _ = $0.removeValue(forKey: id) } }
    }

    static func subscribe(_ changed: @escaping @Sendable () -> Void) -> Subscription { Subscription(changed) }

    static func post() {
        posts.withLock { $0 += 1 }
        for changed in subscribers.withLock({ Array($0.values) }) { changed() }
    }
}
