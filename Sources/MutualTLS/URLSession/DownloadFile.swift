#if os(Linux)
    import Foundation
    import PortableSecurity

    /// The temporary file of a download, readable by its owner alone.
    // @unchecked: one run of one task uses it, one step after the other.
    final class DownloadFile: @unchecked Sendable {
        let url: URL
        private let handle: FileHandle
        private(set) var size: Int64

        private static let prefix = "MutualTLSDownload-"

        /// Whether a name is one that this class gives: resume data must not name another file.
        static func isName(_ name: String) -> Bool {
            name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
        }

        /// Gives a file a name under which it stays.
        static func keep(_ file: URL) -> URL? {
            let kept = FileManager.default.temporaryDirectory.appendingPathComponent(prefix + UUID().uuidString)
            return (try? FileManager.default.moveItem(at: file, to: kept)).map { kept }
        }

        private init(_ url: URL, _ handle: FileHandle, size: Int64) {
            (self.url, self.handle, self.size) = (url, handle, size)
        }

        /// A new one.
        /// - Throws: `MutualTLSError`.
        static func make() throws -> DownloadFile {
            let url = FileManager.default.temporaryDirectory.appendingPathComponent(prefix + UUID().uuidString)
            return try DownloadFile(url, open(url, O_CREAT | O_EXCL), size: 0)
        }

        /// One that a download left.
        /// - Returns: nil where it is gone.
        static func left(_ name: String) -> DownloadFile? {
            let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            guard isName(name), let handle = try? open(url, 0), let size = try? handle.seekToEnd(), size > 0 else {
                return nil
            }
            return DownloadFile(url, handle, size: Int64(size))
        }

        private static func open(_ url: URL, _ flags: Int32) throws -> FileHandle {
            let descriptor = Foundation.open(url.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
            guard descriptor >= 0 else {
                throw MutualTLSError(
                    .unavailable, "the file of the download can't be opened: \(String(cString: strerror(errno)))",
                    hint: "see that the temporary folder can be written to")
            }
            return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }

        func write(_ data: Data) throws {
            do {
                try handle.write(contentsOf: data)
                size += Int64(data.count)
            } catch {
                throw MutualTLSError(.unavailable, "the download can't be written", underlying: error)
            }
        }

        /// Begins anew: the server sends the whole again.
        func empty() throws {
            try handle.truncate(atOffset: 0)
            size = 0
        }

        func close() { try? handle.close() }
        func remove() {
            close()
            try? FileManager.default.removeItem(at: url)
        }
    }
#endif
