import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

/// A response's body on its way to a file, which is there whole or not at all, and replaces what is there.
///
/// What is left of a download that broke off waits beside the file, and so does a note about it.
final class FileDownload: Sendable {
    let path: String
    private let note: DownloadNote
    /// What a download that broke off has left.
    private let resumeData: LockedBox<Data?>

    /// - Parameters:
    ///   - request: what is asked for.
    ///   - continues: whether to go on with what is left; it is removed otherwise.
    /// - Throws: `CommandError`, also where what is left is of another request than the one to be gone on with.
    init(_ path: String, _ request: URLRequest, continues: Bool) throws {
        self.path = path
        note = try DownloadNote(of: path)
        let left = note.contents
        let isUseful = continues && DownloadRemains.fits(left, request)
        if continues, !isUseful, DownloadRemains.isUsable(left) {
            note.keep()
            throw CommandError(
                .failed, "what an earlier run has left of \(path) is of another URL; it is kept",
                hint: "go on with that URL, or leave --continue out to begin anew")
        }
        resumeData = LockedBox(isUseful ? left : nil)
        if isUseful {
            note.keep()
        } else {
            DownloadRemains.discard(left)
            note.write(Data())
        }
        note.removeOrphans(but: isUseful ? DownloadRemains.path(left) : nil)
    }

    /// Downloads.
    /// - Returns: the response, and a file beside the one that is meant.
    /// - Throws: `MutualTLSError`.
    func receive(
        _ request: URLRequest, _ session: MutualTLSSession, _ progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws -> (HTTPURLResponse, String) {
        let whole = note.wholePath()
        do {
            // Noted before the body comes: a process that is killed says nothing any more.
            let response = try await session.download(
                for: request, to: URL(fileURLWithPath: whole), resumeFrom: resumeData.withLock { $0 },
                progress: progress
            ) { [note] in note.write($0 ?? Data()) }
            resumeData.withLock { $0 = nil }
            return (response, whole)
        } catch let error as MutualTLSError {
            resumeData.withLock { $0 = error.resumeData }
            // Nobody knows the file beside it by its name.
            guard error.code == .fileNotWritten, let range = error.reason.range(of: " can't be written") else {
                throw error
            }
            throw CommandError(.unwritableFile, path + error.reason[range.lowerBound...], hint: error.hint)
        }
    }

    /// Puts a response's body in its place, unless that is a failure.
    /// - Parameter head: stands before the body.
    /// - Returns: the body's beginning, of a failure.
    /// - Throws: `CommandError`.
    func finish(_ whole: String, _ response: HTTPURLResponse, _ head: Data) throws -> Data {
        defer { note.remove() }
        if RequestFailure.isNo(response) {
            defer { unlink(whole) }
            return (try? FileHandle(forReadingFrom: URL(fileURLWithPath: whole)).read(upToCount: 64 << 10)) ?? Data()
        }
        let finished = head.isEmpty ? whole : try putting(head, before: whole)
        guard rename(finished, path) == 0 else {
            let number = errno
            unlink(finished)
            throw OutputFiles.failure(path, number)
        }
        return Data()
    }

    /// - Returns: another file with the head and the body; the one before is gone.
    private func putting(_ head: Data, before whole: String) throws -> String {
        defer { unlink(whole) }
        let path = note.wholePath()
        var status = stat()
        let descriptor = stat(whole, &status) == 0 ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) : -1
        guard descriptor >= 0 else { throw OutputFiles.failure(self.path, errno) }
        defer { close(descriptor) }
        do {
            var failure = Output.writeAll(head, to: descriptor)
            let body = try FileHandle(forReadingFrom: URL(fileURLWithPath: whole))
            while failure == nil, let piece = try body.read(upToCount: 1 << 20), !piece.isEmpty {
                failure = Output.writeAll(piece, to: descriptor)
            }
            if let failure { throw OutputFiles.failure(self.path, failure) }
            guard fchmod(descriptor, status.st_mode & 0o777) == 0, fsync(descriptor) == 0 else {
                throw OutputFiles.failure(self.path, errno)
            }
            return path
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Keeps what is left for another run, where there is anything.
    /// - Returns: whether it can be gone on with.
    func keep() -> Bool {
        let left = resumeData.withLock { $0 }
        if let left { note.write(left) } else { note.remove() }
        return left != nil
    }
}
