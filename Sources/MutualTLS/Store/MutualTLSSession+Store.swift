import Foundation
import PortableSecurity

extension MutualTLSSession {
    /// A session with the identity that has a label in a store.
    ///
    /// The store is looked at before each request: what is saved, replaced or removed there, by any process, holds from the next
    /// request on, as by ``rotate(to:)``. (On Apple platforms: what this process does.) An identity that is bound to origins goes
    /// to no others, whatever `origins` allows.
    /// - Parameters:
    ///   - label: the identity's. Where none has it, a request whose server asks fails with `noIdentity`.
    ///   - store: the store.
    ///   - origins: where the identity may go; nil for the origin of each URL that is requested.
    ///   - serverTrust: how servers are judged.
    ///   - configuration: the rest.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(
        identityLabel label: String, in store: IdentityStore = IdentityStore(), origins: Set<Origin>? = nil,
        serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init()
    ) throws {
        try self.init(
            source: .store(StoreSource(store, label: label, selection: .onlyOne)), origins: origins,
            serverTrust: serverTrust, configuration: configuration)
    }

    /// A session that picks one of a store's identities by what each server asks for. Those that are bound to the server's origin
    /// come first; those that are bound to others don't count.
    /// - Parameters:
    ///   - store: looked at before each request, as by ``init(identityLabel:in:origins:serverTrust:configuration:)``.
    ///   - selection: what to do where several fit.
    ///   - origins: where identities may go; nil for the origin of each URL that is requested.
    ///   - serverTrust: how servers are judged.
    ///   - configuration: the rest.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(
        store: IdentityStore, selection: ClientIdentity.Selection = .onlyOne, origins: Set<Origin>? = nil,
        serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init()
    ) throws {
        try self.init(
            source: .store(StoreSource(store, label: nil, selection: selection)), origins: origins,
            serverTrust: serverTrust, configuration: configuration)
    }
}
