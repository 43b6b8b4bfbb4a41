import Foundation
import PortableSecurity

extension MutualTLSSession {
    /// Downloads to a file in the temporary directory, which is the caller's from then on.
    /// - Parameters:
    ///   - request: as for `data(for:)`.
    ///   - resumeData: from `MutualTLSError.resumeData` of a download that broke off, to go on where it ended.
    ///   - progress: told how much has come; called on a thread of the session's, and must return at once.
    /// - Returns: the file, and the response, whatever its status code.
    /// - Throws: `MutualTLSError`, with `resumeData` where the download can be resumed.
    public func download(
        for request: URLRequest, resumeFrom resumeData: Data? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> (URL, HTTPURLResponse) {
        let name = "mtls-download-\(UUID().uuidString)"
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        let response = try await download(for: request, to: file, resumeFrom: resumeData, progress: progress)
        return (file, response)
    }

    /// Downloads a URL; see `download(for:)`.
    public func download(from url: URL) async throws -> (URL, HTTPURLResponse) {
        try await download(for: URLRequest(url: url))
    }

    /// Downloads to a file of the caller's choice.
    ///
    /// The file is there whole or not at all: the body is written beside it, under a hidden name, and takes its place in one
    /// step (`rename`). What was there before stays until then, and stays if the download fails.
    ///
    /// A download that breaks off, or is cancelled, leaves what has come, and the error's `resumeData` tells of it; going on
    /// takes `Range` and `If-Range` (RFC 9110, 13.1.5 and 14.2), so that a file that has changed meanwhile is fetched anew.
    /// Without it what has come is deleted: where the server names no strong `ETag` and no `Last-Modified`, where the
    /// body had a content coding, or for a method other than GET.
    /// - Parameters:
    ///   - request: as for `data(for:)`.
    ///   - destination: in a directory that exists; what is there is replaced.
    ///   - resumeData: from `MutualTLSError.resumeData` of a download that broke off.
    ///   - progress: told how much has come, what was there before included; called on a thread of the session's, and must
    ///     return at once.
    /// - Returns: the response, whatever its status code: the file holds its body.
    /// - Throws: `MutualTLSError`; `fileNotWritten` where the file can't be written, `resumptionRefused` where the server
    ///   answers with an error when asked for the rest. One that answers with a part of something else is asked for the whole.
    @discardableResult
    public func download(
        for request: URLRequest, to destination: URL, resumeFrom resumeData: Data? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> HTTPURLResponse {
        try await download(for: request, to: destination, resumeFrom: resumeData, progress: progress) { _ in }
    }

    /// The same, for a process that may be killed at any moment.
    /// - Parameter began: told, before the body comes, what `MutualTLSError.resumeData` would be; nil where it can't be resumed.
    package func download(
        for request: URLRequest, to destination: URL, resumeFrom resumeData: Data?,
        progress: (@Sendable (TransferProgress) -> Void)?, began: @escaping @Sendable (Data?) -> Void
    ) async throws -> HTTPURLResponse {
        let (whole, body) = try prepared(request)
        let resumed = resumeData.flatMap { PartialDownload($0, for: whole) }
        let file = try PartialFile(beside: destination, resuming: resumed, progress: progress) {
            began(PartialDownload($0, to: whole, path: $1)?.resumeData)
        }
        var request = whole
        file.resumed?.addRange(to: &request, from: file.size)
        let response: HTTPURLResponse
        do {
            response = try await exchange(hooks: file).collect(request, body, into: file)
        } catch let error as MutualTLSError {
            throw file.keep(for: request, error)
        }
        if let refusal = file.refusal(response) { throw file.keep(for: whole, refusal) }
        // Where it doesn't take its place, nothing is left of it.
        defer { file.discard() }
        let isPast = file.resumed != nil && response.statusCode == 416
        if !isPast, let error = file.settle(response) { throw error }
        // What is here is no part of what is there.
        if isPast || file.isForeign {
            return try await download(
                for: whole, to: destination, resumeFrom: nil, progress: progress, began: began)
        }
        try file.finish(response, at: destination)
        return response
    }
}

extension MutualTLSError {
    /// What `MutualTLSSession.download` needs to go on with a download that failed with this error; nil where it can't. It
    /// names a file on this machine, and holds nothing secret.
    public var resumeData: Data? { (underlying as? InterruptedDownload)?.resumeData }
}

/// An error of a download, and what is left of that.
struct InterruptedDownload: Error {
    let resumeData: Data
    let error: (any Error)?
}
