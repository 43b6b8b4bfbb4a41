// README: a delegate.
import MutualTLS
import PortableSecurity

@MainActor
final class AccountViewController {
    private let identity: ClientIdentity?
    private var session: MutualTLSSession?

    init(identity: ClientIdentity?) { self.identity = identity }

    func loadAccount(_ url: URL, trusting policy: ServerTrustPolicy = .system) async throws -> Data {
        // The session holds its delegate weakly; the controller lives as long as its view.
        let session = try self.session ?? MutualTLSSession(delegate: self, serverTrust: policy)
        self.session = session
        return try await session.data(from: url).0
    }
}

extension AccountViewController: URLAuthenticationChallengeDelegate {
    func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        identity?.credential(persistence: .forSession)
    }
}

/// A delegate whose answer has to be waited for.
final class KeyAgent: URLAuthenticationChallengeDelegate {
    let unlock: @Sendable () async -> ClientIdentity?

    init(unlock: @escaping @Sendable () async -> ClientIdentity?) { self.unlock = unlock }

    func credential(for challenge: URLAuthenticationChallenge) async -> URLCredential? {
        guard challenge.protectionSpace.host == "localhost" else { return nil }
        return await unlock()?.credential()
    }
}

/// A closure in place of a delegate: the one identity of several that the server will take.
func sessionThatChooses(
    among identities: [ClientIdentity], trusting policy: ServerTrustPolicy
) throws -> MutualTLSSession {
    try MutualTLSSession(serverTrust: policy) { challenge in
        let issuers = challenge.protectionSpace.acceptableIssuers
        return try ClientIdentity.choose(from: identities, acceptedBy: issuers).credential()
    }
}
