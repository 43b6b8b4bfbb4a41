import Foundation

/// Where a response's body goes.
enum ResponsePlace: Sendable {
    case standardOutput
    /// A device or a pipe: written to as the body comes.
    case device(path: String)
    /// A file that is there whole or not at all.
    case file(path: String)

    /// - Parameter path: what `--output` says; nil for nothing, `-` for standard output. A symbolic link stays, and what it
    ///   leads to is replaced.
    /// - Throws: `CommandError` for a folder, and for a link that leads nowhere.
    init(_ path: String?) throws {
        guard let path, path != "-" else {
            self = .standardOutput
            return
        }
        let target = try OutputFiles.target(of: path)
        var status = stat()
        guard stat(target, &status) == 0 else {
            self = .file(path: target)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw CommandError(.unwritableFile, "\(path) is a folder", hint: "name a file in it")
        case S_IFREG: self = .file(path: target)
        default: self = .device(path: target)
        }
    }
}
