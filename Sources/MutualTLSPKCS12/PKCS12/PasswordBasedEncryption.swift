import Foundation

/// What an `AlgorithmIdentifier` of encrypted content says about how the password turns into a key and the key into
/// plaintext: PKCS#12's own schemes (RFC 7292, appendix C), PBES1 and PBES2 (RFC 8018).
package struct PasswordBasedEncryption: Sendable {
    /// How the key is derived, which also decides how the password is encoded.
    package enum KeyDerivation: Sendable {
        /// RFC 7292, appendix B, with SHA-1; the password as UTF-16BE with a terminating zero.
        case pkcs12
        /// PBKDF1 with this digest (RFC 8018, 5.1); the password as octets.
        case pbkdf1(digest: OID)
        /// PBKDF2; the password in UTF-8.
        case pbkdf2(PBKDF2Parameters)
        /// scrypt (RFC 7914), the password in UTF-8; block size r, parallelisation p.
        case scrypt(blockSize: Int, parallelization: Int)
    }

    /// For people: "PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256" or "pbeWithSHA1And40BitRC2-CBC".
    package let name: String
    package let keyDerivation: KeyDerivation
    package let cipher: EncryptionCipher
    package let salt: Data
    /// At least 1; scrypt's cost N for scrypt.
    package let iterations: Int

    /// In octets.
    package var saltLength: Int { salt.count }
    /// Where it is true, OpenSSL 3 needs its legacy provider.
    package let isLegacy: Bool
    /// See ``EncryptionCipher/keyBits``; the file's own key length where it names one.
    package let keyBits: Int?

    /// - Throws: `PKCS12StructureError`: `unsupported` names a scheme, key derivation or cipher that is not known;
    ///   `malformed` for damaged parameters and for iterations that are not between 1 and `Int.max`.
    package init(_ algorithm: AlgorithmIdentifier) throws(PKCS12StructureError) {
        self = try PKCS12StructureError.wrapping { () throws(DERError) in
            if algorithm.oid == .pbes2 { return try Self(pbes2: algorithm) }
            if let scheme = Self.schemes[algorithm.oid] { return try Self(scheme, algorithm) }
            throw DERError(
                .unsupported, "it is encrypted with the unknown scheme \(algorithm.oid)", offset: algorithm.offset)
        }
    }

    private struct Scheme: Sendable {
        let name: String
        let cipher: EncryptionCipher
        /// PBKDF1's digest; nil for PKCS#12's derivation.
        var digest: OID?
    }

    private static let schemes: [OID: Scheme] = [
        .pkcs12PBE.appending(1): Scheme(name: "pbeWithSHA1And128BitRC4", cipher: .rc4With128),
        .pkcs12PBE.appending(2): Scheme(name: "pbeWithSHA1And40BitRC4", cipher: .rc4With40),
        .pkcs12PBE.appending(3): Scheme(name: "pbeWithSHA1And3-KeyTripleDES-CBC", cipher: .tripleDES),
        .pkcs12PBE.appending(4): Scheme(name: "pbeWithSHA1And2-KeyTripleDES-CBC", cipher: .twoKeyTripleDES),
        .pkcs12PBE.appending(5): Scheme(name: "pbeWithSHA1And128BitRC2-CBC", cipher: .rc2With128),
        .pkcs12PBE.appending(6): Scheme(name: "pbeWithSHA1And40BitRC2-CBC", cipher: .rc2With40),
        .pkcs5.appending(1): Scheme(name: "pbeWithMD2AndDES-CBC", cipher: .des, digest: .rsadsiDigest.appending(2)),
        .pkcs5.appending(3): Scheme(name: "pbeWithMD5AndDES-CBC", cipher: .des, digest: .rsadsiDigest.appending(5)),
        .pkcs5.appending(4): Scheme(
            name: "pbeWithMD2AndRC2-CBC", cipher: .rc2With64, digest: .rsadsiDigest.appending(2)),
        .pkcs5.appending(6): Scheme(
            name: "pbeWithMD5AndRC2-CBC", cipher: .rc2With64, digest: .rsadsiDigest.appending(5)),
        .pkcs5.appending(10): Scheme(name: "pbeWithSHA1AndDES-CBC", cipher: .des, digest: .sha1),
        .pkcs5.appending(11): Scheme(name: "pbeWithSHA1AndRC2-CBC", cipher: .rc2With64, digest: .sha1),
    ]

    /// `SEQUENCE { salt OCTET STRING, iterations INTEGER }`
    private init(_ scheme: Scheme, _ algorithm: AlgorithmIdentifier) throws(DERError) {
        var reader = try algorithm.parameterElements(scheme.name)
        name = scheme.name
        cipher = scheme.cipher
        isLegacy = scheme.cipher.isLegacy
        keyBits = scheme.cipher.keyBits
        keyDerivation = scheme.digest.map { .pbkdf1(digest: $0) } ?? .pkcs12
        salt = try reader.next(.octetString, "the encryption's salt").octets()
        iterations = try reader.next(.integer, "the encryption's iteration count")
            .positiveInteger("the encryption's iteration count")
        try reader.expectEnd(of: "the encryption's parameters")
    }

    /// `SEQUENCE { keyDerivationFunc AlgorithmIdentifier, encryptionScheme AlgorithmIdentifier }`
    private init(pbes2 algorithm: AlgorithmIdentifier) throws(DERError) {
        var reader = try algorithm.parameterElements("PBES2")
        let derivation = try AlgorithmIdentifier(
            reader.next(.sequence, "PBES2's key derivation"), "PBES2's key derivation")
        let scheme = try AlgorithmIdentifier(reader.next(.sequence, "PBES2's cipher"), "PBES2's cipher")
        try reader.expectEnd(of: "PBES2's parameters")
        guard let cipher = EncryptionCipher.pbes2[scheme.oid] else {
            throw DERError(
                .unsupported, "it is encrypted with PBES2 and the unknown cipher \(scheme.oid)", offset: scheme.offset)
        }
        self.cipher = cipher
        isLegacy = cipher.isLegacy
        switch derivation.oid {
        case .pbkdf2:
            let parameters = try PBKDF2Parameters(derivation)
            keyDerivation = .pbkdf2(parameters)
            salt = parameters.salt
            iterations = parameters.iterations
            keyBits = cipher.keyBits ?? parameters.keyLength.map { $0 <= Int.max / 8 ? $0 * 8 : Int.max }
            name = "PBES2 \(cipher.name), PBKDF2 \(AlgorithmName.hmac(parameters.prf))"
        case .scrypt:
            var parameters = try derivation.parameterElements("scrypt")
            salt = try parameters.next(.octetString, "scrypt's salt").octets()
            iterations = try parameters.next(.integer, "scrypt's cost").positiveInteger("scrypt's cost")
            let blockSize = try parameters.next(.integer, "scrypt's block size")
                .positiveInteger("scrypt's block size")
            let parallelization = try parameters.next(.integer, "scrypt's parallelization")
                .positiveInteger("scrypt's parallelization")
            keyDerivation = .scrypt(blockSize: blockSize, parallelization: parallelization)
            keyBits = cipher.keyBits
            name = "PBES2 \(cipher.name), scrypt"
        default:
            throw DERError(
                .unsupported, "it is encrypted with PBES2 and the unknown key derivation \(derivation.oid)",
                offset: derivation.offset)
        }
    }
}
