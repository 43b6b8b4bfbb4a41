import Foundation
import PortableSecurity

/// Client identities in the keychain: one that is stored is there after the next launch.
///
/// Everything goes through `SecItemAdd` and its like, so that what is stored here is found by an app's own queries for
/// `kSecClassIdentity` and `kSecAttrLabel`, and an identity that an app stored is found here. On Apple platforms that is the
/// data protection keychain, on Linux a keychain file (see `SecKeychainCopyDefault`).
///
/// ```swift
/// let store = IdentityStore()
/// try store.save(ClientIdentity(pkcs12: file, password: "secret"), label: "client-certificate")
/// let session = try MutualTLSSession(identityLabel: "client-certificate", in: store)
/// ```
///
/// A value without state of its own. Its functions wait for the disk; call them from where that is no harm.
public struct IdentityStore: Sendable {
    let place: KeychainPlace
    var items: KeychainItems { KeychainItems(place: place) }

    /// What became of an identity that was saved.
    public enum Saved: Sendable, Hashable {
        /// It is new.
        case added
        /// It was there, under the same label.
        case unchanged
        /// It was there, and has lost its former label.
        case relabelled(from: String)
    }

    /// The store in the keychain.
    /// - Parameter accessGroup: on Apple platforms, the group that the items belong to; nil for the app's first one.
    public init(accessGroup: String? = nil) { place = KeychainPlace(accessGroup: accessGroup) }

    #if !canImport(Security)
        /// The store in a certain keychain.
        /// - Parameter keychain: as `SecKeychainOpen` or `SecKeychainCreate` gives it.
        public init(keychain: SecKeychain) { place = KeychainPlace(keychain: keychain) }
    #endif

    /// Stores an identity and its intermediates.
    ///
    /// Storing it again is not an error: it is one item, which gets the new label, the new origins beside those it has, and new
    /// intermediates where any come along. (No label is part of an item's primary key.)
    /// - Parameters:
    ///   - identity: the identity; its key is copied into the keychain.
    ///   - label: what it is called from now on; not empty.
    ///   - origins: where it may go; see ``bind(label:to:)``.
    /// - Throws: `MutualTLSError`: `labelInUse` where another identity has the label (``replace(label:with:)`` rotates),
    ///   `keychainLocked`, `keychainFailed`, `invalidRequest` for an empty label.
    @discardableResult
    public func save(_ identity: ClientIdentity, label: String, origins: Set<Origin> = []) throws -> Saved {
        try Self.check(label: label)
        return try place.transaction {
            if let other = try found(label: label).first(where: { $0.fingerprint != identity.fingerprint }) {
                let name = try stored(other).identity.summary
                throw MutualTLSError(
                    .labelInUse, "the label \"\(label)\" belongs to another identity, \(name)",
                    hint: "choose another label, or replace that identity")
            }
            return try store(identity, label, origins)
        }
    }

    /// Puts an identity in the place of the one that has the label: who looks the label up finds the one or the other at any time.
    /// The former one is removed, and its origins are the new one's too.
    ///
    /// On Linux it is one transaction. On Apple platforms the new one is stored before the former one is removed, and while both
    /// have the label ``identity(label:)`` gives that which begins last.
    /// - Parameters:
    ///   - label: the label.
    ///   - identity: the new one.
    /// - Throws: `MutualTLSError`: `noIdentity` where nothing has the label; `keychainLocked`, `keychainFailed`.
    public func replace(label: String, with identity: ClientIdentity) throws {
        try place.transaction {
            let former = try found(label: label)
            guard !former.isEmpty else { throw notFound(label) }
            let origins = try former.reduce(into: Set<Origin>()) { $0.formUnion(try record($1.fingerprint).origins) }
            _ = try store(identity, label, origins)
            for former in former where former.fingerprint != identity.fingerprint { try remove(former) }
        }
    }

    /// The identity that has a label; nil where none has. Where several have it, stored by others, the one that begins last.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    public func identity(label: String) throws -> ClientIdentity? { try stored(label: label)?.identity }

    /// As ``identity(label:)``, with what is known of it here.
    public func stored(label: String) throws -> StoredIdentity? {
        try place.snapshot { try found(label: label).max { $0.notBefore < $1.notBefore }.map { try stored($0) } }
    }

    /// All identities, those stored by others included.
    /// - Returns: oldest first. No private key is opened.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    public func all() throws -> [StoredIdentity] {
        try place.snapshot { try stored([:]) }
    }

    /// The identities that a server takes which names these CAs: the leaf's issuer, or one above it.
    /// - Parameter issuers: the DER of distinguished names (RFC 8446, 4.2.4), such as a challenge's `acceptableIssuers`; where they
    ///   are empty the server takes any, and all identities are returned.
    /// - Returns: oldest first, whatever their dates: ``ClientIdentity/choose(from:acceptedBy:selection:at:)`` picks one.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    public func identities(acceptedBy issuers: [Data]) throws -> [ClientIdentity] {
        try stored(acceptedBy: issuers).map(\.identity)
    }

    /// As ``identities(acceptedBy:)``, with what is known of them here.
    public func stored(acceptedBy issuers: [Data]) throws -> [StoredIdentity] {
        try place.snapshot { try stored(issuers.isEmpty ? [:] : [kSecMatchIssuers as String: issuers as CFArray]) }
    }

    /// Removes the identity that has a label, with its key and its intermediates, unless others need them.
    /// - Returns: false where none has it.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    @discardableResult
    public func remove(label: String) throws -> Bool {
        try place.transaction {
            let found = try found(label: label)
            for found in found { try remove(found) }
            return !found.isEmpty
        }
    }

    static func check(label: String) throws(MutualTLSError) {
        if label.allSatisfy(\.isWhitespace) {
            throw MutualTLSError(.invalidRequest, "the label of an identity is empty", hint: "give it a name")
        }
    }

    func notFound(_ label: String) -> MutualTLSError {
        MutualTLSError(
            .noIdentity, "no identity in \(place.name) has the label \"\(label)\"",
            hint: "store one with that label first")
    }
}
