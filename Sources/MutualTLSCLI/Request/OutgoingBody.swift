import Foundation

/// What a request sends.
enum OutgoingBody: Sendable {
    case none
    case data(Data)
    /// A regular file, read as it is sent.
    case file(URL)

    /// More is not read into memory, in bytes. Regular files are not.
    static let maximumSize = 256 << 20

    /// As `--data` takes it: a text, `@FILE`, or `@-` for standard input; bytes as they are.
    /// - Throws: `CommandError`.
    init(data text: String) throws {
        self = text.hasPrefix("@") ? try OutgoingBody(path: String(text.dropFirst())) : .data(Data(text.utf8))
    }

    /// A file's bytes; `-` is standard input.
    /// - Throws: `CommandError`.
    init(path: String) throws {
        var status = stat()
        if path == "-" {
            self = .data(try InputFile.read(0, named: "standard input", Self.name, limit: Self.maximumSize))
        } else if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, R_OK) == 0 {
            self = .file(URL(fileURLWithPath: path))
        } else {
            // A pipe; else this tells what is wrong.
            self = .data(try InputFile.read(path, Self.name, limit: Self.maximumSize))
        }
    }

    /// The same in memory: the library takes a file along with POST and its like alone.
    func inMemory() throws -> OutgoingBody {
        guard case .file(let url) = self else { return self }
        return .data(try InputFile.read(url.path, Self.name, limit: Self.maximumSize))
    }

    private static let name = "the request's body"
}
