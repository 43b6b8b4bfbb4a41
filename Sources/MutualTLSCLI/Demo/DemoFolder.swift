import Foundation
import MutualTLSOpenSSL

/// The demo's temporary folder, for this user alone.
final class DemoFolder: Sendable {
    /// Its place.
    let url: URL
    /// Held while a file is written, so that none appears behind the back of who removes them.
    private let isRemoved = LockedBox(false)

    /// Chooses the place. Nothing is made yet, so that whoever removes it can be in position first.
    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("mtls-demo-\(UUID().uuidString)")
    }

    /// Makes it.
    func make() throws {
        try isRemoved.withLock { isRemoved in
            if isRemoved { throw CommandError(.failed, "the demo was interrupted") }
            guard mkdir(url.path, 0o700) == 0 else {
                throw CommandError(
                    .unwritableFile, "the folder \(url.path) can't be made: \(systemMessage(errno).lowercased())",
                    hint: "name one that is yours in the environment variable TMPDIR")
            }
        }
    }

    /// Writes a file for this user alone.
    func write(_ data: Data, _ name: String) throws -> URL {
        let place = url.appendingPathComponent(name)
        var files = OutputFiles(overwrites: false)
        files.addSecret(place.path, data)
        try isRemoved.withLock { isRemoved in
            if isRemoved { throw CommandError(.failed, "the demo was interrupted") }
            try files.write()
        }
        return place
    }

    /// Removes it with everything in it.
    func remove() {
        isRemoved.withLock { isRemoved in
            isRemoved = true
            try? FileManager.default.removeItem(at: url)
        }
    }
}
