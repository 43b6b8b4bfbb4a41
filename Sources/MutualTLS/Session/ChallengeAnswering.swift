import Foundation
import PortableSecurity

/// The `URLSession` delegate: answers each challenge exactly once, and leaves redirects to the session.
// @unchecked: what changes is behind the lock.
final class ChallengeAnswering: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    private let responder: ChallengeResponder
    private let timeout: TimeInterval
    private let lock = NSLock()
    private var collectors: [Int: ChallengeErrors] = [:]

    init(responder: ChallengeResponder, timeout: TimeInterval) {
        self.responder = responder
        self.timeout = timeout
    }

    /// Has the reasons of cancelled challenges of `task` put into `errors`.
    func collect(_ errors: ChallengeErrors, for task: URLSessionTask) {
        lock.withLock { collectors[task.taskIdentifier] = errors }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let errors = lock.withLock { collectors[task.taskIdentifier] }
        let once = Once(completionHandler)
        let host = challenge.protectionSpace.host
        let watchdog = Task {
            try await Task.sleep(nanoseconds: UInt64(min(max(timeout, 0), 1e9) * 1e9))
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
        lock.withLock { collectors[task.taskIdentifier] = nil }
    }
}

/// Why challenges of one task were cancelled.
// @unchecked: the list is touched only while the lock is held.
final class ChallengeErrors: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [MutualTLSError] = []
    var first: MutualTLSError? { lock.withLock { list.first } }
    func add(_ error: MutualTLSError) { lock.withLock { list.append(error) } }
}

/// Lets the first call through.
// @unchecked: the handler is taken out under the lock, so only one caller gets it.
private final class Once: @unchecked Sendable {
    private let lock = NSLock()
    private var handler: (@Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)?

    init(_ handler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
        self.handler = handler
    }

    func call(_ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?) {
        let handler = lock.withLock {
            defer { self.handler = nil }
            return self.handler
        }
        handler?(disposition, credential)
    }
}
