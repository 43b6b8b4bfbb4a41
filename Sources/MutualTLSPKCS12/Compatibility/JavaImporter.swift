/// The PKCS#12 key store of Java 17's own providers. The rules were measured with OpenJDK 17.
enum JavaImporter: ForeignImporter {
    private static let macDigests: [OID] = [.sha1] + (1...6).map { OID.nistHash.appending($0) }
    private static let prfs = (7...11).map { OID.rsadsiDigest.appending($0) }
    private static let maximumIterations = 5_000_000

    static func objection(to traits: PKCS12Traits) -> String? {
        switch traits.mac?.scheme {
        case .pbmac1: return "its MAC is PBMAC1, which Java 17 does not know"
        case .pkcs12(let digest) where !macDigests.contains(digest):
            return "its MAC uses \(AlgorithmName.digest(digest)), and Java 17 knows only SHA-1 and the SHA-2 family"
        case .pkcs12, nil: break
        }
        if traits.password == .text(isPlain: false) {
            return "its password has letters outside ASCII or control characters, which Java 17 does not take"
        }
        if let count = traits.iterationCounts.max(), count > maximumIterations {
            return "it asks for \(count) rounds of key derivation, and Java 17 does at most \(maximumIterations)"
        }
        if let part = traits.unsupportedParts.first { return "a part of it is \(part)" }
        if let reason = traits.unreadableEncryption { return reason }
        if let objection = traits.schemes.lazy.compactMap(objection).first { return objection }
        if traits.hasDamagedCertificates { return "it holds a certificate that can't be parsed" }
        if let algorithm = traits.keys.lazy.compactMap(\.algorithm).first(where: { !knows($0) }) {
            return "its key is \(algorithm), which Java 17 does not know"
        }
        if traits.keys.contains(where: \.isMultiPrime) {
            return "its key is RSA with more than two primes, which Java 17 does not know"
        }
        let publicKeys = traits.certificates.filter { !$0.isNested }.compactMap(\.publicKey)
        if let algorithm = publicKeys.first(where: { !knowsCurve(of: $0) }) {
            return "it holds a certificate whose key is \(algorithm), which Java 17 does not know"
        }
        if traits.hasOddAttributes {
            return "it holds a friendly name or local key identifier of another type than the standard's"
        }
        if traits.hasDamagedKeys { return "it holds a key that can't be parsed" }
        return objectionToKeys(of: traits)
    }

    private static func knows(_ algorithm: PrivateKeyInfo.Algorithm) -> Bool {
        algorithm.isCommon && knowsCurve(of: algorithm)
    }

    /// Of SEC 2 all; of ANSI X9.62 the primes and some others; of Brainpool those that are not twisted, whose numbers are
    /// odd; and none by its parameters. Public keys of other kinds than EC are not looked into.
    private static func knowsCurve(of algorithm: PrivateKeyInfo.Algorithm) -> Bool {
        guard case .ec(let curve) = algorithm else { return true }
        return curve.map(curves.contains) ?? false
    }

    private static let curves: Set<OID> = {
        let ansi = OID(1, 2, 840, 10_045, 3)
        let brainpool = OID(1, 3, 36, 3, 3, 2, 8, 1, 1)
        return Set(
            (1...39).map { OID(1, 3, 132, 0, $0) } + (1...7).map { ansi.appending(1).appending($0) }
                + [5, 6, 7, 11, 12, 13, 18, 20].map { ansi.appending(0).appending($0) }
                + stride(from: 1, through: 13, by: 2).map { brainpool.appending($0) })
    }()

    private static func objection(to scheme: PasswordBasedEncryption) -> String? {
        let known: Bool
        switch scheme.keyDerivation {
        case .pkcs12: known = scheme.cipher != .twoKeyTripleDES
        case .pbkdf1(let digest): known = digest == .rsadsiDigest.appending(5) && scheme.cipher == .des
        case .pbkdf2(let parameters):
            known = [.aes128CBC, .aes256CBC].contains(scheme.cipher) && prfs.contains(parameters.prf)
        case .scrypt: known = false
        }
        if !known { return "it is encrypted with \(scheme.name), which Java 17 does not know" }
        if scheme.salt.isEmpty { return "it is encrypted without a salt, and Java 17 demands one" }
        return scheme.keyLengthObjection
    }

    private static func objectionToKeys(of traits: PKCS12Traits) -> String? {
        guard traits.isComplete, !traits.keys.isEmpty else { return nil }
        let keys = traits.keys.filter { $0.isShrouded && !$0.isNested }
        if keys.isEmpty {
            return "it imports, but without its key, which is not encrypted by itself (a plain key bag)"
        }
        let isTied = keys.contains { key in traits.certificates.contains { tie(key.label, $0.label) } }
        return isTied || traits.certificates.isEmpty
            ? nil : "it imports, but no local key identifier or friendly name ties its key to a certificate"
    }

    /// By the one or the other, unlike Apple's importer; and names are the same whatever their case.
    private static func tie(_ key: BagLabel, _ certificate: BagLabel) -> Bool {
        let identifiers = (key.localKeyID, certificate.localKeyID)
        let names = (key.friendlyName?.lowercased(), certificate.friendlyName?.lowercased())
        return (identifiers.0 != nil && identifiers.0 == identifiers.1) || (names.0 != nil && names.0 == names.1)
    }

    static func conditions(for traits: PKCS12Traits) -> [String] {
        if traits.hasLockedKeys { return ["with the other password that a key of it is under"] }
        guard traits.isComplete, traits.keys.isEmpty, !traits.certificates.isEmpty else { return [] }
        return ["but shows no certificate without a key, unless keytool marked it as trusted"]
    }
}
