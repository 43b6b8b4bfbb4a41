#if os(Linux)
    import Foundation
    import PortableSecurity

    @testable import MutualTLS

    /// `URLSession.mutualTLS`, as an app uses a URLSession: with a delegate.
    struct URLSessionClient: ClientUnderTest {
        private let session: URLSession

        init(_ setup: ClientSetup) throws {
            // As `URLSession.mutualTLS` makes it, but for the time that a challenge may take.
            session = MutualTLSURLSession(
                configuration: .ephemeral, delegate: AnsweringDelegate(setup), delegateQueue: nil,
                engine: try ExchangeEngine(.ephemeral, challengeTimeout: setup.challengeTimeout))
        }

        func send(_ request: URLRequest) async throws -> Answer {
            try await answer { try await session.data(for: request) }
        }

        func send(_ request: URLRequest, as kind: Kind) async throws -> Answer {
            try await answer {
                switch kind {
                case .uploadOfData: return try await session.upload(for: request, from: Data("x".utf8))
                case .uploadOfFile:
                    return try await Kind.withFile { try await session.upload(for: request, fromFile: $0) }
                case .download:
                    let (file, response) = try await session.download(for: request)
                    defer { try? FileManager.default.removeItem(at: file) }
                    return (try Data(contentsOf: file), response)
                case .webSocket: return try await firstMessage(request)
                case .bytes: throw NotOffered()
                }
            }
        }

        func upload(
            _ request: URLRequest, _ body: UploadBody, progress: @escaping @Sendable (TransferProgress) -> Void
        ) async throws -> Answer {
            // URLSession sends the method as it is.
            var request = request
            if request.httpMethod == "GET" { request.httpMethod = "POST" }
            let delegate = ProgressDelegate(progress)
            return try await answer { [request] in
                switch body {
                case .data(let data): try await session.upload(for: request, from: data, delegate: delegate)
                case .file(let file): try await session.upload(for: request, fromFile: file, delegate: delegate)
                }
            }
        }

        private func firstMessage(_ request: URLRequest) async throws -> (Data, URLResponse) {
            let task = session.webSocketTask(with: request)
            task.resume()
            defer { task.cancel() }
            let message = try await withTaskCancellationHandler {
                try await task.receive()
            } onCancel: {
                task.cancel()
            }
            guard case .string(let text) = message, let answer = Answer(text, of: request) else {
                throw URLError(.badServerResponse)
            }
            return (answer.body, answer.response)
        }

        private func answer(_ exchange: () async throws -> (Data, URLResponse)) async throws -> Answer {
            do {
                let (body, response) = try await exchange()
                guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                return Answer(response: response, body: body)
            } catch let error as URLError {
                throw error.userInfo[NSUnderlyingErrorKey] as? MutualTLSError ?? error
            }
        }

        func invalidate() { session.invalidateAndCancel() }
    }

    /// Hands on how far an upload is.
    private final class ProgressDelegate: NSObject, URLSessionTaskDelegate {
        private let progress: @Sendable (TransferProgress) -> Void

        init(_ progress: @escaping @Sendable (TransferProgress) -> Void) { self.progress = progress }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) { progress(TransferProgress(completedBytes: totalBytesSent, totalBytes: totalBytesExpectedToSend)) }
    }

    /// A delegate that trusts whom the setup trusts; what it doesn't trust it leaves to the system, which doesn't either.
    private final class AnsweringDelegate: NSObject, URLSessionTaskDelegate {
        private let setup: ClientSetup
        private let answering = Protected<[Int: [Task<Void, Never>]]>([:])

        init(_ setup: ClientSetup) { self.setup = setup }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let space = challenge.protectionSpace
            if let trust = space.serverTrust {
                let isTrusted = (try? setup.trust.evaluate(trust, forDomain: space.host)) != nil
                return isTrusted
                    ? completionHandler(.useCredential, URLCredential(trust: trust))
                    : completionHandler(.performDefaultHandling, nil)
            }
            let answer = Task { [setup] in
                let credential = await setup.credential(for: challenge)
                completionHandler(credential == nil ? .performDefaultHandling : .useCredential, credential)
            }
            answering.withLock { $0[task.taskIdentifier, default: []].append(answer) }
        }

        /// The task is over: nobody waits for the answer any longer.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            for answer in answering.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) ?? [] { answer.cancel() }
        }
    }

    /// `MutualTLSSession` as it runs on Apple platforms, over a URLSession: here over that of `URLSession.mutualTLS`.
    struct SessionOverURLSessionClient: SessionBasedClient {
        let session: MutualTLSSession

        init(_ setup: ClientSetup) throws {
            var configuration = MutualTLSSession.Configuration()
            configuration.challengeTimeout = setup.challengeTimeout
            configuration.warn = { _ in }
            func responder(_ origins: Set<Origin>?) -> ChallengeResponder {
                ChallengeResponder(
                    source: .closure { await setup.credential(for: $0) }, origins: origins, serverTrust: setup.trust,
                    whenNoIdentity: .continueWithout, warn: { _ in })
            }
            let identified = responder(nil)
            let backend = URLSessionBackend(
                responder: identified, withoutIdentity: responder([]), configuration: configuration,
                makeSession: { URLSession.mutualTLS(configuration: $0, delegate: $1) })
            session = MutualTLSSession(
                backend: backend, responder: identified, origins: nil, configuration: configuration)
        }
    }
#endif
