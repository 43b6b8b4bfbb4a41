import Foundation
import PortableSecurity

/// Somebody whose identity may change, asked before each request.
final class IdentityProvider: Sendable {
    private let current: @Sendable () async throws -> ClientIdentity?
    /// What it gave last; nil before it was asked.
    private let last = Protected<ClientIdentity??>(nil)

    init(_ current: @escaping @Sendable () async throws -> ClientIdentity?) { self.current = current }

    /// The identity to use, and whether it is another one than before.
    /// - Throws: `MutualTLSError` with the code `identitySourceFailed`.
    func next() async throws(MutualTLSError) -> (identity: ClientIdentity?, isNew: Bool) {
        let identity: ClientIdentity?
        do {
            identity = try await current()
        } catch let error as MutualTLSError {
            throw error
        } catch {
            throw MutualTLSError(
                .identitySourceFailed, "the code that supplies the client identity failed", underlying: error)
        }
        return last.withLock { last in
            let isNew = last.map { $0?.fingerprint != identity?.fingerprint } ?? true
            last = .some(identity)
            return (identity, isNew)
        }
    }
}
