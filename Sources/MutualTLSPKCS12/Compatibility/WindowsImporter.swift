/// Windows' `PFXImportCertStore`. The rules are what Microsoft documents and what others report, as nobody ran it here:
/// AES-256 with SHA-256 since Windows 10 1709 and Server 2019 (`PKCS12_PBES2_EXPORT_PARAMS`, `Export-PfxCertificate`), and
/// before that SHA-1 MACs alone; files without a MAC and with plain key bags open (tests and issues of .NET); at most 600,000
/// rounds of key derivation (the event log of reporters). Where nothing is known, the clause says so.
enum WindowsImporter: ForeignImporter {
    private static let maximumIterations = 600_000

    static func objection(to traits: PKCS12Traits) -> String? {
        switch traits.mac?.scheme {
        case .pbmac1: return "its MAC is PBMAC1, and nothing says that Windows knows it"
        case .pkcs12(let digest) where digest != .sha1 && digest != .sha256:
            return
                "its MAC uses \(AlgorithmName.digest(digest)), and Microsoft documents only SHA-1 and SHA-256; whether it opens is not known"
        case .pkcs12, nil: break
        }
        if let count = traits.iterationCounts.max(), count > maximumIterations {
            return "it asks for \(count) rounds of key derivation, and Windows does at most \(maximumIterations)"
        }
        if let part = traits.unsupportedParts.first { return "a part of it is \(part)" }
        if let reason = traits.unreadableEncryption { return reason }
        if let scheme = traits.schemes.first(where: { !isClassic($0) && !isModern($0) }) {
            return
                "it is encrypted with \(scheme.name), and Microsoft documents only 3DES with SHA-1 and AES-256 with SHA-256; whether it opens is not known"
        }
        if traits.hasLockedKeys { return "it holds a key under another password than its own" }
        // Where only its kind is unknown here, it has one.
        if traits.hasDamagedKeys, traits.keys.contains(where: { $0.algorithm == nil }) {
            return "it holds a key that can't be parsed"
        }
        return traits.hasDamagedCertificates ? "it holds a certificate that can't be parsed" : nil
    }

    static func conditions(for traits: PKCS12Traits) -> [String] {
        var conditions: [String] = []
        let hasModernMAC = if case .pkcs12(.sha256) = traits.mac?.scheme { true } else { false }
        if hasModernMAC || traits.schemes.contains(where: isModern) {
            conditions.append(
                "since Windows 10 1709 and Server 2019, as it uses \(hasModernMAC ? "SHA-256" : "AES-256")")
        }
        if traits.password == .empty || traits.password == .null {
            conditions.append("if the program gives \(traits.password == .null ? "no" : "an empty") password")
        }
        if let foreign = traits.keys.lazy.compactMap(\.algorithm).first(where: { !$0.isUniversal }) {
            conditions.append("but whether its \(foreign) key can be used is not known")
        }
        return conditions
    }

    /// 3DES and RC2 of PKCS#12's own schemes, which Windows always wrote and read.
    private static func isClassic(_ scheme: PasswordBasedEncryption) -> Bool {
        guard case .pkcs12 = scheme.keyDerivation else { return false }
        return [.tripleDES, .rc2With40, .rc2With128].contains(scheme.cipher)
    }

    private static func isModern(_ scheme: PasswordBasedEncryption) -> Bool {
        guard case .pbkdf2(let parameters) = scheme.keyDerivation else { return false }
        return scheme.cipher == .aes256CBC && parameters.prf == .hmacWithSHA256
    }
}
