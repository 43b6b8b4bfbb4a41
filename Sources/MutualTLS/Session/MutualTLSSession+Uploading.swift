import Foundation
import PortableSecurity

extension MutualTLSSession {
    /// Sends data, and collects the response.
    /// - Parameters:
    ///   - request: a body of its own is not sent; a method of GET becomes POST.
    ///   - bodyData: what is sent.
    ///   - progress: told how much is on its way; called on a thread of the session's, and must return at once.
    /// - Returns: as `data(for:)`.
    /// - Throws: `MutualTLSError`.
    public func upload(
        for request: URLRequest, from bodyData: Data, progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> (Data, HTTPURLResponse) {
        try await upload(request, .data(bodyData), progress)
    }

    /// Sends a file, read as it is sent, and collects the response.
    /// - Parameters:
    ///   - request: a body of its own is not sent; a method of GET becomes POST.
    ///   - fileURL: a regular file. What is appended to it meanwhile is not sent.
    ///   - progress: told how much is on its way; called on a thread of the session's, and must return at once.
    /// - Returns: as `data(for:)`.
    /// - Throws: `MutualTLSError`; `invalidRequest` where the file can't be read.
    public func upload(
        for request: URLRequest, fromFile fileURL: URL, progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws -> (Data, HTTPURLResponse) {
        try await upload(request, .file(fileURL), progress)
    }

    private func upload(
        _ original: URLRequest, _ body: RequestBody, _ progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws -> (Data, HTTPURLResponse) {
        var (request, _) = try prepared(original)
        if request.httpMethod ?? "GET" == "GET" { request.httpMethod = "POST" }
        let sink = DataSink(limit: configuration.maximumResponseSize)
        let response = try await exchange(hooks: UploadHooks(progress: progress)).collect(request, body, into: sink)
        return (sink.take(), response)
    }
}

private struct UploadHooks: ExchangeHooks {
    let progress: (@Sendable (TransferProgress) -> Void)?

    func didSend(_ bytes: Int64, of total: Int64?) {
        progress?(TransferProgress(completedBytes: bytes, totalBytes: total))
    }
}
