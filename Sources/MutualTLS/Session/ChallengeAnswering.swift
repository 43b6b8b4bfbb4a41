import Foundation
import PortableSecurity

/// The `URLSession` delegate: answers each challenge exactly once, and leaves redirects to the session.
final class ChallengeAnswering: NSObject, URLSessionTaskDelegate, Sendable {
    private let responder: ChallengeResponder
    private let timeout: TimeInterval
    private let collectors = Protected<[Int: ChallengeErrors]>([:])

    init(responder: ChallengeResponder, timeout: TimeInterval) {
        self.responder = responder
        // In this order, what is not a number becomes 0.
        self.timeout = min(1e9, max(0, timeout))
    }

    /// Has the reasons of cancelled challenges of `task` put into `errors`.
    func collect(_ errors: ChallengeErrors, for task: URLSessionTask) {
        collectors.withLock { $0[task.taskIdentifier] = errors }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let errors = collectors.withLock { $0[task.taskIdentifier] }
        let once = Once(completionHandler)
        let host = challenge.protectionSpace.host
        let watchdog = Task {
            try await Task.sleep(nanoseconds: UInt64(timeout * 1e9))
            errors?.add(
                MutualTLSError(
                    .challengeTimedOut, "nobody answered a challenge of \(host) within \(Int(timeout)) s",
                    hint: "every path of the code that is asked must return"))
            once.call(.cancelAuthenticationChallenge, nil)
        }
        Task {
            let answer = await responder.answer(to: challenge)
            watchdog.cancel()
            if let error = answer.error { errors?.add(error) }
            once.call(answer.disposition, answer.credential)
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        collectors.withLock { $0[task.taskIdentifier] = nil }
    }
}

/// Why challenges of one task were cancelled.
final class ChallengeErrors: Sendable {
    private let list = Protected<[MutualTLSError]>([])
    var first: MutualTLSError? { list.withLock { $0.first } }
    func add(_ error: MutualTLSError) { list.withLock { $0.append(error) } }
}

/// Lets the first call through.
private final class Once: Sendable {
    typealias Handler = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    private let handler: Protected<Handler?>

    init(_ handler: @escaping Handler) { self.handler = Protected(handler) }

    func call(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
        let handler = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        handler?(disposition, credential)
    }
}
