import Foundation
import PortableSecurity

// The items behind the identities. All of it is called within a transaction.
extension IdentityStore {
    static var accessible: [String: Any] {
        [kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
    }
    /// By which intermediates that the store has added are told from those that were there.
    private static let intermediateLabel = "intermediate CA of a client identity"

    /// The identities that a query finds.
    func found(_ query: [String: Any]) throws(MutualTLSError) -> [FoundIdentity] {
        let query = query.merging([kSecClass as String: kSecClassIdentity as Any]) { own, _ in own }
        return FoundIdentity.distinct(try items.all(query, returning: kSecReturnRef, kSecReturnAttributes))
    }

    /// The identities that have a label.
    func found(label: String) throws(MutualTLSError) -> [FoundIdentity] {
        try found(identityQuery(label))
    }

    /// With what is kept beside it.
    func stored(_ found: FoundIdentity) throws(MutualTLSError) -> StoredIdentity {
        let record = try record(found.fingerprint)
        return StoredIdentity(found, record, record.intermediates.compactMap(IdentityRecord.certificate))
    }

    /// Those that a query finds, with what is kept beside them.
    func stored(_ query: [String: Any]) throws(MutualTLSError) -> [StoredIdentity] {
        let found = try found(query)
        // One search for all of them, where they are many.
        let records = found.count > 100 ? IdentityRecord.grouped(try recordItems()) : nil
        // Many have the same intermediates.
        var parsed: [Data: SecCertificate?] = [:]
        var stored: [StoredIdentity] = []
        stored.reserveCapacity(found.count)
        for found in found {
            let fingerprint = found.fingerprint
            let record =
                if let records { records[fingerprint] ?? IdentityRecord(fingerprint) } else { try record(fingerprint) }
            let intermediates = record.intermediates.compactMap { der in
                if let known = parsed[der] { return known }
                let certificate = IdentityRecord.certificate(der)
                parsed[der] = .some(certificate)
                return certificate
            }
            stored.append(StoredIdentity(found, record, intermediates))
        }
        return stored
    }

    /// Which certificates there are, by attributes alone, and the origins that each is bound to.
    func bindings(label: String?) throws(MutualTLSError) -> [CertificateKey: Set<Origin>] {
        var bindings: [CertificateKey: Set<Origin>] = [:]
        for item in try items.all(identityQuery(label), returning: kSecReturnAttributes) {
            CertificateKey(attributes: item).map { bindings[$0] = [] }
        }
        for item in try items.all(IdentityRecord.query(), returning: kSecReturnAttributes) {
            guard let origin = IdentityRecord.origin(item), let data = item[kSecAttrGeneric as String] as? Data,
                let key = CertificateKey(data)
            else { continue }
            bindings[key]?.insert(origin)
        }
        return bindings
    }

    func identityQuery(_ label: String?) -> [String: Any] {
        var query: [String: Any] = [kSecClass as String: kSecClassIdentity]
        if let label { query[kSecAttrLabel as String] = label }
        return query
    }

    /// Stores an identity under a label that is its own or nobody's.
    func store(_ identity: ClientIdentity, _ label: String, _ origins: Set<Origin>) throws(MutualTLSError) -> Saved {
        var attributes = Self.accessible
        attributes[kSecValueRef as String] = identity.secIdentity
        attributes[kSecAttrLabel as String] = label
        let saved = try items.add(attributes) ? Saved.added : try relabel(identity, label)
        for intermediate in identity.intermediates {
            var attributes = Self.accessible
            attributes[kSecValueRef as String] = intermediate
            attributes[kSecAttrLabel as String] = Self.intermediateLabel
            _ = try items.add(attributes)
        }
        var record = try record(identity.fingerprint)
        let intermediates = identity.intermediates.map { SecCertificateCopyData($0) as Data }
        if !intermediates.isEmpty, intermediates != record.intermediates {
            record.intermediates = intermediates
            try put(record.intermediatesQuery, record.intermediatesAttributes)
        }
        for origin in origins.subtracting(record.origins) { try bind(identity.certificate, to: origin) }
        return saved
    }

    private func relabel(_ identity: ClientIdentity, _ label: String) throws(MutualTLSError) -> Saved {
        // The certificate's label is the identity's.
        let query: [String: Any] = [kSecValueRef as String: identity.certificate]
        let found = try items.all(query, returning: kSecReturnAttributes).first
        let former = found?[kSecAttrLabel as String] as? String ?? ""
        if former == label { return .unchanged }
        _ = try items.update(query, [kSecAttrLabel as String: label])
        return .relabelled(from: former)
    }

    /// Notes that an identity may go to an origin.
    func bind(_ certificate: SecCertificate, to origin: Origin) throws(MutualTLSError) {
        let found = try items.all([kSecValueRef as String: certificate], returning: kSecReturnAttributes)
        guard let key = found.first.flatMap(CertificateKey.init(attributes:)) else {
            throw MutualTLSError(
                .keychainFailed, "the certificate to be bound to \(origin) is not in \(place.name) any more")
        }
        try put(
            IdentityRecord.binding(origin, Fingerprint.sha256(certificate)),
            [kSecAttrGeneric as String: key.encoded])
    }

    /// Removes an identity, what is kept beside it, and the intermediates that the store added and nobody else needs.
    func remove(_ found: FoundIdentity) throws(MutualTLSError) {
        let record = try record(found.fingerprint)
        try items.delete([kSecValueRef as String: found.secIdentity])
        try items.delete(IdentityRecord.query(found.fingerprint))
        if record.intermediates.isEmpty { return }
        let needed = Set(IdentityRecord.grouped(try recordItems()).values.flatMap(\.intermediates))
        for der in record.intermediates where !needed.contains(der) {
            guard let certificate = IdentityRecord.certificate(der) else { continue }
            try items.delete([
                kSecValueRef as String: certificate, kSecAttrLabel as String: Self.intermediateLabel,
            ])
        }
    }

    /// What is kept beside an identity.
    func record(_ fingerprint: String) throws(MutualTLSError) -> IdentityRecord {
        IdentityRecord(
            fingerprint, try items.all(IdentityRecord.query(fingerprint), returning: kSecReturnAttributes))
    }

    private func recordItems() throws(MutualTLSError) -> [[String: Any]] {
        try items.all(IdentityRecord.query(), returning: kSecReturnAttributes)
    }

    private func put(_ query: [String: Any], _ attributes: [String: Any]) throws(MutualTLSError) {
        if try items.update(query, attributes) { return }
        _ = try items.add(query.merging(attributes.merging(Self.accessible) { own, _ in own }) { own, _ in own })
    }
}
