import Foundation
import PortableSecurity

/// Runs a session's interceptors.
struct InterceptorChain: Sendable {
    let interceptors: [any RequestInterceptor]

    /// What came out of the last interceptor, and who is to be told of the end.
    struct Prepared: Sendable {
        /// What to send.
        fileprivate(set) var request: URLRequest
        /// The response of an interceptor that answered itself: nothing is sent then.
        fileprivate(set) var answer: (body: Data, response: HTTPURLResponse)?
        /// Those whose `intercept` returned, in that order, and what they left.
        fileprivate var seen: [(interceptor: any RequestInterceptor, request: URLRequest)] = []

        /// Tells them, the last one first. Call it once, at the end of the response or of the attempt.
        func report(_ outcome: Result<HTTPURLResponse, MutualTLSError>) async {
            for entry in seen.reversed() { await entry.interceptor.didComplete(entry.request, with: outcome) }
        }
    }

    /// Has each of them look at a request, until one answers it.
    /// - Throws: `MutualTLSError`: `interceptorFailed`, or `cancelled` where the task was. Those that had let the request
    ///   through have been told.
    func prepare(_ request: URLRequest) async throws(MutualTLSError) -> Prepared {
        var prepared = Prepared(request: request)
        for interceptor in interceptors {
            do {
                try Task.checkCancellation()
                let result = try await interceptor.intercept(prepared.request)
                if case .proceed(let request) = result.kind { prepared.request = request }
                prepared.seen.append((interceptor, prepared.request))
                if case .respond(let body, let response) = result.kind {
                    prepared.answer = (body, response)
                    return prepared
                }
            } catch {
                let failure =
                    error is CancellationError && Task.isCancelled
                    ? MutualTLSError(.cancelled, "the request was cancelled", underlying: error)
                    : .interceptorFailed(interceptor.name, prepared.request, error)
                await prepared.report(.failure(failure))
                throw failure
            }
        }
        return prepared
    }
}

extension MutualTLSError {
    /// An interceptor threw. The text of errors that aren't ours stays out of the reason: it may hold anything.
    fileprivate static func interceptorFailed(
        _ name: String, _ request: URLRequest, _ error: any Error
    ) -> MutualTLSError {
        let detail = (error as? MutualTLSError).map { ": \($0)" } ?? ""
        return MutualTLSError(
            .interceptorFailed,
            "the interceptor \(name) refused the request to \(request.url?.host ?? "no host"), or failed" + detail,
            hint: "its own error is the underlying one", underlying: error)
    }
}
