// README: a URLSession of one's own, as on Apple platforms.
import MutualTLS
import PortableSecurity

final class SessionDelegate: NSObject, URLSessionDelegate {
    private let responder: ChallengeResponder

    init(responder: ChallengeResponder) { self.responder = responder }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task {
            let answer = await responder.answer(to: challenge)
            completionHandler(answer.disposition, answer.credential)
        }
    }
}

/// The same session on every platform.
func ownSession(_ identity: ClientIdentity, trusting policy: ServerTrustPolicy) -> URLSession {
    let delegate = SessionDelegate(responder: ChallengeResponder(identity: identity, serverTrust: policy))
    let session = URLSession.mutualTLS(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
    return session
}
