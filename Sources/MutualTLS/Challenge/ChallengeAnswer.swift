import Foundation
import PortableSecurity

/// What to do about a challenge: exactly what a `URLSession` delegate's completion handler takes, and why.
public struct ChallengeAnswer: Sendable {
    /// The first argument of the completion handler.
    public var disposition: URLSession.AuthChallengeDisposition
    /// The second one; only with `.useCredential`.
    public var credential: URLCredential?
    /// Why the challenge is cancelled.
    public var error: MutualTLSError?

    /// Sends a credential.
    static func use(_ credential: URLCredential) -> ChallengeAnswer {
        ChallengeAnswer(disposition: .useCredential, credential: credential)
    }
    /// Goes on without a client certificate; for a method we don't know, whatever the system does with it.
    static let performDefaultHandling = ChallengeAnswer(disposition: .performDefaultHandling)
    /// Ends the request.
    static func cancel(_ error: MutualTLSError) -> ChallengeAnswer {
        ChallengeAnswer(disposition: .cancelAuthenticationChallenge, error: error)
    }
}
