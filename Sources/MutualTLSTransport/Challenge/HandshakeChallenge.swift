#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// Who answers the two questions of a handshake. Both are asked off the loop, on a thread that may block.
    package protocol ChallengeHandler: Sendable {
        /// Asked first, once a connection.
        func serverTrust(_ challenge: ServerTrustChallenge) async -> ServerTrustAnswer
        /// Asked when a trusted server wants a client certificate, once a connection.
        func clientCertificate(_ challenge: ClientCertificateChallenge) async -> ClientCertificateAnswer
    }

    /// Who asks.
    package struct ChallengePeer: Sendable {
        /// The host of the URL that was requested, or the proxy's.
        package let host: String
        /// The port connected to.
        package let port: Int
        /// Whether it is the proxy on the way, and not the URL's host.
        package let isProxy: Bool
        /// The context of the request that opened the connection.
        package let context: (any Sendable)?
    }

    /// A server to be judged.
    package struct ServerTrustChallenge: Sendable {
        /// Its name is to be checked against the certificate.
        package let peer: ChallengePeer
        /// As the server sent it, leaf first; never empty.
        package let chain: [X509Certificate]
    }

    /// A server that asks for a client certificate.
    package struct ClientCertificateChallenge: Sendable {
        /// Who asks.
        package let peer: ChallengePeer
        /// The CAs that it names; empty for any.
        package let acceptableIssuers: [DistinguishedName]
        /// The signature schemes that it takes (RFC 8446, 4.2.3); empty where it names none.
        package let signatureAlgorithms: [UInt16]
        /// Of these, the ones that OpenSSL makes too, in the server's order.
        package let sharedSignatureAlgorithms: [UInt16]
        /// The certificate types that it takes (RFC 5246, 7.4.4); none in TLS 1.3.
        package let certificateTypes: [UInt8]
        /// 0x0303 or 0x0304.
        package let tlsVersion: UInt16?
    }

    /// The answer to a `ServerTrustChallenge`.
    package enum ServerTrustAnswer: Sendable {
        /// Go on.
        case trust
        /// End it; the fault chooses the alert, the error goes to the caller.
        case reject(ClientHandshake.TrustFault, any Error)
    }

    /// The answer to a `ClientCertificateChallenge`.
    package enum ClientCertificateAnswer: Sendable {
        /// Send this leaf and these intermediates, as given.
        /// - scheme: by which a key signs that has a signer, one of `sharedSignatureAlgorithms`; nil for every other key.
        case use(X509Certificate, PrivateKey, intermediates: [X509Certificate], scheme: UInt16? = nil)
        /// Go on and send none.
        case continueWithout
        /// End it; the error goes to the caller.
        case cancel(any Error)
    }
#endif
