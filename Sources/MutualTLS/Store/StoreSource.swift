import Foundation
import PortableSecurity

/// A session's look at a store: which identity answers a challenge, and whether that may be another one than before.
final class StoreSource: Sendable {
    private let store: IdentityStore
    /// nil for all identities, of which the server's request picks.
    private let label: String?
    private let selection: ClientIdentity.Selection
    private let seen = Protected<Seen?>(nil)

    /// What the store held when it was last looked at.
    private struct Seen {
        let revision: Int64
        let identities: [CertificateKey: Set<Origin>]
    }

    init(_ store: IdentityStore, label: String?, selection: ClientIdentity.Selection) {
        (self.store, self.label, self.selection) = (store, label, selection)
    }

    /// Whether the identities that count, or their origins, are others than at the last call. The first call says no.
    func hasChanged() throws(MutualTLSError) -> Bool {
        let revision = try store.place.revision()
        let last = seen.withLock { $0 }
        if let last, last.revision == revision { return false }
        let identities = try store.bindings(label: label)
        seen.withLock { $0 = Seen(revision: revision, identities: identities) }
        return last.map { $0.identities != identities } ?? false
    }

    /// The answer to a client-certificate challenge.
    /// - Throws: `MutualTLSError`: `noIdentity`, `severalIdentities`, `keychainLocked`, `keychainFailed`.
    func credential(for challenge: URLAuthenticationChallenge) throws -> URLCredential? {
        let space = challenge.protectionSpace
        let origin = Origin(host: space.host, port: space.port)
        if let label {
            guard let stored = try store.stored(label: label) else { throw store.notFound(label) }
            if !stored.origins.isEmpty, !stored.origins.contains(origin) {
                let bound = stored.origins.map(\.description).sorted().joined(separator: ", ")
                throw MutualTLSError(
                    .noIdentity, "the identity \"\(label)\" is bound to \(bound), and not to \(origin)",
                    hint: "bind it to \(origin) too if it may go there")
            }
            return stored.identity.credential()
        }
        let server = CertificateRequestFacts(space)
        let accepted = try store.stored(acceptedBy: server.acceptableIssuers)
        let bound = accepted.filter { $0.origins.contains(origin) }
        let candidates = bound.isEmpty ? accepted.filter(\.origins.isEmpty) : bound
        return try ClientIdentity.choose(from: candidates.map(\.identity), for: server, selection: selection)
            .credential()
    }
}
