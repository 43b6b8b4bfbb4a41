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
    /// which of them is meant, and its friendly names where those leave several; where neither does, all are.
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
        func tied(_ candidates: [Int], _ isTied: (Tie) -> Bool) -> [Int] {
            let some = candidates.filter { isTied(certificates[$0]) }
            return some.isEmpty ? candidates : some
        }
        let byIdentifier = tied(equals) { tie.localKeyID != nil && $0.localKeyID == tie.localKeyID }
        return tied(byIdentifier) { tie.friendlyName != nil && $0.friendlyName == tie.friendlyName }
    }
}
