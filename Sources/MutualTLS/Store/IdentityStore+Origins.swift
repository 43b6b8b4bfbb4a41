import Foundation
import PortableSecurity

extension IdentityStore {
    /// Binds an identity to origins, beside those that it is bound to. An identity may be bound to any number of them, and an
    /// origin have any number of identities.
    /// - Parameters:
    ///   - label: the identity's.
    ///   - origins: where it may go.
    /// - Throws: `MutualTLSError`: `noIdentity` where nothing has the label; `keychainFailed`.
    public func bind(label: String, to origins: Set<Origin>) throws {
        try place.transaction {
            let found = try found(label: label)
            if found.isEmpty { throw notFound(label) }
            for found in found { for origin in origins { try bind(found.certificate, to: origin) } }
        }
    }

    /// Ends what ``bind(label:to:)`` has begun. Origins that the identity isn't bound to are passed over.
    /// - Throws: `MutualTLSError`: `noIdentity` where nothing has the label; `keychainFailed`.
    public func unbind(label: String, from origins: Set<Origin>) throws {
        try place.transaction {
            let found = try found(label: label)
            if found.isEmpty { throw notFound(label) }
            for found in found {
                for origin in origins { try items.delete(IdentityRecord.binding(origin, found.fingerprint)) }
            }
        }
    }

    /// The origins that an identity is bound to.
    /// - Throws: `MutualTLSError`: `noIdentity` where nothing has the label; `keychainFailed`.
    public func origins(label: String) throws -> Set<Origin> {
        try place.snapshot {
            let found = try found(label: label)
            if found.isEmpty { throw notFound(label) }
            return try found.reduce(into: []) { $0.formUnion(try record($1.fingerprint).origins) }
        }
    }

    /// The identities that are bound to an origin.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    public func identities(boundTo origin: Origin) throws -> [ClientIdentity] {
        try place.snapshot {
            let bindings = try items.all(IdentityRecord.binding(origin), returning: kSecReturnAttributes)
            return try bindings.flatMap { binding -> [ClientIdentity] in
                guard let data = binding[kSecAttrGeneric as String] as? Data, let key = CertificateKey(data) else {
                    return []
                }
                // None where an app has removed the identity by itself.
                return try found(key.query).map { try stored($0).identity }
            }
        }
    }
}
