extension PrivateKeyInfo.Algorithm {
    /// Those besides RSA, EC and Ed25519.
    private static let others: [OID: (name: String, authenticates: Bool)] = [
        OID(1, 2, 840, 113_549, 1, 1, 10): ("RSA-PSS", true), OID(1, 3, 101, 113): ("Ed448", true),
        OID(1, 3, 101, 110): ("X25519", false), OID(1, 3, 101, 111): ("X448", false),
        OID(1, 2, 840, 10_040, 4, 1): ("DSA", false), OID(1, 3, 14, 3, 2, 12): ("DSA", false),
        OID(1, 2, 840, 113_549, 1, 3, 1): ("DH", false), OID(1, 2, 840, 10_046, 2, 1): ("DH", false),
        .nistKEM.appending(1): ("ML-KEM-512", false), .nistKEM.appending(2): ("ML-KEM-768", false),
        .nistKEM.appending(3): ("ML-KEM-1024", false),
        .nistSignature.appending(17): ("ML-DSA-44", true), .nistSignature.appending(18): ("ML-DSA-65", true),
        .nistSignature.appending(19): ("ML-DSA-87", true),
        OID(1, 2, 643, 2, 2, 19): ("GOST R 34.10-2001", true),
        OID(1, 2, 643, 7, 1, 1, 1, 1): ("GOST R 34.10-2012", true),
        OID(1, 2, 643, 7, 1, 1, 1, 2): ("GOST R 34.10-2012", true),
    ]

    /// Its usual name, or the dotted identifier of an unknown one.
    package var name: String {
        switch self {
        case .rsa: "RSA"
        case .ec: "EC"
        case .ed25519: "Ed25519"
        case .other(let oid): Self.others[oid]?.name ?? oid.description
        }
    }

    /// False where such a key can't authenticate anybody in TLS, as it only agrees on secrets, or as TLS 1.3 dropped it
    /// (DSA). True for one that is not known.
    package var authenticates: Bool {
        guard case .other(let oid) = self else { return true }
        return Self.others[oid]?.authenticates ?? true
    }
}

extension OID {
    private static let nistAlgorithms = OID(2, 16, 840, 1, 101, 3, 4)
    fileprivate static let nistSignature = nistAlgorithms.appending(3)
    fileprivate static let nistKEM = nistAlgorithms.appending(4)
}
