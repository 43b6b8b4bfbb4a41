import Foundation
import MutualTLSPKCS12
import PortableSecurity

/// What a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) says about its key.
struct PublicKeyFields {
    /// The key's algorithm.
    let algorithm: OID
    /// The curve's OID; nil for other keys, and for a curve that is given by its parameters.
    let curve: OID?
    /// Whether Apple's systems are known to make a `SecKey` of it.
    let isKnownToApple: Bool
    /// The bits of RSA's modulus; nil for other keys.
    let modulusBits: Int?

    init(_ value: DERValue) throws(DERError) {
        var parts = try value.elements()
        let identifier = try AlgorithmIdentifier(
            parts.next(.sequence, "the public key's algorithm"), "the public key's algorithm")
        let bits = try parts.next(.bitString, "the public key")
        algorithm = identifier.oid
        let kind = try PrivateKeyInfo.Algorithm(publicKey: identifier)
        isKnownToApple = kind.isUniversal
        curve = if case .ec(let curve) = kind { curve } else { nil }
        modulusBits =
            [.rsaEncryption, .rsassaPSS].contains(identifier.oid)
            ? try Self.modulusBits(bits.wholeBitString("the public key")) : nil
    }

    /// Of a PKCS#1 RSAPublicKey (RFC 8017, A.1.1).
    private static func modulusBits(_ key: Data) throws(DERError) -> Int {
        var reader = DERReader(key)
        var numbers = try reader.next(.sequence, "the RSA key").elements()
        let modulus = try numbers.next(.integer, "the RSA modulus").content.drop { $0 == 0 }
        return modulus.first.map { modulus.count * 8 - $0.leadingZeroBitCount } ?? 0
    }

    /// What people call it, with its size: "RSA 2048", "EC P-256", "Ed25519".
    var name: String {
        let kind = KeyName.algorithm(algorithm)
        if let modulusBits { return "\(kind) \(modulusBits)" }
        guard algorithm == .ecPublicKey else { return kind }
        return "\(kind) \(curve.map(KeyName.curve) ?? "with parameters of its own")"
    }

    /// Whether it has less strength than 112 bits (NIST SP 800-57): RSA below 2048 bits, curves below 224.
    var isWeak: Bool {
        modulusBits.map { $0 < 2048 } ?? curve.flatMap(KeyName.bits).map { $0 < 224 } ?? false
    }

    /// Whether TLS can authenticate anybody with it.
    var isForTLS: Bool { KeyName.isForTLS(algorithm, curve: curve) }
}

extension ClientIdentity {
    /// The kind and size of its key, such as "EC P-256"; "unknown" where the certificate can't be read.
    package var keyType: String { PublicKeyFields.name(in: certificate) }
}

extension IdentityFile.Certificate {
    /// The kind and size of its key.
    package var keyType: String { PublicKeyFields.name(in: certificate) }
}

extension PublicKeyFields {
    fileprivate static func name(in certificate: SecCertificate) -> String {
        (try? CertificateFields(certificate))?.publicKey.name ?? "unknown"
    }
}
