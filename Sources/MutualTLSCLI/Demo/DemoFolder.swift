import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

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

    /// A store in a keychain of its own.
    func makeStore() throws -> IdentityStore {
        #if canImport(Security)
            throw CommandError(.failed, "the demo has no keychain of its own on this platform")
        #else
            var keychain: SecKeychain?
            let status = isRemoved.withLock { isRemoved in
                isRemoved
                    ? errSecNotAvailable
                    : SecKeychainCreate(url.appendingPathComponent("keychain").path, 0, nil, false, nil, &keychain)
            }
            guard status == errSecSuccess, let keychain else {
                let reason = SecCopyErrorMessageString(status, nil) as String?
                throw CommandError(.unwritableFile, "no keychain can be made in \(url.path)", hint: reason)
            }
            return IdentityStore(keychain: keychain)
        #endif
    }

    /// Removes it with everything in it.
    func remove() {
        isRemoved.withLock { isRemoved in
            isRemoved = true
            try? FileManager.default.removeItem(at: url)
        }
    }
}
