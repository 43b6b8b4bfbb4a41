import Foundation

/// A folder for one test, removed with the last reference.
package final class TemporaryFolder: Sendable {
    private let folder: URL

    /// Makes it, for this user alone.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mutual-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The place of a file in it.
    package func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// The place of a file in it, as a path.
    package func path(_ name: String) -> String { url(name).path }

    /// Writes a file.
    @discardableResult package func write(_ data: Data, _ name: String) throws -> URL {
        try data.write(to: url(name))
        return url(name)
    }

    /// The text of a file; empty when it isn't there.
    package func text(of name: String) -> String {
        (try? String(contentsOf: url(name), encoding: .utf8)) ?? ""
    }
}
