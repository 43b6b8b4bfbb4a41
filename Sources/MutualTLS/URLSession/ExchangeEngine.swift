#if os(Linux)
    import Foundation
    import PortableSecurity

    /// A URLSession's requests over our transport. Every challenge goes to the session's delegate.
    final class ExchangeEngine: TaskEngine {
        private let backend: any SessionBackend
        private let settings: RequestSettings

        /// - Parameters:
        ///   - configuration: not kept.
        ///   - challengeTimeout: how long a delegate may take to answer, in seconds.
        /// - Throws: `MutualTLSError` with the code `unavailable`, or `invalidRequest` for a proxy that is none.
        init(
            _ configuration: URLSessionConfiguration, challengeTimeout: TimeInterval = 60
        ) throws(MutualTLSError) {
            settings = RequestSettings(configuration)
            var session = MutualTLSSession.Configuration(configuration)
            session.challengeTimeout = challengeTimeout
            backend = try MutualTLSSession.makeBackend(
                responder: Self.responder(mayGiveIdentity: true),
                withoutIdentity: Self.responder(mayGiveIdentity: false),
                configuration: session)
        }

        /// A responder that asks the task on whose behalf a connection is opened.
        /// - Parameter mayGiveIdentity: false where a redirect led: there the delegate isn't asked for a certificate.
        private static func responder(mayGiveIdentity: Bool) -> ChallengeResponder {
            let source = IdentitySource.handler { challenge, context in
                let method = challenge.protectionSpace.authenticationMethod
                guard let run = context as? TaskRun,
                    mayGiveIdentity || method != NSURLAuthenticationMethodClientCertificate
                else { return (.performDefaultHandling, nil) }
                return await run.answer(to: challenge)
            }
            return ChallengeResponder(
                source: source, origins: nil, serverTrust: .system, whenNoIdentity: .continueWithout)
        }

        func open(_ request: URLRequest, _ run: TaskRun) async throws -> (HTTPURLResponse, TaskBytes) {
            var exchange = Exchange(backend: backend, origins: nil)
            exchange.timeLimit = settings.timeLimit
            exchange.hooks = TaskHooks(run: run)
            let (response, body) = try await exchange.open(try settings.prepared(request), await run.requestBody())
            return (response, TaskBytes { try await body.next() })
        }

        func openWebSocket(_ request: URLRequest, _ run: TaskRun) async throws -> any WebSocketChannel {
            var request = try settings.prepared(request)
            let field = "Sec-WebSocket-Protocol"
            let protocols = (request.value(forHTTPHeaderField: field) ?? "").split(separator: ",")
            request.setValue(nil, forHTTPHeaderField: field)
            var hop = Hop(
                request: request, body: .none,
                mayCarryIdentity: IdentityScope(origins: nil, requested: request).allows(request))
            hop.context = run
            return try await backend.webSocket(
                hop, protocols: protocols.map { $0.trimmingCharacters(in: .whitespaces) },
                maximumMessageSize: run.core[\.maximumMessageSize])
        }

        func closeIdleConnections() { try? backend.rotate() }
        func invalidate(cancelling: Bool) { backend.invalidate(cancelling: cancelling) }
    }

    /// What an exchange wants to know of its task.
    private struct TaskHooks: ExchangeHooks {
        let run: TaskRun

        var context: (any Sendable)? { run }

        func willRedirect(_ response: HTTPURLResponse, to request: URLRequest) async -> URLRequest? {
            await run.willRedirect(response, request)
        }

        func didSend(_ bytes: Int64, of total: Int64?) { run.didSend(total: bytes) }
        func newBodyStream() async -> StreamBox? { await run.bodyStream().map(StreamBox.init) }
    }

    extension TaskRun {
        fileprivate func requestBody() async throws -> RequestBody {
            switch core.body {
            case .none: return .none
            case .data(let data): return .data(data)
            case .file(let url): return .file(url)
            case .stream, .streamed:
                guard let stream = await bodyStream() else {
                    throw MutualTLSError(
                        .invalidRequest, "nobody gave a stream to be sent",
                        hint: "answer urlSession(_:task:needNewBodyStream:) with one")
                }
                return .stream(StreamBox(stream: stream))
            }
        }
    }
#endif
