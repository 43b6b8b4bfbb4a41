import Foundation

/// Which key of a file belongs to which certificate.
enum KeyPairing {
    /// What a file ties to a key or a certificate (RFC 7292, 4.2).
    struct Tie: Sendable, Hashable {
        var localKeyID: Data?
        var friendlyName: String?
    }

    /// A key and a certificate that belong together, by their indices.
    struct Pair: Sendable, Hashable {
        let key: Int
        let certificate: Int
    }

    /// A key belongs to the certificates with its public key. Where a key has several, the file's local key identifiers say
    /// which of them is meant, or else its friendly names; where neither does, all are.
    /// - Parameters:
    ///   - keys: the ties of the keys, in the file's order.
    ///   - certificates: those of the certificates; each certificate once.
    ///   - belong: whether a key and a certificate, by their indices, have the same public key.
    /// - Returns: the pairs in the certificates' order, each certificate at most once.
    static func pairs(
        keys: [Tie], certificates: [Tie], belong: (_ key: Int, _ certificate: Int) -> Bool
    ) -> [Pair] {
        var owners: [Int: Int] = [:]
        for (key, tie) in keys.enumerated() {
            let equals = certificates.indices.filter { belong(key, $0) }
            for certificate in meant(by: tie, among: equals, certificates) where owners[certificate] == nil {
                owners[certificate] = key
            }
        }
        return certificates.indices.compactMap { certificate in
            owners[certificate].map { Pair(key: $0, certificate: certificate) }
        }
    }

    private static func meant(by tie: Tie, among equals: [Int], _ certificates: [Tie]) -> [Int] {
        if equals.count < 2 { return equals }
        let byIdentifier = equals.filter { tie.localKeyID != nil && certificates[$0].localKeyID == tie.localKeyID }
        if !byIdentifier.isEmpty { return byIdentifier }
        let byName = equals.filter { tie.friendlyName != nil && certificates[$0].friendlyName == tie.friendlyName }
        return byName.isEmpty ? equals : byName
    }
}
