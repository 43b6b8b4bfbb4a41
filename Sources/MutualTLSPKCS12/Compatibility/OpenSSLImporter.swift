/// OpenSSL 3.0 with its default provider alone, as programs get it that do not ask for the legacy one. The rules were
/// measured with the command `openssl pkcs12` of 3.0.
enum OpenSSLImporter: ForeignImporter {
    private static let macDigests: [OID] =
        [.sha1, .rsadsiDigest.appending(5)]
        // SM3, RIPEMD-160, and the two BLAKE2.
        + [OID(1, 2, 156, 10_197, 1, 401), OID(1, 3, 36, 3, 2, 1)]
        + [OID(1, 3, 6, 1, 4, 1, 1722, 12, 2, 1, 16), OID(1, 3, 6, 1, 4, 1, 1722, 12, 2, 2, 8)]
        + (1...10).map { OID.nistHash.appending($0) }
    private static let prfs = (6...13).map { OID.rsadsiDigest.appending($0) }

    static func objection(to traits: PKCS12Traits) -> String? {
        switch traits.mac?.scheme {
        case .pbmac1: return "its MAC is PBMAC1, which OpenSSL knows since 3.4"
        case .pkcs12(let digest) where !macDigests.contains(digest):
            return "its MAC uses \(AlgorithmName.digest(digest)), which OpenSSL does not have"
        case .pkcs12, nil: break
        }
        if let reason = traits.unreadableEncryption { return reason }
        if let objection = objection(toCount: traits.mac?.iterations ?? 1) { return objection }
        if let objection = traits.schemes.lazy.compactMap(objection(toScheme:)).first { return objection }
        if traits.hasDamagedCertificates { return "it holds a certificate that can't be parsed" }
        if let algorithm = traits.keys.lazy.compactMap(\.algorithm).first(where: { !$0.isCommon }) {
            return "its key is \(algorithm), which OpenSSL 3.0 does not know"
        }
        if traits.hasLockedKeys { return "it holds a key under another password than its own" }
        if traits.hasDamagedKeys { return "it holds a key that can't be parsed" }
        return nil
    }

    /// OpenSSL counts in an `int`.
    private static func objection(toCount iterations: Int) -> String? {
        guard iterations > Int(Int32.max) else { return nil }
        return "it asks for \(iterations) rounds of key derivation, and OpenSSL counts to \(Int32.max)"
    }

    static func objection(toScheme scheme: PasswordBasedEncryption) -> String? {
        if let objection = objection(toCount: scheme.iterations) { return objection }
        if scheme.isLegacy {
            return
                "it is encrypted with \(scheme.name), and OpenSSL 3 keeps \(scheme.cipher.name) in its legacy provider"
        }
        if scheme.cipher.name.hasPrefix("GOST") || scheme.cipher.name.hasSuffix("GCM") {
            return "it is encrypted with \(scheme.name), which OpenSSL does not take"
        }
        guard case .pbkdf2(let parameters) = scheme.keyDerivation else { return nil }
        if !prfs.contains(parameters.prf) {
            return
                "it is encrypted under PBKDF2 with \(AlgorithmName.hmac(parameters.prf)), which OpenSSL does not have"
        }
        return scheme.keyLengthObjection
    }

    static func conditions(for traits: PKCS12Traits) -> [String] {
        traits.mac == nil
            ? ["with a warning that the MAC is absent; programs that give PKCS12_parse a password refuse it"] : []
    }
}

extension PasswordBasedEncryption {
    /// PBKDF2's key length must be the cipher's where the file names one; old files of NSS have 32 bytes for AES-128.
    var keyLengthObjection: String? {
        guard case .pbkdf2(let parameters) = keyDerivation, let length = parameters.keyLength,
            let bits = cipher.keyBits, length != bits / 8
        else { return nil }
        return "it is encrypted with \(cipher.name) under a key of \(length) bytes, which is another cipher's"
    }
}

extension PrivateKeyInfo.Algorithm {
    /// Whether OpenSSL 3.0 and Java 17 know it: all that have a name here but GOST's and the post-quantum ones.
    var isCommon: Bool {
        guard case .other(let oid) = self else { return true }
        return description != oid.description && !["GOST", "ML-"].contains(where: description.hasPrefix)
    }
}
