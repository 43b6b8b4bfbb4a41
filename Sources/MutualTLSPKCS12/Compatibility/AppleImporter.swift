/// Apple's `SecPKCS12Import` as it came with one generation of systems. The rules are those of iOS; see `SecPKCS12Import`
/// of PortableSecurity for where macOS differs.
package struct AppleImporter: Sendable {
    /// Why a file is refused.
    package struct Refusal: Sendable, Hashable {
        /// The `OSStatus`.
        package let status: Int32
        /// One clause for people.
        package let why: String
    }

    /// `errSecAuthFailed`, which also stands for a MAC that can't be checked.
    package static let authFailed: Int32 = -25293
    /// `errSecPkcs12VerifyFailure`, which macOS up to 14 gives instead.
    package static let verifyFailure: Int32 = -25264
    /// `errSecDecode`.
    package static let decode: Int32 = -26275

    /// Which systems have it, for people.
    package let systems: String
    /// One of them, for clauses.
    let name: String
    /// The digests of MACs.
    let macDigests: [OID]
    /// Whether it knows PBES2, and then only AES-256-CBC with HMAC-SHA-256.
    let knowsPBES2: Bool

    /// Up to iOS 17 and macOS 14.
    package static let old = AppleImporter(
        systems: "iOS 17, macOS 14 and older", name: "iOS 17", macDigests: [.sha1], knowsPBES2: false)
    /// Since iOS 18 and macOS 15.
    package static let new = AppleImporter(
        systems: "iOS 18, macOS 15 and newer", name: "iOS",
        macDigests: [.sha1] + (1...4).map { OID.nistHash.appending($0) }, knowsPBES2: true)

    /// The importer's answer to a file whose password is right; nil where it opens. It may still give no identity.
    package func refusal(of traits: PKCS12Traits) -> Refusal? {
        refusal(of: traits.mac) ?? refusal(ofPassword: traits.password) ?? refusal(ofContents: traits)
    }

    /// That of the system this runs on. Elsewhere than on Apple's systems it is the new one.
    package static var current: AppleImporter {
        if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, *) { new } else { old }
    }

    /// Asked before anything is decrypted.
    package func refusal(of mac: MacData?) -> Refusal? {
        guard let mac else { return Refusal(status: Self.decode, why: "it has no MAC, and \(name) demands one") }
        let objection: String? =
            switch mac.scheme {
            case .pbmac1: "its MAC is PBMAC1, which \(name) does not know"
            case .pkcs12(let digest) where !macDigests.contains(digest):
                "its MAC uses \(AlgorithmName.digest(digest)), and \(name) knows only \(macNames)"
            case .pkcs12 where mac.salt.isEmpty: "its MAC has no salt, and \(name) demands one"
            case .pkcs12 where UInt32(exactly: mac.iterations) == nil:
                "its MAC's iteration count has more than four bytes"
            case .pkcs12: nil
            }
        return objection.map { Refusal(status: Self.authFailed, why: $0) }
    }

    /// Asked when the MAC is right: whether anything inside spoils the whole file.
    package func refusal(ofContents traits: PKCS12Traits) -> Refusal? {
        objection(to: traits).map { Refusal(status: Self.decode, why: $0) }
    }

    private func refusal(ofPassword password: PKCS12Traits.Password) -> Refusal? {
        guard password == .null else { return nil }
        let exception = knowsPBES2 ? "; macOS 15.4 and newer read it" : ""
        return Refusal(
            status: Self.authFailed,
            why: "its password is null (no bytes), and iOS turns no password into the empty one\(exception)")
    }

    private func objection(to traits: PKCS12Traits) -> String? {
        if let part = traits.unsupportedParts.first { return "a part of it is \(part)" }
        if let reason = traits.unreadableEncryption { return reason }
        if let scheme = traits.schemes.first(where: { !accepts($0) }) {
            return "it is encrypted with \(scheme.name), and \(name) knows \(encryptionNames)"
        }
        if traits.hasUnknownBags { return "it holds an entry of a type that no standard defines" }
        if traits.hasDamagedCertificates { return "it holds a certificate that can't be parsed" }
        let shrouded = traits.keys.filter { $0.isShrouded && !$0.isNested }
        if let algorithm = shrouded.lazy.compactMap(\.algorithm).first(where: { !Self.accepts($0) }) {
            return "its key is \(algorithm), and \(name) knows only RSA and elliptic curves"
        }
        if traits.hasLockedKeys { return "it holds a key under another password than its own" }
        return traits.hasDamagedKeys ? "it holds a key that can't be parsed" : nil
    }

    private func accepts(_ scheme: PasswordBasedEncryption) -> Bool {
        switch scheme.keyDerivation {
        case .pkcs12: scheme.cipher != .twoKeyTripleDES
        case .pbkdf2(let parameters):
            knowsPBES2 && scheme.cipher == .aes256CBC && parameters.prf == .hmacWithSHA256
        case .pbkdf1, .scrypt: false
        }
    }

    private static func accepts(_ algorithm: PrivateKeyInfo.Algorithm) -> Bool {
        switch algorithm {
        case .rsa, .ec: true
        case .ed25519, .other: false
        }
    }

    private var macNames: String { knowsPBES2 ? "SHA-1 and the SHA-2 family" : "SHA-1" }

    private var encryptionNames: String {
        let old = "only PKCS#12's own schemes with SHA-1 and RC2, RC4 or three-key 3DES"
        return knowsPBES2 ? old + ", and PBES2 only with AES-256-CBC and PBKDF2 HMAC-SHA-256" : old
    }
}
