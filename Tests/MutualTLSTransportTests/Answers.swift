import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import MutualTLSTransport
import TestSupport

/// Answers challenges by rote, and remembers what was asked.
final class Answers: ChallengeHandler {
    private let asked = LockedBox<[String]>([])
    private let delay: Duration
    private let trust: @Sendable (ServerTrustChallenge) -> ServerTrustAnswer
    private let identity: @Sendable (ClientCertificateChallenge) async -> ClientCertificateAnswer

    /// Everything that was asked, in order.
    var questions: [String] { asked.withLock { $0 } }

    init(
        delay: Duration = .zero,
        trust: @escaping @Sendable (ServerTrustChallenge) -> ServerTrustAnswer = { _ in .trust },
        identity: @escaping @Sendable (ClientCertificateChallenge) async -> ClientCertificateAnswer = { _ in
            .continueWithout
        }
    ) {
        self.delay = delay
        self.trust = trust
        self.identity = identity
    }

    convenience init(_ issued: IssuedIdentity, delay: Duration = .zero) throws {
        let answer = try ClientCertificateAnswer(issued)
        self.init(delay: delay, identity: { _ in answer })
    }

    func serverTrust(_ challenge: ServerTrustChallenge) async -> ServerTrustAnswer {
        asked.withLock { $0.append("trust \(challenge.chain.count)") }
        try? await Task.sleep(for: delay)
        return trust(challenge)
    }

    func clientCertificate(_ challenge: ClientCertificateChallenge) async -> ClientCertificateAnswer {
        asked.withLock {
            $0.append("certificate " + challenge.acceptableIssuers.map(\.description).joined(separator: ";"))
        }
        try? await Task.sleep(for: delay)
        return await identity(challenge)
    }
}

extension ClientCertificateAnswer {
    /// Sends an issued identity as it is.
    init(_ issued: IssuedIdentity) throws {
        let chain = try X509Certificate.all(inPEM: issued.chainPEM)
        self = .use(
            chain[0], try PrivateKey(pem: issued.privateKeyPEM), intermediates: Array(chain.dropFirst()))
    }
}
