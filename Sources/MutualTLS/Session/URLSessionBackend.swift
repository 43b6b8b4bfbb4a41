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
                    if let response = response as? HTTPURLResponse {
                        continuation.resume(returning: (data ?? Data(), response))
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

    func invalidate(cancelling: Bool) {
        for session in [identified, anonymous] {
            cancelling ? session.invalidateAndCancel() : session.finishTasksAndInvalidate()
        }
    }
}

/// A task that may be cancelled before it is made.
// @unchecked: both properties are touched only while the lock is held; URLSessionTask is safe on any thread.
private final class TaskBox: @unchecked Sendable {
    private let lock = NSLock()
    private var task: URLSessionTask?
    private var isCancelled = false

    func start(_ task: URLSessionTask) {
        let wasCancelled = lock.withLock {
            self.task = task
            return isCancelled
        }
        wasCancelled ? task.cancel() : task.resume()
    }

    func cancel() {
        let task = lock.withLock {
            isCancelled = true
            return self.task
        }
        task?.cancel()
    }
}
