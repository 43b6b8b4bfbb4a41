import Foundation
import PortableSecurity

/// A download's file before it takes its place.
///
/// Written by the thread that reads the connection, as curl does it.
// @unchecked: what is not constant is behind the lock.
final class PartialFile: BodySink, ExchangeHooks, @unchecked Sendable {
    private struct State {
        var size: Int64
        /// Whether the response in hand goes on where the file ends; nil before there is one.
        var isContinued: Bool?
        /// Whether it is a part of something else, which must not be joined to what is there (RFC 9110, 15.3.7.3).
        var isForeign = false
        var total: Int64?
        var response: HTTPURLResponse?
        /// Whether it stays, or is gone already.
        var isKept = false
    }
    private let path: String
    private let descriptor: Int32
    /// What the file goes on from; nil where it begins anew.
    let resumed: PartialDownload?
    private let state: Protected<State>
    private let progress: (@Sendable (TransferProgress) -> Void)?
    private let began: @Sendable (HTTPURLResponse, _ path: String) -> Void

    /// - Parameter began: told of the final response, before anything of it is written, and of the file's path.
    /// - Throws: `MutualTLSError` with the code `fileNotWritten`.
    init(
        beside destination: URL, resuming resumed: PartialDownload?,
        progress: (@Sendable (TransferProgress) -> Void)?,
        began: @escaping @Sendable (HTTPURLResponse, _ path: String) -> Void
    ) throws(MutualTLSError) {
        let name = destination.lastPathComponent
        let folder = destination.deletingLastPathComponent().path
        var size: Int64 = 0
        var descriptor: Int32 = -1
        var path = "\(folder)/.\(name).\(UUID().uuidString.prefix(8)).part"
        if let resumed {
            // No link is followed: the name may have been taken by somebody else meanwhile.
            descriptor = open(resumed.path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
            var status = stat()
            if descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                (path, size) = (resumed.path, Int64(status.st_size))
            } else if descriptor >= 0 {
                close(descriptor)
                descriptor = -1
            }
        }
        if descriptor < 0 { descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            throw .fileNotWritten(name, errno, "see that the directory exists and can be written to")
        }
        (self.path, self.descriptor, self.progress, self.began) = (path, descriptor, progress, began)
        self.resumed = size > 0 ? resumed : nil
        state = Protected(State(size: size))
    }

    deinit {
        close(descriptor)
        discard()
    }

    /// Deletes it, unless it is to stay. Its writer may live a little longer.
    func discard() {
        let isLeft = state.withLock { state in
            defer { state.isKept = true }
            return !state.isKept
        }
        if isLeft { unlink(path) }
    }

    var size: Int64 { state.withLock { $0.size } }

    /// The final response's head: what comes now belongs behind what is there, or in its place.
    func begin(_ response: HopResponse) -> MutualTLSError? {
        do {
            return begin(try response.make())
        } catch {
            return error as? MutualTLSError ?? MutualTLSError(.badResponse, "\(error)")
        }
    }

    private func begin(_ response: HTTPURLResponse) -> MutualTLSError? {
        if let refusal = refusal(response) { return refusal }
        let error = state.withLock { state -> MutualTLSError? in
            let isContinued = response.statusCode == 206 && continues(response, at: state.size)
            state.isContinued = isContinued
            state.isForeign = resumed != nil && response.statusCode == 206 && !isContinued
            if state.isForeign { return nil }
            state.response = response
            if !isContinued {
                guard ftruncate(descriptor, 0) == 0 else { return .fileNotWritten(path, errno, nil) }
                state.size = 0
            }
            // The length of a coded body is not that of the file.
            let length = response.expectedContentLength
            let isCoded = response.value(forHTTPHeaderField: "Content-Encoding") != nil
            state.total = length >= 0 && !isCoded ? state.size + length : nil
            return nil
        }
        // What is noted of the response must be true of what is in the file, whenever this process is killed.
        if error == nil, !isForeign { began(response, path) }
        return error
    }

    /// Knows of a response without a body, too.
    func settle(_ response: HTTPURLResponse) -> MutualTLSError? {
        state.withLock { $0.isContinued == nil } ? begin(response) : nil
    }

    /// A server that has a bad moment must not cost what has come already.
    func refusal(_ response: HTTPURLResponse) -> MutualTLSError? {
        guard resumed != nil, response.statusCode >= 400, response.statusCode != 416 else { return nil }
        return MutualTLSError(
            .resumptionRefused,
            "\(response.url?.host ?? "the server") answers \(response.statusCode) when asked for the rest of the file",
            hint: "try again later: what has come is kept")
    }

    private func continues(_ response: HTTPURLResponse, at size: Int64) -> Bool {
        guard resumed != nil, let range = response.value(forHTTPHeaderField: "Content-Range") else { return false }
        return range.lowercased().hasPrefix("bytes \(size)-") && resumed?.isPart(response) == true
    }

    /// Whether the response was no part of what is here.
    var isForeign: Bool { state.withLock { $0.isForeign } }

    func take(_ bytes: UnsafeRawBufferPointer) -> MutualTLSError? {
        if isForeign { return nil }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                return .fileNotWritten(
                    (path as NSString).lastPathComponent, errno, "make room, and resume the download")
            }
            rest = rest.dropFirst(count)
        }
        let (size, total) = state.withLock { state in
            state.size += Int64(bytes.count)
            return (state.size, state.total)
        }
        progress?(TransferProgress(completedBytes: size, totalBytes: total))
        return nil
    }

    /// Puts it in its place.
    /// - Throws: `MutualTLSError` with the code `fileNotWritten`.
    func finish(_ response: HTTPURLResponse, at destination: URL) throws(MutualTLSError) {
        // What is replaced keeps its permissions: a private file must not become public.
        var old = stat()
        let isThere = stat(destination.path, &old) == 0 && old.st_mode & S_IFMT == S_IFREG
        _ = fchmod(descriptor, isThere ? old.st_mode & 0o777 : 0o666 & ~Self.umask)
        guard fsync(descriptor) == 0, rename(path, destination.path) == 0 else {
            throw .fileNotWritten(destination.lastPathComponent, errno, "see that no directory of this name is there")
        }
        state.withLock { $0.isKept = true }
    }

    /// Read from a file's mode rather than by `umask()`, which would change it for the whole process for a moment.
    private static let umask: mode_t = {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("Umask:") }
        return line.flatMap { mode_t($0.dropFirst(6).trimmingCharacters(in: .whitespaces), radix: 8) } ?? 0o022
    }()

    /// Keeps what has come where it can be gone on with, and says so in the error.
    func keep(for request: URLRequest, _ error: MutualTLSError) -> MutualTLSError {
        let partial = state.withLock { state -> PartialDownload? in
            guard state.size > 0, error.code != .badResponse else { return nil }
            let partial =
                state.response.flatMap { PartialDownload($0, to: request, path: path) }
                ?? (state.response == nil ? resumed : nil)
            state.isKept = partial != nil
            return partial
        }
        guard let data = partial?.resumeData else {
            discard()
            return error
        }
        return MutualTLSError(
            error.code, error.reason, hint: error.hint ?? "the download can be resumed", alert: error.alert,
            underlying: InterruptedDownload(resumeData: data, error: error.underlying))
    }
}

extension MutualTLSError {
    fileprivate static func fileNotWritten(_ name: String, _ number: Int32, _ hint: String?) -> MutualTLSError {
        MutualTLSError(
            .fileNotWritten, "\(name) can't be written: \(String(cString: strerror(number)))", hint: hint)
    }
}
