import Foundation
import PortableSecurity

// Keys that wait for their certificates: made in the keychain, so that they never were anywhere else.
extension IdentityStore {
    /// A private key in the keychain without a certificate for it.
    package struct WaitingKey: Sendable {
        /// What it is called; empty where it was stored without a name.
        package let label: String
        /// Such as "EC P-256".
        package let keyType: String
        /// When it was stored.
        package let created: Date?
        /// The hash of its public half, which joins it and its certificate.
        let hash: Data
    }

    /// The keys that have no certificate. None is opened.
    /// - Parameter label: what they are called; nil for all.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    package func waitingKeys(label: String? = nil) throws -> [WaitingKey] {
        try place.snapshot {
            guard let label else {
                let identities = try items.all(identityQuery(nil), returning: kSecReturnAttributes)
                let joined = Set(identities.compactMap { $0[kSecAttrApplicationLabel as String] as? Data })
                return try keys([:]).filter { !joined.contains($0.hash) }
            }
            return try keys([kSecAttrLabel as String: label]).filter { try !hasCertificate($0.hash) }
        }
    }

    private func keys(_ query: [String: Any]) throws -> [WaitingKey] {
        let query = Self.privateKeys.merging(query) { _, new in new }
        return try items.all(query, returning: kSecReturnAttributes, kSecReturnRef).compactMap { entry in
            guard let hash = entry[kSecAttrApplicationLabel as String] as? Data,
                let key = entry[kSecValueRef as String] as CFTypeRef?, CFGetTypeID(key) == SecKeyGetTypeID()
            else { return nil }
            return WaitingKey(
                label: entry[kSecAttrLabel as String] as? String ?? "",
                keyType: IdentityMaterial.kind(of: key as! SecKey),
                created: entry[kSecAttrCreationDate as String] as? Date, hash: hash)
        }
    }

    private func hasCertificate(_ hash: Data) throws -> Bool {
        let query: [String: Any] = [
            kSecClass as String: kSecClassCertificate, kSecAttrPublicKeyHash as String: hash,
        ]
        return try !items.all(query, returning: kSecReturnAttributes).isEmpty
    }

    /// Stores a private key that waits for its certificate.
    /// - Throws: `MutualTLSError`: `labelInUse` where an identity or another key has the label; `keychainLocked`,
    ///   `keychainFailed`, `invalidRequest` for an empty label.
    package func add(_ key: SecKey, label: String) throws {
        try Self.check(label: label)
        try place.transaction {
            try checkIsFree(label: label)
            var attributes = Self.accessible
            attributes[kSecValueRef as String] = key
            attributes[kSecAttrLabel as String] = label
            _ = try items.add(attributes)
        }
    }

    /// Looks whether neither an identity nor a key that waits has a label.
    /// - Throws: `MutualTLSError` `labelInUse`.
    package func checkIsFree(label: String) throws {
        try place.snapshot {
            let other: String
            if let found = try found(label: label).first {
                other = "an identity, \(try stored(found).identity.summary)"
            } else if try !waitingKeys(label: label).isEmpty {
                other = "a key that waits for its certificate"
            } else {
                return
            }
            throw MutualTLSError(
                .labelInUse, "the label \"\(label)\" belongs to \(other)", hint: "choose another label")
        }
    }

    /// Joins certificates that came without keys to the keys that the keychain has for them.
    /// - Parameter certificates: in any order, intermediates among them.
    /// - Returns: each as it would be stored; none of the keys is opened.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    package func identities(joining certificates: [SecCertificate]) throws -> [SecIdentity] {
        try place.snapshot {
            try certificates.compactMap { certificate in
                guard let hash = Self.hash(of: certificate) else { return nil }
                return try key(hash).map { try IdentityMaterial.join(certificate, $0) }
            }
        }
    }

    /// What a certificate's identity is called in the keychain, or the key that waits for it; nil where neither is there.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    package func label(of identity: ClientIdentity) throws -> String? {
        try place.snapshot {
            let certificate: [String: Any] = [kSecValueRef as String: identity.certificate]
            let attributes = try items.all(certificate, returning: kSecReturnAttributes).first
            if let key = attributes.flatMap(CertificateKey.init(attributes:)), let found = try found(key.query).first {
                return found.label
            }
            guard let hash = Self.hash(of: identity.certificate), try !hasCertificate(hash) else { return nil }
            return try keys([kSecAttrApplicationLabel as String: hash]).first?.label
        }
    }

    /// Removes a key that waits for its certificate.
    /// - Returns: false where none has the label.
    /// - Throws: `MutualTLSError`: `keychainFailed`.
    package func removeWaitingKey(label: String) throws -> Bool {
        try place.transaction {
            let waiting = try waitingKeys(label: label)
            for key in waiting {
                try items.delete(
                    Self.privateKeys.merging([kSecAttrApplicationLabel as String: key.hash]) { _, new in new })
            }
            return !waiting.isEmpty
        }
    }

    /// Runs calls as one, where the platform can, as on Linux: all of it is stored, or nothing where `body` throws.
    package func together<Result>(_ body: () throws -> Result) throws -> Result { try place.transaction(body) }

    /// What errors call the keychain.
    package var keychainName: String { place.name }

    private static var privateKeys: [String: Any] {
        [kSecClass as String: kSecClassKey, kSecAttrKeyClass as String: kSecAttrKeyClassPrivate]
    }

    /// The stored private key whose public half has a hash.
    private func key(_ hash: Data) throws -> SecKey? {
        let query = Self.privateKeys.merging([kSecAttrApplicationLabel as String: hash]) { _, new in new }
        let entry = try items.all(query, returning: kSecReturnRef, kSecReturnAttributes).first
        guard let key = entry?[kSecValueRef as String] as CFTypeRef?, CFGetTypeID(key) == SecKeyGetTypeID() else {
            return nil
        }
        return (key as! SecKey)
    }

    private static func hash(of certificate: SecCertificate) -> Data? {
        guard let key = SecCertificateCopyKey(certificate), let attributes = SecKeyCopyAttributes(key) else {
            return nil
        }
        // A dictionary of Core Foundation's on Apple platforms, and one of Swift's elsewhere.
        return ((attributes as Any) as? [String: Any])?[kSecAttrApplicationLabel as String] as? Data
    }
}
