#if os(Linux)
    import Foundation
    import MutualTLS
    import MutualTLSPKI
    import PortableSecurity
    import TestSupport

    /// A session delegate whose answers a test gives.
    final class ChallengeDelegate: NSObject, URLSessionDelegate {
        typealias Answer = (URLSession.AuthChallengeDisposition, URLCredential?)
        /// The last part of each method that was asked about, with the host's port.
        let asked = Recorder<String>()
        private let answer: @Sendable (URLAuthenticationChallenge) -> Answer

        init(_ answer: @escaping @Sendable (URLAuthenticationChallenge) -> Answer) { self.answer = answer }

        /// Trusts the root of the test, and gives an identity.
        convenience init(
            _ pki: TestPKI, _ identity: ClientIdentity?, persistence: URLCredential.Persistence = .forSession
        ) {
            let root = pki.root.certificateDER
            self.init { challenge in
                if challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust {
                    return Self.judge(challenge, root)
                }
                return (.useCredential, identity?.credential(persistence: persistence))
            }
        }

        /// As an app with an authority of its own evaluates a server.
        static func judge(_ challenge: URLAuthenticationChallenge, _ root: Data) -> Answer {
            guard let trust = challenge.protectionSpace.serverTrust,
                let anchor = SecCertificateCreateWithData(nil, root as CFData)
            else { return (.cancelAuthenticationChallenge, nil) }
            SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, challenge.protectionSpace.host as CFString))
            SecTrustSetAnchorCertificates(trust, [anchor] as CFArray)
            return SecTrustEvaluateWithError(trust, nil)
                ? (.useCredential, URLCredential(trust: trust)) : (.cancelAuthenticationChallenge, nil)
        }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let space = challenge.protectionSpace
            asked.append(
                "\(space.authenticationMethod.replacingOccurrences(of: "NSURLAuthenticationMethod", with: "")) \(space.port)"
            )
            let (disposition, credential) = answer(challenge)
            completionHandler(disposition, credential)
        }
    }
#endif
