import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

/// A response's body on its way to a file, which is there whole or not at all, and replaces what is there.
///
/// What is left of a download that broke off waits beside the file, and so does a note about it: `.NAME.resume`.
final class FileDownload: Sendable {
    let path: String
    private let notePath: String
    /// What a download that broke off has left.
    private let resumeData: LockedBox<Data?>

    /// - Parameters:
    ///   - request: what is asked for.
    ///   - continues: whether to go on with what is left; it is removed otherwise.
    init(_ path: String, _ request: URLRequest, continues: Bool) {
        self.path = path
        let url = URL(fileURLWithPath: path)
        notePath = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).resume").path
        let left = Self.note(notePath)
        let isUseful = left.map { continues && DownloadRemains.fits($0, request) } ?? false
        resumeData = LockedBox(isUseful ? left : nil)
        if let left, !isUseful {
            DownloadRemains.discard(left)
            unlink(notePath)
        }
    }

    /// A note of this user's, which nobody else could have written: it names a file that is written to.
    private static func note(_ path: String) -> Data? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else { return nil }
        return try? InputFile.read(descriptor, named: path, "the note")
    }

    /// Downloads.
    /// - Returns: the response, and a file beside the one that is meant.
    /// - Throws: `MutualTLSError`.
    func receive(
        _ request: URLRequest, _ session: MutualTLSSession, _ progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws -> (HTTPURLResponse, String) {
        let whole = "\(path).\(UInt32.random(in: 0...UInt32.max)).whole"
        do {
            let response = try await session.download(
                for: request, to: URL(fileURLWithPath: whole), resumeFrom: resumeData.withLock { $0 },
                progress: progress)
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
    /// - Returns: the body's beginning, of a failure.
    /// - Throws: `CommandError`.
    func finish(_ whole: String, _ response: HTTPURLResponse) throws -> Data {
        unlink(notePath)
        if response.statusCode >= 400 {
            defer { unlink(whole) }
            return (try? FileHandle(forReadingFrom: URL(fileURLWithPath: whole)).read(upToCount: 64 << 10)) ?? Data()
        }
        guard rename(whole, path) == 0 else {
            let number = errno
            unlink(whole)
            throw OutputFiles.failure(path, number)
        }
        return Data()
    }

    /// Keeps what is left for another run, where there is anything.
    /// - Returns: whether it can be gone on with.
    func keep() -> Bool {
        guard let left = resumeData.withLock({ $0 }) else {
            unlink(notePath)
            return false
        }
        var files = OutputFiles(overwrites: true)
        files.addSecret(notePath, left)
        do {
            try files.write()
            return true
        } catch {
            DownloadRemains.discard(left)
            return false
        }
    }
}
