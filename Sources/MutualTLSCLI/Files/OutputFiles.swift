import Foundation

/// Files that appear whole or not at all.
///
/// Each is written under another name in the same folder and gets its own name at the end, when all of them are on the
/// disk. After a failure, or a signal, none is there.
struct OutputFiles {
    private let overwrites: Bool
    private var files: [(path: String, contents: Data, mode: mode_t)] = []

    /// - Parameter overwrites: whether files that are there already are replaced.
    init(overwrites: Bool) { self.overwrites = overwrites }

    /// Adds a file for this user alone.
    mutating func addSecret(_ path: String, _ contents: Data) { files.append((path, contents, 0o600)) }

    /// Adds a file that everybody may read.
    mutating func add(_ path: String, _ contents: Data) { files.append((path, contents, 0o644)) }

    /// The paths, in their order.
    var paths: [String] { files.map(\.path) }

    /// Looks whether all of them could be written, before anything costly is done or a password asked for.
    /// - Throws: `CommandError` for one that is there, unless it may be replaced.
    func check() throws {
        for file in files { try Self.check(file.path, overwrites: overwrites) }
    }

    /// The same for one path.
    static func check(_ path: String, overwrites: Bool) throws {
        if path == "-" {
            throw CommandError(.usage, "the file is not written to standard output", hint: "name a file")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: throw CommandError(.unwritableFile, "\(path) is a folder", hint: "name a file in it")
        case S_IFREG: if !overwrites { throw Self.exists(path) }
        case S_IFLNK:
            if !overwrites { throw Self.exists(path) }
            try check(try target(of: path), overwrites: true)
        default:
            throw CommandError(
                .unwritableFile, "\(path) is no file but a device, a pipe or a socket", hint: "name a file")
        }
    }

    /// The file that a symbolic link leads to, so that the link stays; other paths as they are.
    static func target(of path: String) throws -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let resolved = realpath(path, nil) else {
            throw CommandError(
                .unwritableFile, "\(path) is a symbolic link that leads nowhere", hint: "remove it, or name a file")
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Writes them.
    /// - Parameter announcing: says so. Where that fails, none of the files stays, since whoever called for them was not told;
    ///   a reader who has gone away had heard enough.
    /// - Throws: `CommandError` that names the path, and what `announcing` throws.
    func write(announcing: () throws -> Void = {}) throws {
        let leftovers = Leftovers()
        // Before the first file: a signal in between must not leave one behind.
        let registration = Interruption.onSignal {
            leftovers.remove()
            return .end
        }
        defer { registration.cancel() }
        do {
            try check()
            let targets = try files.map { try Self.target(of: $0.path) }
            var temporaries: [String] = []
            for (target, file) in zip(targets, files) {
                temporaries.append(try writeTemporary(target, file.contents, file.mode, leftovers))
            }
            // Two files belong together: nobody else of this command puts his own between them.
            let lock = files.count > 1 ? Self.lockFolder(of: targets[0]) : -1
            defer { if lock >= 0 { close(lock) } }
            for (temporary, target) in zip(temporaries, targets) {
                try commit(temporary, to: target, leftovers)
            }
            try announcing()
            leftovers.keep()
        } catch let error as Output.ReaderGone {
            leftovers.keep()
            throw error
        } catch {
            leftovers.remove()
            throw error
        }
    }

    /// - Returns: a descriptor that holds the lock until it is closed; -1 where there is none to be had.
    private static func lockFolder(of path: String) -> Int32 {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
        return descriptor
    }

    private func writeTemporary(
        _ path: String, _ contents: Data, _ mode: mode_t, _ leftovers: Leftovers
    ) throws -> String {
        let url = URL(fileURLWithPath: path)
        let name = ".\(url.lastPathComponent).\(UInt64.random(in: 0...UInt64.max)).tmp"
        let temporary = url.deletingLastPathComponent().appendingPathComponent(name).path
        // Before it is there: a signal may come at any moment.
        leftovers.add(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        defer { close(descriptor) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            try handle.write(contentsOf: contents)
        } catch {
            throw Self.failure(path, errno)
        }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failure(path, errno) }
        return temporary
    }

    private func commit(_ temporary: String, to path: String, _ leftovers: Leftovers) throws {
        if overwrites {
            guard rename(temporary, path) == 0 else { throw Self.failure(path, errno) }
            leftovers.forget(temporary)
            return
        }
        // A new name for the file, which fails where the name is taken, unlike rename.
        if link(temporary, path) == 0 {
            leftovers.add(path)
            leftovers.removeNow(temporary)
            return
        }
        guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { throw Self.failure(path, errno) }
        // Memory sticks know no links: take the name first, then replace what holds it.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        close(descriptor)
        leftovers.add(path)
        guard rename(temporary, path) == 0 else { throw Self.failure(path, errno) }
        leftovers.forget(temporary)
    }

    private static func exists(_ path: String) -> CommandError {
        CommandError(
            .unwritableFile, "\(path) is there already, and nothing was written",
            hint: "choose another name, or replace it with --force")
    }

    /// Why a file can't be written.
    static func failure(_ path: String, _ number: Int32) -> CommandError {
        switch number {
        case EEXIST: exists(path)
        case ENOENT:
            CommandError(
                .unwritableFile, "\(path) can't be written: its folder is not there", hint: "make the folder first")
        case EACCES, EPERM, EROFS:
            CommandError(
                .unwritableFile, "\(path) can't be written: \(systemMessage(number).lowercased())",
                hint: "choose a folder that is yours")
        default: CommandError(.unwritableFile, "\(path) can't be written: \(systemMessage(number).lowercased())")
        }
    }
}
