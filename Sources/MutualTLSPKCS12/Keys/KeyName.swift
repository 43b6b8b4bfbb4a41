import Foundation

/// What people call kinds of keys and curves.
package enum KeyName {
    /// The kind of key that an AlgorithmIdentifier names, such as "RSA" or "ML-KEM-768"; or its dotted identifier.
    package static func algorithm(_ oid: OID) -> String { algorithms[oid] ?? oid.description }

    /// A curve's name, such as "P-256"; or its dotted identifier.
    package static func curve(_ oid: OID) -> String { curves[oid]?.name ?? oid.description }

    /// The bits of a curve's field; nil for one that is not known.
    package static func bits(ofCurve oid: OID) -> Int? { curves[oid]?.bits }

    private static let algorithms: [OID: String] = {
        let post = OID(2, 16, 840, 1, 101, 3, 4)
        var table: [OID: String] = [
            .rsaEncryption: "RSA", .rsassaPSS: "RSA-PSS", .ecPublicKey: "EC", OID(1, 2, 840, 10_040, 4, 1): "DSA",
            OID(1, 3, 101, 110): "X25519", OID(1, 3, 101, 111): "X448", .ed25519: "Ed25519", .ed448: "Ed448",
            OID(1, 2, 840, 113_549, 1, 3, 1): "DH", OID(1, 2, 840, 10_046, 2, 1): "DH",
            OID(1, 2, 643, 2, 2, 19): "GOST R 34.10-2001", OID(1, 2, 643, 7, 1, 1, 1, 1): "GOST R 34.10-2012",
            OID(1, 2, 643, 7, 1, 1, 1, 2): "GOST R 34.10-2012", OID(1, 3, 14, 3, 2, 12): "DSA",
        ]
        for (index, name) in ["ML-KEM-512", "ML-KEM-768", "ML-KEM-1024"].enumerated() {
            table[post.appending(4).appending(UInt8(index + 1))] = name
        }
        for (index, name) in ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"].enumerated() {
            table[post.appending(3).appending(UInt8(index + 17))] = name
        }
        return table
    }()

    private static let curves: [OID: (name: String, bits: Int)] = {
        let ansi = OID(1, 2, 840, 10_045, 3, 1)
        let certicom = OID(1, 3, 132, 0)
        let brainpool = OID(1, 3, 36, 3, 3, 2, 8, 1, 1)
        var table: [OID: (name: String, bits: Int)] = [
            ansi.appending(1): ("P-192", 192), .prime256v1: ("P-256", 256), .secp384r1: ("P-384", 384),
            .secp521r1: ("P-521", 521), certicom.appending(33): ("P-224", 224),
            certicom.appending(10): ("secp256k1", 256), certicom.appending(8): ("secp160r1", 160),
            OID(1, 2, 156, 10_197, 1, 301): ("SM2", 256),
        ]
        for (index, bits) in [160, 192, 224, 256, 320, 384, 512].enumerated() {
            table[brainpool.appending(UInt8(2 * index + 1))] = ("brainpoolP\(bits)r1", bits)
            table[brainpool.appending(UInt8(2 * index + 2))] = ("brainpoolP\(bits)t1", bits)
        }
        return table
    }()

    /// Whether TLS can authenticate with such a key: it has a signature scheme for it, and for its curve (RFC 8446, 4.2.3;
    /// RFC 8422; RFC 8734).
    package static func isForTLS(_ algorithm: OID, curve: OID?) -> Bool {
        guard algorithm == .ecPublicKey else {
            return [.rsaEncryption, .rsassaPSS, .ed25519, .ed448].contains(algorithm)
        }
        return curve.map { tlsCurves.contains(self.curve($0)) } ?? false
    }

    /// Whether such keys can't authenticate anybody in TLS: they only agree on secrets, or TLS 1.3 dropped them (DSA).
    fileprivate static func isUselessForTLS(_ algorithm: OID) -> Bool {
        let name = self.algorithm(algorithm)
        return ["DSA", "DH", "X25519", "X448"].contains(name) || name.hasPrefix("ML-KEM")
    }

    private static let tlsCurves: Set = [
        "P-192", "P-224", "P-256", "P-384", "P-521", "secp256k1", "brainpoolP256r1", "brainpoolP384r1",
        "brainpoolP512r1",
    ]
}

extension PrivateKeyInfo.Algorithm: CustomStringConvertible {
    /// The name that people use, such as "RSA" or "EC P-256", or the dotted identifier.
    package var description: String {
        switch self {
        case .rsa: KeyName.algorithm(.rsaEncryption)
        case .ec(let curve): "EC \(curve.map(KeyName.curve) ?? "with parameters of its own")"
        case .ed25519: KeyName.algorithm(.ed25519)
        case .other(let oid): KeyName.algorithm(oid)
        }
    }

    /// Whether it is of the kinds that every system takes: RSA, or EC on P-256, P-384 or P-521. Apple's `SecKey` is known to
    /// take no others.
    package var isUniversal: Bool {
        switch self {
        case .rsa: true
        case .ec(let curve): curve.map([OID.prime256v1, .secp384r1, .secp521r1].contains) ?? false
        case .ed25519, .other: false
        }
    }

    /// False where such a key can't authenticate anybody in TLS; true for one that is not known.
    package var authenticates: Bool {
        guard case .other(let oid) = self else { return true }
        return !KeyName.isUselessForTLS(oid)
    }
}
