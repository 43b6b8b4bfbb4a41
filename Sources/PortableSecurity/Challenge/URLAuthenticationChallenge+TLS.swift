#if !canImport(Security)
    import Foundation
    import FoundationNetworking

    extension URLAuthenticationChallenge {
        /// The challenge to judge a server's certificates.
        /// - Parameters:
        ///   - host: as in the URL, without brackets.
        ///   - port: as connected.
        ///   - trust: the certificates as received, with the policy for this host.
        ///   - previousFailureCount: how many answers were refused before.
        package static func serverTrust(
            host: String, port: Int, trust: SecTrust, previousFailureCount: Int = 0
        ) -> URLAuthenticationChallenge {
            URLAuthenticationChallenge(
                protectionSpace: TLSProtectionSpace(host: host, port: port, trust: trust), proposedCredential: nil,
                previousFailureCount: previousFailureCount, failureResponse: nil, error: nil,
                sender: IneffectiveSender())
        }

        /// The challenge to present a client certificate.
        /// - Parameters:
        ///   - host: as in the URL, without brackets.
        ///   - port: as connected.
        ///   - acceptableIssuers: the DER of the names that the server sent; empty when it sent none.
        ///   - previousFailureCount: how many answers were refused before.
        package static func clientCertificate(
            host: String, port: Int, acceptableIssuers: [Data], previousFailureCount: Int = 0
        ) -> URLAuthenticationChallenge {
            URLAuthenticationChallenge(
                protectionSpace: TLSProtectionSpace(host: host, port: port, acceptableIssuers: acceptableIssuers),
                proposedCredential: nil, previousFailureCount: previousFailureCount, failureResponse: nil, error: nil,
                sender: IneffectiveSender())
        }
    }

    /// The sender of a session's challenges. They are answered by completion handler or return value; answering through
    /// `challenge.sender` has no effect, as on Apple's platforms.
    private final class IneffectiveSender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }
#endif
