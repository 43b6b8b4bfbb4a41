import MutualTLSPKCS12

/// How a client signs to prove that it has its key: a code of TLS 1.3's `SignatureScheme` (RFC 8446, 4.2.3), which TLS 1.2
/// reads as a pair of hash and signature (RFC 5246, 7.4.1.4.1).
public struct SignatureScheme: Hashable, Sendable, CustomStringConvertible {
    /// As it is on the wire.
    public let code: UInt16

    /// From a code, whether or not it is known here.
    public init(code: UInt16) { self.code = code }

    /// `rsa_pkcs1_sha256`: PKCS #1 v1.5 (RFC 8017, 8.2). In TLS 1.2 alone, as the two that follow.
    public static let rsaPKCS1SHA256 = SignatureScheme(code: 0x0401)
    /// `rsa_pkcs1_sha384`.
    public static let rsaPKCS1SHA384 = SignatureScheme(code: 0x0501)
    /// `rsa_pkcs1_sha512`.
    public static let rsaPKCS1SHA512 = SignatureScheme(code: 0x0601)
    /// `rsa_pss_rsae_sha256`: RSA-PSS (RFC 8017, 8.1), MGF1 with the same hash, a salt as long as it, as with the two that
    /// follow. TLS 1.3 takes no other of an RSA key.
    public static let rsaPSSSHA256 = SignatureScheme(code: 0x0804)
    /// `rsa_pss_rsae_sha384`.
    public static let rsaPSSSHA384 = SignatureScheme(code: 0x0805)
    /// `rsa_pss_rsae_sha512`.
    public static let rsaPSSSHA512 = SignatureScheme(code: 0x0806)
    /// `ecdsa_secp256r1_sha256`: ECDSA with SHA-256; in TLS 1.3 with a key on P-256 alone, and so on with the two that follow.
    public static let ecdsaP256SHA256 = SignatureScheme(code: 0x0403)
    /// `ecdsa_secp384r1_sha384`.
    public static let ecdsaP384SHA384 = SignatureScheme(code: 0x0503)
    /// `ecdsa_secp521r1_sha512`.
    public static let ecdsaP521SHA512 = SignatureScheme(code: 0x0603)
    /// `ed25519` (RFC 8032), over the message itself.
    public static let ed25519 = SignatureScheme(code: 0x0807)

    /// The registered name, such as `ecdsa_secp256r1_sha256`, or the code in hexadecimal.
    public var description: String { name }

    /// The registered name, or the code in hexadecimal.
    var name: String {
        let hexadecimal = String(code, radix: 16, uppercase: true)
        return Self.known[code]?.name ?? "0x" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
    }

    /// Whether a client can sign so with a key.
    /// - Parameters:
    ///   - key: the leaf's.
    ///   - version: TLS's, as on the wire; where it isn't known, one in which it works is enough.
    func fits(_ key: PublicKeyFields, in version: UInt16?) -> Bool {
        guard let scheme = Self.known[code], scheme.key == key.algorithm else { return false }
        // PSS has the digest twice and two bytes more in the room of the modulus (RFC 8017, 9.1.1).
        if let digest = scheme.pssDigest, let bits = key.modulusBits, (bits + 7) / 8 < 2 * digest + 2 { return false }
        let works12 = scheme.use != .tls13
        let works13 = scheme.use != .tls12 && (scheme.curve.map { key.curve.map(KeyName.curve) == $0 } ?? true)
        switch version {
        case CertificateRequestFacts.tls13: return works13
        case nil: return works12 || works13
        default: return works12
        }
    }

    private enum Use { case tls12, tls13, both }

    private struct Known {
        let name: String
        /// The kind of key that may still sign so.
        var key: OID?
        /// The versions in which a client may sign so.
        var use = Use.both
        /// The one curve that it is for in TLS 1.3; TLS 1.2 takes any.
        var curve: String?
        /// The digest's bytes.
        var pssDigest: Int?
    }

    private static let known: [UInt16: Known] = [
        0x0301: Known(name: "rsa_pkcs1_sha224", key: .rsaEncryption, use: .tls12),
        0x0401: Known(name: "rsa_pkcs1_sha256", key: .rsaEncryption, use: .tls12),
        0x0501: Known(name: "rsa_pkcs1_sha384", key: .rsaEncryption, use: .tls12),
        0x0601: Known(name: "rsa_pkcs1_sha512", key: .rsaEncryption, use: .tls12),
        0x0303: Known(name: "ecdsa_sha224", key: .ecPublicKey, use: .tls12),
        0x0403: Known(name: "ecdsa_secp256r1_sha256", key: .ecPublicKey, curve: "P-256"),
        0x0503: Known(name: "ecdsa_secp384r1_sha384", key: .ecPublicKey, curve: "P-384"),
        0x0603: Known(name: "ecdsa_secp521r1_sha512", key: .ecPublicKey, curve: "P-521"),
        0x0804: Known(name: "rsa_pss_rsae_sha256", key: .rsaEncryption, pssDigest: 32),
        0x0805: Known(name: "rsa_pss_rsae_sha384", key: .rsaEncryption, pssDigest: 48),
        0x0806: Known(name: "rsa_pss_rsae_sha512", key: .rsaEncryption, pssDigest: 64),
        0x0807: Known(name: "ed25519", key: .ed25519),
        0x0808: Known(name: "ed448", key: .ed448),
        0x0809: Known(name: "rsa_pss_pss_sha256", key: .rsassaPSS, pssDigest: 32),
        0x080A: Known(name: "rsa_pss_pss_sha384", key: .rsassaPSS, pssDigest: 48),
        0x080B: Known(name: "rsa_pss_pss_sha512", key: .rsassaPSS, pssDigest: 64),
        // RFC 8734
        0x081A: Known(
            name: "ecdsa_brainpoolP256r1tls13_sha256", key: .ecPublicKey, use: .tls13, curve: "brainpoolP256r1"),
        0x081B: Known(
            name: "ecdsa_brainpoolP384r1tls13_sha384", key: .ecPublicKey, use: .tls13, curve: "brainpoolP384r1"),
        0x081C: Known(
            name: "ecdsa_brainpoolP512r1tls13_sha512", key: .ecPublicKey, use: .tls13, curve: "brainpoolP512r1"),
        // Known by name alone: broken digests (RFC 9155), and keys that are not for TLS.
        0x0101: Known(name: "rsa_md5"), 0x0201: Known(name: "rsa_pkcs1_sha1"), 0x0203: Known(name: "ecdsa_sha1"),
        0x0202: Known(name: "dsa_sha1"), 0x0302: Known(name: "dsa_sha224"), 0x0402: Known(name: "dsa_sha256"),
        0x0502: Known(name: "dsa_sha384"), 0x0602: Known(name: "dsa_sha512"),
        0x0904: Known(name: "mldsa44"), 0x0905: Known(name: "mldsa65"), 0x0906: Known(name: "mldsa87"),
    ]
}
