import Foundation
import PortableSecurity

/// Where credentials for client-certificate challenges come from.
enum IdentitySource: Sendable {
    /// Nobody was named: a server that asks gets none.
    case none
    /// One identity, sent as given.
    case identity(ClientIdentity)
    /// A delegate, held weakly.
    case delegate(WeakDelegate)
    /// A closure.
    case closure(@Sendable (URLAuthenticationChallenge) async throws -> URLCredential?)
    /// What a provider gave last; nil for none.
    case provided(ClientIdentity?)
    /// One of several, by what the server asks for.
    case choice([ClientIdentity], ClientIdentity.Selection)
    /// A store of identities.
    case store(StoreSource)
    /// Somebody who answers every challenge, server trust included.
    case handler(Handler)

    typealias Handler =
        @Sendable (URLAuthenticationChallenge, (any Sendable)?) async -> (
            URLSession.AuthChallengeDisposition, URLCredential?
        )

    /// The same for where no identity may go: passwords may.
    var withoutIdentity: IdentitySource {
        switch self {
        case .delegate, .closure, .handler: self
        case .none, .identity, .provided, .choice, .store: .none
        }
    }

    /// The store that it looks into; nil for other sources.
    var store: StoreSource? { if case .store(let source) = self { source } else { nil } }

    /// The source's answer.
    /// - Returns: nil from a source that has none for this challenge.
    /// - Throws: `MutualTLSError`.
    func credential(for challenge: URLAuthenticationChallenge) async throws -> URLCredential? {
        switch self {
        case .none: return nil
        case .identity(let identity): return identity.credential(persistence: .forSession)
        case .delegate(let holder):
            guard let delegate = holder.delegate else { throw MutualTLSError.delegateDeallocated(holder.typeName) }
            return await delegate.credential(for: challenge)
        case .provided(let identity): return identity?.credential(persistence: .forSession)
        case .store(let source): return try source.credential(for: challenge)
        case .handler: return nil
        case .choice(let identities, let preference):
            let server = CertificateRequestFacts(challenge.protectionSpace)
            return try ClientIdentity.choose(from: identities, for: server, selection: preference).credential()
        case .closure(let closure):
            do {
                return try await closure(challenge)
            } catch let error as MutualTLSError {
                throw error
            } catch {
                throw MutualTLSError(
                    .identitySourceFailed, "the code that supplies the client certificate failed", underlying: error)
            }
        }
    }
}

/// A weak reference to a delegate, and its type's name for the day when it is gone.
// @unchecked: a weak reference is read and cleared atomically, and it is never set again.
final class WeakDelegate: @unchecked Sendable {
    private(set) weak var delegate: (any URLAuthenticationChallengeDelegate)?
    let typeName: String

    init(_ delegate: any URLAuthenticationChallengeDelegate) {
        self.delegate = delegate
        typeName = String(describing: type(of: delegate))
    }
}

extension MutualTLSError {
    static func delegateDeallocated(_ typeName: String) -> MutualTLSError {
        MutualTLSError(
            .delegateDeallocated,
            "the challenge delegate (\(typeName)) was deallocated before the server asked for a client certificate",
            hint: "keep a strong reference to it as long as requests are made: it is held weakly")
    }
}
