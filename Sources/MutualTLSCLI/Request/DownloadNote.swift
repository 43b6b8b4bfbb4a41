import Foundation
import MutualTLS
import MutualTLSOpenSSL

/// The note beside a file that is downloaded, `.NAME.resume`: where the part is that has come, for a run that goes on.
///
/// It is there, and locked, as long as a run lasts: a run that was killed leaves it, and the next one finds what to go on with
/// or to clean up.
final class DownloadNote: Sendable {
    private let folder: URL
    private let name: String
    private let path: String
    private let descriptor: Int32
    private let isKept = LockedBox(false)
    /// What an earlier run wrote.
    let contents: Data

    /// - Parameter file: what is downloaded.
    /// - Throws: `CommandError` where another run is at it, or where nothing can be written there.
    init(of file: String) throws {
        let url = URL(fileURLWithPath: file)
        (folder, name) = (url.deletingLastPathComponent(), url.lastPathComponent)
        path = folder.appendingPathComponent(".\(name).resume").path
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 || errno == ELOOP || errno == ENXIO || errno == EISDIR else {
                throw OutputFiles.failure(file, errno)
            }
            if descriptor >= 0, Self.isOwn(descriptor) {
                guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                    close(descriptor)
                    throw CommandError(
                        .unwritableFile, "\(file) is being downloaded by somebody else",
                        hint: "wait for that to end, or choose another file")
                }
                // The one who had it may have removed it meanwhile.
                if Self.isSame(descriptor, path) {
                    self.descriptor = descriptor
                    contents = (try? InputFile.read(descriptor, named: path, "the note")) ?? Data()
                    return
                }
            } else if unlink(path) != 0, errno != ENOENT {
                // Nobody else may say which file is gone on with.
                let number = errno
                if descriptor >= 0 { close(descriptor) }
                throw OutputFiles.failure(path, number)
            }
            if descriptor >= 0 { close(descriptor) }
        }
    }

    deinit {
        if !isKept.withLock({ $0 }) { unlink(path) }
        close(descriptor)
    }

    /// Only this user can have written it: it names a file that is written to.
    private static func isOwn(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
            && status.st_mode & 0o022 == 0
    }

    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        var (open, named) = (stat(), stat())
        return fstat(descriptor, &open) == 0 && lstat(path, &named) == 0 && open.st_ino == named.st_ino
            && open.st_dev == named.st_dev
    }

    /// Replaces what is in it. It stays after this run, unless that is empty.
    func write(_ data: Data) {
        isKept.withLock { $0 = !data.isEmpty }
        let isWritten =
            ftruncate(descriptor, 0) == 0
            && data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) } == data.count
        // Half a note is none.
        if !isWritten { _ = ftruncate(descriptor, 0) }
    }

    /// Removes it. A signal may end the process before this goes by itself.
    func remove() {
        write(Data())
        unlink(path)
    }

    /// Lets what is in it stay after this run.
    func keep() { isKept.withLock { $0 = true } }

    /// A new name in the folder for what has come whole.
    func wholePath() -> String {
        folder.appendingPathComponent(".\(name).\(String(format: "%08X", UInt32.random(in: 0...UInt32.max))).whole")
            .path
    }

    /// Removes what runs that were killed have left. None that is alive can have made it: this one has the lock.
    /// - Parameter path: stays.
    func removeOrphans(but path: String?) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where isOrphan(name) {
            let orphan = folder.appendingPathComponent(name).path
            if orphan != path { unlink(orphan) }
        }
    }

    /// `.NAME.12345678.whole`, and what a download to that has in hand: the same with a dot before it and `.12345678.part` behind.
    private func isOrphan(_ other: String) -> Bool {
        var text = other[...]
        if text.hasSuffix(".part"), text.hasPrefix("..") { text = Self.withoutTag(text.dropFirst().dropLast(5)) ?? "" }
        return text.hasSuffix(".whole") && Self.withoutTag(text.dropLast(6)) == ".\(name)"
    }

    private static func withoutTag(_ text: Substring) -> Substring? {
        let tag = text.suffix(9)
        guard tag.count == 9, tag.first == ".", tag.dropFirst().allSatisfy({ $0.isHexDigit && !$0.isLowercase }) else {
            return nil
        }
        return text.dropLast(9)
    }
}
