import Foundation

/// What a request sends.
enum OutgoingBody: Sendable {
    case none
    case data(Data)
    /// A regular file, read as it is sent.
    case file(URL)
    /// A pipe or a device: nobody knows how much there is before its end, and it is read once.
    case stream(path: String)

    /// More is not read into memory, in bytes. Regular files are not.
    static let maximumSize = 256 << 20

    /// As `--data` takes it: a text, `@FILE`, or `@-` for standard input; bytes as they are.
    /// - Throws: `CommandError`.
    init(data text: String) throws {
        guard text.hasPrefix("@") else {
            self = .data(Data(text.utf8))
            return
        }
        let path = String(text.dropFirst())
        if path.isEmpty { throw CommandError(.usage, "--data @ needs the name of a file") }
        self = try Self.file(path) ?? .data(Self.read(path))
    }

    /// A file's bytes, as `--upload-file` takes it; `-` is standard input.
    /// - Throws: `CommandError`.
    init(upload path: String) throws {
        let path = path == "-" ? "/dev/stdin" : path
        var status = stat()
        let isThere = stat(path, &status) == 0 && access(path, R_OK) == 0
        if isThere, [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) {
            self = .stream(path: path)
        } else {
            self = try Self.file(path) ?? .data(Self.read(path))
        }
    }

    /// A regular file that has as many bytes as it says; those of the kernel's don't (`/proc`, `/sys`).
    private static func file(_ path: String) -> OutgoingBody? {
        var status = stat()
        // A pipe must not be opened to look at it: its writer would begin, and what it writes be lost.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var byte: UInt8 = 0
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            pread(descriptor, &byte, 1, status.st_size - 1) == 1
        else { return nil }
        return .file(URL(fileURLWithPath: path))
    }

    /// The same in memory: the library takes a file along with POST and its like alone.
    func inMemory() throws -> OutgoingBody {
        guard case .file(let url) = self else { return try repeatable() }
        return .data(try Self.read(url.path))
    }

    /// The same where it can be sent more than once.
    func repeatable() throws -> OutgoingBody {
        guard case .stream(let path) = self else { return self }
        return .data(try Self.read(path))
    }

    private static func read(_ path: String) throws -> Data {
        let name = "the request's body"
        if path == "-" { return try InputFile.read(0, named: "standard input", name, limit: maximumSize) }
        return try InputFile.read(path, name, limit: maximumSize)
    }
}
