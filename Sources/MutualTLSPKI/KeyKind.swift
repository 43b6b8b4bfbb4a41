internal import MutualTLSOpenSSL

/// The kind of key that a certificate is for.
public struct KeyKind: Sendable, Hashable, CustomStringConvertible {
    let kind: PrivateKey.Kind

    /// Elliptic curve P-256: small, quick, and what every TLS peer takes.
    public static let p256 = KeyKind(kind: .ec(256))
    /// Elliptic curve P-384.
    public static let p384 = KeyKind(kind: .ec(384))
    /// Ed25519 (RFC 8410). Apple's systems don't take it in certificates.
    public static let ed25519 = KeyKind(kind: .ed25519)
    /// RSA with a modulus of so many bits, 512 to 16384. Apple's systems refuse less than 2048.
    public static func rsa(_ bits: Int) -> KeyKind { KeyKind(kind: .rsa(bits)) }

    /// Such as `P-256` or `RSA 2048`.
    public var description: String {
        switch kind {
        case .ec(let bits): "P-\(bits)"
        case .rsa(let bits): "RSA \(bits)"
        case .ed25519: "Ed25519"
        }
    }

    func generate() throws(PKIError) -> PrivateKey {
        if case .rsa(let bits) = kind, !(512...16_384).contains(bits) {
            throw PKIError(.invalidParameter, "an RSA key can't have \(bits) bits; take 2048, 3072 or 4096")
        }
        return try PKIError.wrapping(.cryptography) { try PrivateKey.generate(kind) }
    }

    /// What an end-entity's key does in TLS: it signs, and an RSA key also wraps the secret of old cipher suites.
    static func usage(ofAlgorithm algorithm: String) -> KeyUsage {
        algorithm == "RSA" ? [.digitalSignature, .keyEncipherment] : [.digitalSignature]
    }
}
