import Foundation
import PortableSecurity

/// One request of a caller's, from the interceptors to the final response: hops, with redirects between them.
///
/// The rule that keeps identities where they belong is here: only a hop to one of the session's origins, or without
/// those to the origin that the caller requested, may carry one.
struct Exchange: Sendable {
    let backend: any SessionBackend
    let origins: Set<Origin>?
    var interceptors = InterceptorChain(interceptors: [])
    /// How long the whole may take, in seconds; nil for as long as it moves.
    var timeLimit: TimeInterval?
    var hooks: any ExchangeHooks = NoHooks()

    /// Sends a request and collects the response.
    /// - Parameters:
    ///   - request: without a body of its own.
    ///   - sink: takes the final response's body.
    /// - Throws: `MutualTLSError`.
    func collect(
        _ request: URLRequest, _ body: RequestBody, into sink: any BodySink
    ) async throws -> HTTPURLResponse {
        switch try await run(request, body, { hop in try await whole(hop, sink) }) {
        case .done(let response, _): return response
        case .replaced(let data, let response):
            if let error = sink.begin(HopResponse(statusCode: response.statusCode) { response }) { throw error }
            try data.withUnsafeBytes { bytes in if let error = sink.take(bytes) { throw error } }
            return response
        }
    }

    /// Sends a request and hands out the response as it comes.
    /// - Throws: `MutualTLSError`.
    /// - Parameter isPaced: whether the reader may hold the response back for long.
    func open(
        _ request: URLRequest, _ body: RequestBody, isPaced: Bool = false
    ) async throws -> (HTTPURLResponse, BodyStream) {
        switch try await run(request, body, { hop in try await streamed(hop, isPaced: isPaced) }) {
        case .done(let response, let stream): return (response, stream)
        case .replaced(let data, let response): return (response, BodyStream(data))
        }
    }

    private enum Outcome<Rest> {
        case done(HTTPURLResponse, Rest)
        /// An interceptor answered in the server's place.
        case replaced(Data, HTTPURLResponse)
    }

    /// One hop's response, and what there is of it besides.
    private struct Step<Rest> {
        var statusCode: Int
        var response: HTTPURLResponse
        var rest: Rest
        /// Gives up on what is still to come.
        var discard: @Sendable () -> Void = {}
    }

    private func run<Rest>(
        _ original: URLRequest, _ body: RequestBody, _ send: (Hop) async throws -> Step<Rest>
    ) async throws -> Outcome<Rest> {
        let scope = IdentityScope(origins: origins, requested: original)
        let start = timeLimit == nil ? 0 : ProcessInfo.processInfo.systemUptime
        guard !interceptors.interceptors.isEmpty else {
            let step = try await follow(original, body, within: scope, start, send)
            return .done(step.response, step.rest)
        }
        let prepared = try await interceptors.prepare(original)
        if let (data, response) = prepared.answer {
            await prepared.report(.success(response))
            return .replaced(data, response)
        }
        do {
            let (request, body) = prepared.request.takingBody(or: body)
            let step = try await follow(request, body, within: scope, start, send)
            await prepared.report(.success(step.response))
            return .done(step.response, step.rest)
        } catch {
            let error = error as? MutualTLSError ?? MutualTLSError(.connectionLost, "\(error)")
            await prepared.report(.failure(error))
            throw error
        }
    }

    /// - Parameter scope: by what the caller requested, whatever the interceptors made of it.
    private func follow<Rest>(
        _ first: URLRequest, _ body: RequestBody, within scope: IdentityScope, _ start: TimeInterval,
        _ send: (Hop) async throws -> Step<Rest>
    ) async throws -> Step<Rest> {
        var (request, body) = (first, body)
        for _ in 0...20 {
            var hop = Hop(request: request, body: body, mayCarryIdentity: scope.allows(request))
            if let timeLimit { hop.timeLeft = max(0, timeLimit - (ProcessInfo.processInfo.systemUptime - start)) }
            hop.context = hooks.context
            let step = try await send(hop)
            switch Redirect(after: step.response, to: request) {
            case .none: return step
            case .refuse(let error):
                step.discard()
                throw error
            case .follow(let next, let keepsBody):
                guard let agreed = await hooks.willRedirect(step.response, to: next) else { return step }
                step.discard()
                request = agreed
                if !keepsBody {
                    body = .none
                } else if !body.isRepeatable {
                    guard let stream = await hooks.newBodyStream() else {
                        throw MutualTLSError(
                            .invalidRequest, "the server redirects, and the body was a stream that can be read once",
                            hint: "send the body from data or from a file, or request the final URL")
                    }
                    body = .stream(stream)
                }
            }
        }
        throw MutualTLSError(
            .tooManyRedirects, "\(first.url?.host ?? "the server") redirects in circles",
            hint: "look at the server's redirects")
    }

    private func whole(_ hop: Hop, _ sink: any BodySink) async throws -> Step<Void> {
        let observer = WholeResponse(hop, sink, hooks)
        let response = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { observer.begin($0, backend) }
        } onCancel: {
            observer.cancel()
        }
        return Step(statusCode: response.statusCode, response: try response.make(), rest: ())
    }

    private func streamed(_ hop: Hop, isPaced: Bool) async throws -> Step<BodyStream> {
        var hop = hop
        hop.readerSetsPace = isPaced
        let observer = StreamedResponse(hooks)
        let response = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { observer.begin($0, hop, backend) }
        } onCancel: {
            observer.cancel()
        }
        return Step(
            statusCode: response.statusCode, response: try response.make(), rest: BodyStream(observer),
            discard: { observer.discard() })
    }
}

/// What somebody wants to say or to know while an exchange goes on.
protocol ExchangeHooks: Sendable {
    /// Comes back with the challenges that the exchange causes.
    var context: (any Sendable)? { get }
    /// A redirect: the request to follow it with, or nil to take the redirect for the response.
    func willRedirect(_ response: HTTPURLResponse, to request: URLRequest) async -> URLRequest?
    /// So many bytes of the body are on their way. It must return at once.
    func didSend(_ bytes: Int64, of total: Int64?)
    /// A stream to send once more; nil where there is none.
    func newBodyStream() async -> StreamBox?
}

extension ExchangeHooks {
    var context: (any Sendable)? { nil }
    func willRedirect(_ response: HTTPURLResponse, to request: URLRequest) async -> URLRequest? { request }
    func didSend(_ bytes: Int64, of total: Int64?) {}
    func newBodyStream() async -> StreamBox? { nil }
}

/// Nobody.
struct NoHooks: ExchangeHooks {}
