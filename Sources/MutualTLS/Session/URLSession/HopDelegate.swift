import Foundation
import PortableSecurity

/// A URLSession's delegate that tells each hop what concerns it, and answers each challenge exactly once.
final class HopDelegate: NSObject, URLSessionDataDelegate, URLSessionWebSocketDelegate, Sendable {
    private let responder: ChallengeResponder
    private let challengeTimeout: TimeInterval
    private let hops = Protected<[Int: URLSessionHop]>([:])
    private let webSockets = Protected<[Int: WebSocketOpening]>([:])

    init(responder: ChallengeResponder, challengeTimeout: TimeInterval) {
        self.responder = responder
        // In this order, what is not a number becomes 0.
        self.challengeTimeout = min(1e9, max(0, challengeTimeout))
    }

    func add(_ hop: URLSessionHop) { hops.withLock { $0[hop.task.taskIdentifier] = hop } }

    func add(_ opening: WebSocketOpening) { webSockets.withLock { $0[opening.task.taskIdentifier] = opening } }

    private func hop(_ task: URLSessionTask) -> URLSessionHop? { hops.withLock { $0[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let hop = hop(task)
        let opening = webSockets.withLock { $0[task.taskIdentifier] }
        let note: @Sendable (MutualTLSError) -> Void = { error in
            hop?.note(error)
            opening?.note(error)
        }
        let once = Once(completionHandler)
        let host = challenge.protectionSpace.host
        let answering = Task {
            let answer = await responder.answer(to: challenge)
            if let error = answer.error { note(error) }
            once.call(answer.disposition, answer.credential)
        }
        let watchdog = Task {
            try await Task.sleep(nanoseconds: UInt64(challengeTimeout * 1e9))
            note(
                MutualTLSError(
                    .challengeTimedOut, "nobody answered a challenge of \(host) within \(Int(challengeTimeout)) s",
                    hint:
                        "every path of the code that is asked must return, and an answer through the challenge's sender "
                        + "has no effect"))
            once.call(.cancelAuthenticationChallenge, nil)
            answering.cancel()
        }
        Task {
            await answering.value
            watchdog.cancel()
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Redirects are the exchange's: the identity must not follow them everywhere.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        hop(task)?.didSend(totalBytesSent, of: totalBytesExpectedToSend)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        hop(dataTask)?.didReceive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        hop(dataTask)?.didReceive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let hop = hops.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        hop?.didComplete(error)
        webSockets.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.didComplete(error)
    }

    func urlSession(
        _ session: URLSession, webSocketTask task: URLSessionWebSocketTask, didOpenWithProtocol name: String?
    ) {
        webSockets.withLock { $0[task.taskIdentifier] }?.didOpen(name)
    }

    func urlSession(
        _ session: URLSession, webSocketTask task: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        // The task keeps both.
    }
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
