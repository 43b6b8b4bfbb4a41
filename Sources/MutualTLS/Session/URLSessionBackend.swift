import Foundation
import PortableSecurity

/// A session's requests over `URLSession`: the only transport on Apple platforms.
///
/// Plain Foundation code, so that it is compiled on Linux too; there `URLSession` asks no TLS challenges, and sessions use
/// `CurlBackend`. Two URLSessions keep what may show the identity apart from what never does. The system's TLS cache is one
/// for the process: what it resumes can't be told from here.
final class URLSessionBackend: SessionBackend {
    private let identified: URLSession
    private let anonymous: URLSession

    init(
        responder: ChallengeResponder, withoutIdentity: ChallengeResponder,
        configuration: MutualTLSSession.Configuration
    ) {
        func session(_ responder: ChallengeResponder) -> URLSession {
            let settings = URLSessionConfiguration.ephemeral
            settings.httpMaximumConnectionsPerHost = configuration.maximumConnectionsPerHost
            return URLSession(
                configuration: settings,
                delegate: ChallengeAnswering(responder: responder, timeout: configuration.challengeTimeout),
                delegateQueue: nil)
        }
        identified = session(responder)
        anonymous = session(withoutIdentity)
    }

    func send(_ request: URLRequest, mayCarryIdentity: Bool) async throws -> (Data, HTTPURLResponse) {
        let session = mayCarryIdentity ? identified : anonymous
        let errors = ChallengeErrors()
        let box = TaskBox()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = session.dataTask(with: request) { data, response, error in
                    if let answer = Self.answer(data, response, error) {
                        continuation.resume(returning: answer)
                    } else {
                        continuation.resume(throwing: errors.first ?? MutualTLSError(urlError: error, request))
                    }
                }
                (session.delegate as? ChallengeAnswering)?.collect(errors, for: task)
                box.start(task)
            }
        } onCancel: {
            box.cancel()
        }
    }

    /// What a task brought; nil where it failed. Apple's systems give the response also with the error that cut it short.
    static func answer(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> (Data, HTTPURLResponse)? {
        guard error == nil, let response = response as? HTTPURLResponse else { return nil }
        return (data ?? Data(), response)
    }

    func invalidate(cancelling: Bool) {
        for session in [identified, anonymous] {
            cancelling ? session.invalidateAndCancel() : session.finishTasksAndInvalidate()
        }
    }
}

/// A task that may be cancelled before it is made.
private final class TaskBox: Sendable {
    private let state = Protected<(task: URLSessionTask?, isCancelled: Bool)>((nil, false))

    func start(_ task: URLSessionTask) {
        let wasCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        wasCancelled ? task.cancel() : task.resume()
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}
