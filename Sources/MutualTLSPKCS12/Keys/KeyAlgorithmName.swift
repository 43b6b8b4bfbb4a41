extension PrivateKeyInfo.Algorithm: CustomStringConvertible {
    private static let kinds: [OID: String] = [
        OID(1, 2, 840, 113_549, 1, 1, 10): "RSA-PSS", OID(1, 2, 840, 10_040, 4, 1): "DSA",
        OID(1, 2, 840, 113_549, 1, 3, 1): "Diffie-Hellman", OID(1, 3, 101, 110): "X25519", OID(1, 3, 101, 111): "X448",
        OID(1, 3, 101, 113): "Ed448", OID(1, 2, 643, 2, 2, 19): "GOST R 34.10-2001",
        OID(1, 2, 643, 7, 1, 1, 1, 1): "GOST R 34.10-2012", OID(1, 2, 643, 7, 1, 1, 1, 2): "GOST R 34.10-2012",
    ]
    private static let curves: [OID: String] = [.prime256v1: "P-256", .secp384r1: "P-384", .secp521r1: "P-521"]

    /// The name that people use, such as "EC P-256", or the dotted identifier.
    package var description: String {
        switch self {
        case .rsa: "RSA"
        case .ec(let curve): "EC \(curve.map { Self.curves[$0] ?? $0.description } ?? "with parameters of its own")"
        case .ed25519: "Ed25519"
        case .other(let oid): Self.kinds[oid] ?? oid.description
        }
    }
}
