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
            clientCertificate(
                host: host, port: port, request: .init(acceptableIssuers: acceptableIssuers),
                previousFailureCount: previousFailureCount)
        }

        /// The same with all that the server asks for.
        package static func clientCertificate(
            host: String, port: Int, request: CertificateRequest, previousFailureCount: Int = 0
        ) -> URLAuthenticationChallenge {
            URLAuthenticationChallenge(
                protectionSpace: TLSProtectionSpace(host: host, port: port, request: request),
                proposedCredential: nil, previousFailureCount: previousFailureCount, failureResponse: nil, error: nil,
                sender: IneffectiveSender())
        }
    }

    extension URLAuthenticationChallenge {
        /// The challenge to prove a name with a password.
        /// - Parameters:
        ///   - host: as in the URL, without brackets.
        ///   - port: as connected.
        ///   - scheme: `https` or `http`.
        ///   - realm: as the server names it.
        ///   - method: `NSURLAuthenticationMethodHTTPBasic` or `NSURLAuthenticationMethodHTTPDigest`.
        ///   - previousFailureCount: how many answers were refused before.
        ///   - failureResponse: the response that asks.
        package static func password(
            host: String, port: Int, scheme: String, realm: String?, method: String, previousFailureCount: Int,
            failureResponse: URLResponse?
        ) -> URLAuthenticationChallenge {
            URLAuthenticationChallenge(
                protectionSpace: URLProtectionSpace(
                    host: host, port: port, protocol: scheme, realm: realm, authenticationMethod: method),
                proposedCredential: nil, previousFailureCount: previousFailureCount, failureResponse: failureResponse,
                error: nil, sender: IneffectiveSender())
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
