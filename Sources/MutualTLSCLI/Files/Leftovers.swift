import Foundation
import MutualTLSOpenSSL

/// What must not stay when a command doesn't come to its good end; removed from any thread.
final class Leftovers: Sendable {
    private let paths = LockedBox<[String]>([])

    /// Notes a file or folder.
    func add(_ path: String) { paths.withLock { $0.append(path) } }

    /// Takes a note back: the file has another name now.
    func forget(_ path: String) { paths.withLock { $0.removeAll { $0 == path } } }

    /// Removes one now.
    func removeNow(_ path: String) {
        unlink(path)
        forget(path)
    }

    /// Lets everything stay.
    func keep() { paths.withLock { $0 = [] } }

    /// Removes everything, the newest first, folders only where they are empty.
    func remove() {
        paths.withLock { paths in
            for path in paths.reversed() {
                // One of the two fits.
                if unlink(path) != 0 { rmdir(path) }
            }
            paths = []
        }
    }
}
