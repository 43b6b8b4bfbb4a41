import Foundation
import MutualTLSPKCS12
import PortableSecurity

/// What a keychain has no place for in an identity: the intermediates to be sent with it, and the origins it is bound to.
///
/// Kept in items of the class of generic passwords without a password, found by the leaf's fingerprint: one for the
/// intermediates, and one for each origin. All of it is in attributes, so that nothing sealed has to be opened. (Intermediates are
/// stored as certificates too, where the search for issuers finds them; but one that was there before keeps its own label, and
/// nobody would know whose it is.)
struct IdentityRecord: Equatable {
    /// The SHA-256 of the leaf, in hexadecimal.
    let fingerprint: String
    /// DER, from the leaf's issuer upwards.
    var intermediates: [Data] = []
    var origins: Set<Origin> = []

    private static let intermediatesService = "swift-mutual-tls.intermediates"
    private static let originService = "swift-mutual-tls.origin "

    init(_ fingerprint: String) { self.fingerprint = fingerprint }

    /// From the items of one fingerprint. What can't be read in them is left out.
    init(_ fingerprint: String, _ items: some Sequence<[String: Any]>) {
        self.fingerprint = fingerprint
        for item in items {
            let service = item[kSecAttrService as String] as? String ?? ""
            if service == Self.intermediatesService {
                // One DER value after the other.
                var reader = DERReader(item[kSecAttrGeneric as String] as? Data ?? Data())
                while !reader.isAtEnd, let value = try? reader.next() { intermediates.append(value.encoded) }
            } else if let origin = Self.origin(item) {
                origins.insert(origin)
            }
        }
    }

    /// The origin that an item binds an identity to; nil for an item that doesn't.
    static func origin(_ item: [String: Any]) -> Origin? {
        guard let service = item[kSecAttrService as String] as? String, service.hasPrefix(originService) else {
            return nil
        }
        return URL(string: String(service.dropFirst(originService.count))).flatMap { Origin($0) }
    }

    /// One of the intermediates; nil where it can't be parsed.
    static func certificate(_ der: Data) -> SecCertificate? {
        #if canImport(Security)
            SecCertificateCreateWithData(nil, der as CFData)
        #else
            SecCertificate(stored: der)
        #endif
    }

    /// Finds the items of one fingerprint; those of all identities without.
    static func query(_ fingerprint: String? = nil) -> [String: Any] {
        var query: [String: Any] = [kSecClass as String: kSecClassGenericPassword]
        if let fingerprint { query[kSecAttrAccount as String] = fingerprint }
        return query
    }

    /// The records among items, by fingerprint.
    static func grouped(_ items: [[String: Any]]) -> [String: IdentityRecord] {
        let ours = items.filter { item in
            let service = item[kSecAttrService as String] as? String ?? ""
            return service == intermediatesService || service.hasPrefix(originService)
        }
        let groups = Dictionary(grouping: ours) { $0[kSecAttrAccount as String] as? String ?? "" }
        return Dictionary(uniqueKeysWithValues: groups.map { ($0.key, IdentityRecord($0.key, $0.value)) })
    }

    /// Finds what binds identities to an origin, or a certain one.
    static func binding(_ origin: Origin, _ fingerprint: String? = nil) -> [String: Any] {
        var query = query(fingerprint)
        query[kSecAttrService as String] = originService + origin.description
        return query
    }

    /// What finds the item of the intermediates.
    var intermediatesQuery: [String: Any] {
        var query = Self.query(fingerprint)
        query[kSecAttrService as String] = Self.intermediatesService
        return query
    }

    /// What that item holds.
    var intermediatesAttributes: [String: Any] {
        [kSecAttrGeneric as String: intermediates.reduce(into: Data()) { $0.append($1) }]
    }
}
