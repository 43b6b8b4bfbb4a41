#if os(Linux)
    import Foundation
    import PortableSecurity

    /// A task that is under way.
    struct TaskRun: Sendable {
        let session: MutualTLSURLSession
        let task: any SessionTask

        var core: TaskCore { task.core }
        var calls: DelegateCalls { DelegateCalls(session: session, task: task) }

        /// Sends the request, and waits for the head of the final response.
        func open(_ request: URLRequest?) async throws -> (HTTPURLResponse, TaskBytes) {
            guard let request else { throw MutualTLSError(.invalidRequest, "the task has no request") }
            try await core.whileSuspended()
            let (response, bytes) = try await session.engine.open(request, self)
            core.state.withLock { state in
                state.response = response
                state.expectedToReceive = response.expectedContentLength
            }
            return (response, bytes)
        }

        /// `becomeDownload`, which corelibs marks as deprecated because its own sessions don't support it.
        private static let becomesDownload = URLSession.ResponseDisposition(rawValue: 2)

        /// Data and upload tasks.
        func runData() async {
            do {
                let (response, bytes) = try await open(core.originalRequest)
                guard case .delegate = core.completion else {
                    var data = Data()
                    while let chunk = try await next(bytes) { data.append(chunk) }
                    return await finish(nil, data: data)
                }
                switch await calls.disposition(response) {
                case .allow: break
                case Self.becomesDownload: return await becomeDownload(response, bytes)
                default: throw MutualTLSError(.cancelled, "the delegate cancelled the task at its response")
                }
                while let chunk = try await next(bytes) { await calls.didReceive(chunk) }
                await finish(nil)
            } catch {
                await finish(error)
            }
        }

        /// The next bytes of the body, when the task isn't suspended.
        func next(_ bytes: TaskBytes) async throws -> Data? {
            try await core.whileSuspended()
            let chunk = try await bytes.next()
            try await core.whileSuspended()
            if let chunk { core.didReceive(chunk.count) }
            return chunk
        }

        /// Tells the outcome; the last thing that a task does.
        func finish(_ failure: (any Error)?, data: Data? = nil, file: URL? = nil, resumeData: Data? = nil) async {
            let error = failure.map { urlError($0, resumeData: resumeData) }
            let response = core[\.response]
            let handlers = core.state.withLock { state in
                state.complete(error)
                defer { state.resumeDataHandlers = [] }
                return state.resumeDataHandlers
            }
            if !handlers.isEmpty { await session.calls.run { for handler in handlers { handler(resumeData) } } }
            core.completeProgress()
            await calls.didFinishCollecting()
            switch core.completion {
            case .delegate: await calls.didComplete(error)
            case .data(let handler): await session.calls.run { handler(error == nil ? data : nil, response, error) }
            case .download(let handler): await session.calls.run { handler(file, response, error) }
            }
            session.tasks.forget(core.identifier)
        }

        private func urlError(_ error: any Error, resumeData: Data?) -> URLError {
            let url = core[\.currentRequest]?.url
            if core[\.state] == .canceling || error is CancellationError {
                return URLError(
                    MutualTLSError(.cancelled, "the task was cancelled", underlying: error), url: url,
                    resumeData: resumeData)
            }
            let known =
                error as? MutualTLSError ?? MutualTLSError(.connectionLost, "the task failed", underlying: error)
            return URLError(known, url: url, resumeData: resumeData)
        }
    }

    // MARK: What the engine asks

    extension TaskRun {
        /// The next request after a redirect; nil to take the redirect itself as the response.
        func willRedirect(_ response: HTTPURLResponse, _ request: URLRequest) async -> URLRequest? {
            let next = await calls.willRedirect(response, request)
            if let next { core[\.currentRequest] = next }
            return next
        }

        /// - Parameters:
        ///   - total: how many bytes of the body are sent by now.
        func didSend(total: Int64) {
            let bytes = total - core[\.sent]
            guard bytes > 0 else { return }
            core.didSend(total)
            calls.didSend(bytes, total: total, of: core[\.expectedToSend])
        }

        /// The stream to send: the request's own the first time, another from the delegate then.
        func bodyStream() async -> InputStream? {
            if case .stream(let stream) = core.body, let stream = stream.take() { return stream }
            return await calls.needNewBodyStream()
        }

        /// Asks about a challenge, and says what the answer comes to.
        func answer(
            to challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            guard let (disposition, credential) = await calls.disposition(challenge) else {
                return (.cancelAuthenticationChallenge, nil)
            }
            return EffectiveDisposition.of(disposition, credential, challenge.protectionSpace)
        }
    }
#endif
