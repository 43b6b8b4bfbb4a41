import Foundation

/// A private key as files hold it: PKCS#8 (RFC 5958), PKCS#1 (RFC 8017, appendix A.1.2) or SEC1 (RFC 5915). Its `Data`
/// are slices of the input, so the secret is not copied.
package struct PrivateKeyInfo: Sendable {
    /// Which kind of key it is.
    package enum Algorithm: Hashable, Sendable {
        case rsa
        /// Nil for a curve that is given by its parameters instead of by name.
        case ec(curve: OID?)
        case ed25519
        case other(OID)
    }

    /// How the file wraps the key.
    package enum Format: Sendable {
        case pkcs8, pkcs1, sec1
    }

    package let algorithm: Algorithm
    package let format: Format
    /// The whole encoding as it was given.
    package let encoded: Data
    /// The key itself without PKCS#8 around it: PKCS#1 for RSA, SEC1 for EC, an OCTET STRING for Ed25519.
    private let key: Data
    private let sec1: SEC1PrivateKey?

    /// - Parameter der: The encoding and nothing else; which of the three it is, is found out.
    /// - Throws: `DERError`, `unsupported` for a bare DSA key.
    package init(der: Data) throws(DERError) {
        var reader = DERReader(der)
        let value = try reader.next(.sequence, "the private key")
        try reader.expectEnd(of: "the private key")
        var elements = try value.elements()
        let version = try elements.next(.integer, "the key's version")
        encoded = der
        switch elements.nextTag {
        case .sequence:
            format = .pkcs8
            let identifier = try AlgorithmIdentifier(
                elements.next(.sequence, "the key's algorithm"), "the key's algorithm")
            let string = try elements.next(.octetString, "the key")
            key = try string.octets()
            (algorithm, sec1) = try Self.inner(identifier, string.reader(over: key))
        case .octetString:
            format = .sec1
            guard try version.nonNegativeInteger("the key's version") == 1 else {
                throw DERError(.badValue, "an EC private key has version 1", offset: version.offset)
            }
            let parsed = try SEC1PrivateKey(value)
            key = der
            algorithm = .ec(curve: parsed.curve)
            sec1 = parsed
        default:
            format = .pkcs1
            try Self.checkRSA(value)
            key = der
            algorithm = .rsa
            sec1 = nil
        }
    }

    private static func inner(
        _ identifier: AlgorithmIdentifier, _ key: DERReader
    ) throws(DERError) -> (Algorithm, SEC1PrivateKey?) {
        var reader = key
        switch identifier.oid {
        case .rsaEncryption:
            try checkRSA(reader.next(.sequence, "the RSA key"))
            try reader.expectEnd(of: "the RSA key")
            return (.rsa, nil)
        case .ecPublicKey:
            let parsed = try SEC1PrivateKey(reader.next(.sequence, "the EC key"))
            let parameters = identifier.parametersValue
            let outer =
                parameters?.tag == .objectIdentifier ? try parameters?.objectIdentifier("the key's curve") : nil
            return (.ec(curve: outer ?? parsed.curve), parsed)
        case .ed25519: return (.ed25519, nil)
        default: return (.other(identifier.oid), nil)
        }
    }

    /// Version, modulus, two exponents, two primes and three numbers for the Chinese remainder theorem.
    private static func checkRSA(_ value: DERValue) throws(DERError) {
        var reader = try value.elements()
        var integers = 0
        while try reader.nextIfPresent(.integer) != nil { integers += 1 }
        if integers == 6, reader.isAtEnd {
            throw DERError(.unsupported, "this is a DSA key, which TLS no longer uses", offset: value.offset)
        }
        guard integers == 9 else {
            throw DERError(.badValue, "an RSA key has nine numbers and this has \(integers)", offset: value.offset)
        }
        // More than two primes follow as a SEQUENCE.
        _ = try reader.nextIfPresent(.sequence)
        try reader.expectEnd(of: "the RSA key")
    }

    /// Whether it is an RSA key of more than two primes, which has another version (RFC 8017, A.1.2).
    package var isMultiPrime: Bool {
        guard algorithm == .rsa else { return false }
        var reader = DERReader(key)
        var numbers = try? reader.next(.sequence, "the RSA key").elements()
        let version = try? numbers?.next(.integer, "the RSA key's version").nonNegativeInteger("the RSA key's version")
        return version == 1
    }

    /// What Apple's `SecKeyCreateWithData` and `SecKeyCopyExternalRepresentation` use: PKCS#1 for RSA, `04||X||Y||K`
    /// for EC. Nil for other keys, and for an EC key without its public point or with a compressed one: computing
    /// the point takes cryptography.
    package var externalRepresentation: Data? {
        switch algorithm {
        case .rsa: return key
        case .ec: return sec1?.externalRepresentation
        default: return nil
        }
    }
}
