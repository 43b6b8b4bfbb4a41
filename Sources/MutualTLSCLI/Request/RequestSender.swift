import Foundation
import MutualTLS
import PortableSecurity

/// Sends one request, and sends it again where the policy says so.
struct RequestSender: Sendable {
    /// A response before anything was made of it.
    struct Received: Sendable {
        enum Body: Sendable {
            case data(Data)
            case stream(MutualTLSSession.AsyncBytes)
            /// In a file that a `FileDownload` has yet to put in its place.
            case file(String)
        }
        let response: HTTPURLResponse
        let body: Body
        /// Keeps the stream going.
        let session: MutualTLSSession
    }

    let options: RequestOptions
    let warnings: Warnings
    var verbose: VerboseLog?
    var progress: (@Sendable (TransferProgress) -> Void)?
    /// Where the body is written to a file.
    var download: FileDownload?
    /// Whether the body is wanted in memory rather than as it comes.
    var collects = false

    /// - Parameter session: makes the session for an attempt, or gives the one there is; gets the seconds that are left.
    /// - Throws: `MutualTLSError`, of the last attempt.
    func send(_ session: @Sendable (TimeInterval?) throws -> MutualTLSSession) async throws -> Received {
        let policy = RetryPolicy(retries: options.retries, method: options.request.httpMethod ?? "GET")
        let start = ProcessInfo.processInfo.systemUptime
        var attempt = 0
        while true {
            let timeLeft = options.timeout.map { timeout in
                // In milliseconds, since errors tell it.
                let passed = attempt == 0 ? 0 : ProcessInfo.processInfo.systemUptime - start
                return max(1, ((timeout - passed) * 1000).rounded()) / 1000
            }
            let result: Result<Received, any Error>
            do {
                result = .success(try await once(session(timeLeft)))
            } catch {
                result = .failure(error)
            }
            guard let (outcome, reason) = Self.outcome(result),
                let delay = policy.delay(after: outcome, attempt: attempt), delay < timeLeft ?? .infinity
            else { return try result.get() }
            attempt += 1
            warnings.add("\(reason); trying again in \(Int(delay.rounded(.up))) s (\(attempt) of \(options.retries))")
            // Whoever doesn't want to wait gets what there is.
            guard (try? await Task.sleep(nanoseconds: UInt64(delay * 1e9))) != nil else { return try result.get() }
            if case .success(let received) = result, case .file(let path) = received.body { unlink(path) }
        }
    }

    private static func outcome(_ result: Result<Received, any Error>) -> (RetryPolicy.Outcome, String)? {
        switch result {
        case .success(let received):
            let response = received.response
            return (
                .answered(
                    status: response.statusCode, retryAfter: response.value(forHTTPHeaderField: "Retry-After")),
                "\(response.url?.host ?? "the server") answers \(response.statusCode)"
            )
        case .failure(let error as MutualTLSError): return (.failed(error.code), error.reason)
        case .failure: return nil
        }
    }

    private func once(_ session: MutualTLSSession) async throws -> Received {
        var request = options.request
        verbose?.begins(request)
        switch options.body {
        case .file(let url):
            let (data, response) = try await session.upload(for: request, fromFile: url, progress: progress)
            return Received(response: response, body: .data(data), session: session)
        case .data(let data): request.httpBody = data
        // Once: what is sent again is in memory by now.
        case .stream(let path): request.httpBodyStream = InputStream(fileAtPath: path)
        case .none: break
        }
        if let download {
            let (response, path) = try await download.receive(request, session, progress)
            return Received(response: response, body: .file(path), session: session)
        }
        if collects {
            let (data, response) = try await session.data(for: request)
            return Received(response: response, body: .data(data), session: session)
        }
        let (bytes, response) = try await session.bytes(for: request)
        return Received(response: response, body: .stream(bytes), session: session)
    }
}
