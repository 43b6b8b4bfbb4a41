#if os(Linux)
    import Foundation
    import PortableSecurity

    extension DelegateCalls {
        private typealias Handler = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void

        /// Asks who should be asked: for what concerns a connection the session's `urlSession(_:didReceive:...)`, and where it
        /// isn't implemented, and for everything else, `urlSession(_:task:didReceive:...)`.
        /// - Returns: nil when the task is cancelled before there is an answer.
        func disposition(
            _ challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)? {
            let delegate = session.delegate
            var asks: [@Sendable (URLAuthenticationChallenge, @escaping Handler) -> Void] = []
            if let delegate, Self.concernConnections.contains(challenge.protectionSpace.authenticationMethod) {
                asks.append { delegate.urlSession(session, didReceive: $0, completionHandler: $1) }
            }
            if let delegate = taskDelegate {
                asks.append { delegate.urlSession(session, task: task, didReceive: $0, completionHandler: $1) }
            }
            for ask in asks {
                let watched = WatchedChallenge(challenge)
                let answer: DelegateAnswer? = await session.calls.ask { answer in
                    ask(watched) { answer(DelegateAnswer(disposition: $0, credential: $1)) }
                }
                guard let answer else { return nil }
                // Swift can't tell who implements an optional method. The default implementation doesn't look at the
                // challenge, and whoever decides about one does.
                if answer.disposition == .performDefaultHandling, !watched.wasLookedAt { continue }
                return (answer.disposition, answer.credential)
            }
            return (.performDefaultHandling, nil)
        }

        /// The methods that Apple calls session-wide.
        private static let concernConnections: Set<String> = [
            NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate,
            NSURLAuthenticationMethodNegotiate, NSURLAuthenticationMethodNTLM,
        ]
    }

    private struct DelegateAnswer: Sendable {
        let disposition: URLSession.AuthChallengeDisposition
        let credential: URLCredential?
    }

    /// A challenge that knows whether somebody looked at it.
    // @unchecked: `looked` has a lock, and the rest is the superclass's.
    private final class WatchedChallenge: URLAuthenticationChallenge, @unchecked Sendable {
        private let looked = Protected(false)
        var wasLookedAt: Bool { looked.withLock { $0 } }

        init(_ other: URLAuthenticationChallenge) {
            super.init(
                protectionSpace: other.protectionSpace, proposedCredential: other.proposedCredential,
                previousFailureCount: other.previousFailureCount, failureResponse: other.failureResponse,
                error: other.error, sender: other.sender ?? NobodysSender())
        }

        override var protectionSpace: URLProtectionSpace { look { super.protectionSpace } }
        override var proposedCredential: URLCredential? { look { super.proposedCredential } }
        override var previousFailureCount: Int { look { super.previousFailureCount } }
        override var failureResponse: URLResponse? { look { super.failureResponse } }
        override var error: (any Error)? { look { super.error } }
        override var sender: (any URLAuthenticationChallengeSender)? { look { super.sender } }

        private func look<Value>(_ value: () -> Value) -> Value {
            looked.withLock { $0 = true }
            return value()
        }
    }

    private final class NobodysSender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }
#endif
