import Foundation

/// Files that a command reads whole.
enum InputFile {
    /// More than any identity, key or bundle of roots has, in bytes.
    static let maximumSize = 16 << 20

    /// The file's bytes.
    /// - Parameters:
    ///   - path: a file's or a pipe's; `/dev/stdin` is one too.
    ///   - what: what it is wanted for, such as "the identity".
    ///   - limit: how many bytes it may have.
    /// - Throws: `CommandError` that names the path.
    static func read(_ path: String, _ what: String, limit: Int = maximumSize) throws -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, what, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, what, errno) }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw CommandError(
                .unreadableFile, "\(what) can't be read: \(path) is a folder", hint: "name a file in it")
        }
        return try read(descriptor, named: path, what, limit: limit)
    }

    /// What is left of an open file.
    /// - Parameter name: what it is called in errors.
    static func read(
        _ descriptor: Int32, named name: String, _ what: String, limit: Int = maximumSize
    ) throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        // The buffer may have held a key or a password.
        defer { wipe(&buffer) }
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count == 0 { return data }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(name, what, errno)
            }
            data.append(contentsOf: buffer.prefix(count))
            if data.count > limit {
                throw CommandError(
                    .unreadableFile, "\(what) can't be read: \(name) is larger than \(limit >> 20) MiB",
                    hint: "is it the right file?")
            }
        }
    }

    private static func failure(_ path: String, _ what: String, _ number: Int32) -> CommandError {
        switch number {
        case ENOENT:
            CommandError(
                .unreadableFile, "\(what) can't be read: there is no file \(path)",
                hint: "is the name right, and the folder?")
        case EACCES:
            CommandError(
                .unreadableFile, "\(what) can't be read: \(path) may not be read by this user",
                hint: "see its permissions: ls -l \(path)")
        default:
            CommandError(.unreadableFile, "\(what) can't be read: \(path): \(systemMessage(number))")
        }
    }
}

/// Overwrites bytes that held a secret.
func wipe(_ bytes: inout [UInt8]) { bytes.withUnsafeMutableBytes(wipe) }

/// Overwrites bytes that held a secret, where nobody else has a reference to them.
func wipe(_ data: inout Data) { data.withUnsafeMutableBytes(wipe) }

/// In a way that the optimiser may not drop. Writes the buffer's own memory alone.
private func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let base = buffer.baseAddress else { return }
    #if canImport(Darwin)
        _ = memset_s(base, buffer.count, 0, buffer.count)
    #else
        explicit_bzero(base, buffer.count)
    #endif
}
