import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import MutualTLSPKI
import TestSupport
import Testing

/// What goes into a PKCS#12 file: identities of one issuing CA, whose certificate goes with them.
struct PKCS12Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// At most one of a kind.
    let identities: [(kind: KeyKind, name: String)]
    let password: String

    private init(_ description: String, _ identities: [(KeyKind, String)], password: String = "s3cret-word") {
        testDescription = description
        self.identities = identities
        self.password = password
    }

    static let rsa = PKCS12Sample("RSA", [(.rsa(2048), "alice")])
    static let p256 = PKCS12Sample("P-256, a name with an umlaut", [(.p256, "Jürgen")])
    static let ed25519 = PKCS12Sample("Ed25519", [(.ed25519, "alice")])
    static let two = PKCS12Sample("two identities", [(.rsa(2048), "alice"), (.p256, "bob")])
    static let umlaut = PKCS12Sample("a password with umlauts", [(.p256, "alice")], password: "pässwörd")
    static let scripts = PKCS12Sample("other scripts", [(.p256, "Алиса")], password: "пароль 鍵 🔑")
    static let all = [rsa, p256, ed25519, two, umlaut, scripts]

    /// One identity of each kind, made once for all tests.
    private struct Stock: Sendable {
        let identities: [KeyKind: (key: PrivateKey, certificate: X509Certificate)]
        let issuer: X509Certificate

        static let shared = Result { try Stock() }

        private init() throws {
            let issuing = try TestPKI().issuing
            issuer = try X509Certificate.all(inPEM: issuing.certificatePEM)[0]
            let kinds: [KeyKind] = [.rsa(2048), .p256, .ed25519]
            identities = try Dictionary(
                uniqueKeysWithValues: kinds.map {
                    let issued = try issuing.issueClient(name: "client with \($0)", keyKind: $0)
                    let certificate = try X509Certificate(der: issued.certificateDER)
                    return ($0, (try PrivateKey(pem: issued.privateKeyPEM), certificate))
                })
        }
    }

    /// The identities with their names.
    func entries() throws -> [PKCS12Entry] {
        let stock = try Stock.shared.get()
        return try identities.map { kind, name in
            let identity = try #require(stock.identities[kind])
            return PKCS12Entry(key: identity.key, certificate: identity.certificate, friendlyName: name)
        }
    }

    /// The certificate that issued them all.
    func issuer() throws -> X509Certificate { try Stock.shared.get().issuer }

    /// Our file, in `folder`.
    func write(_ format: PKCS12Writer.Format, to folder: TemporaryFolder) throws -> String {
        let file = try PKCS12Writer.write(
            entries(), intermediates: [issuer()], password: SecretBytes(utf8: password), format: format)
        return try folder.write(file, "ours.p12").path
    }

    /// Expects a tool's file to hold these identities.
    /// - Parameters:
    ///   - hasPassword: whether the file is under the password, or under none.
    ///   - others: how many certificates there are besides the leaves.
    func expect(in file: Data, hasPassword: Bool = true, others: Int = 1) throws {
        let contents = try PKCS12Reader.read(file, password: hasPassword ? SecretBytes(utf8: password) : nil)
        let entries = try entries()
        #expect(contents.keys.count == entries.count)
        #expect(contents.certificates.count == entries.count + others)
        for entry in entries {
            let leaf = contents.certificates.first { $0.certificate == entry.certificate }
            let key = contents.keys.first { $0.key.matches(entry.certificate) }
            #expect(try key?.key.pkcs8() == entry.key?.pkcs8())
            #expect(key?.friendlyName == entry.friendlyName)
            #expect(key?.localKeyID != nil && key?.localKeyID == leaf?.localKeyID)
        }
        let issuer = try issuer()
        #expect(contents.certificates.filter { $0.certificate == issuer }.count == others)
        #expect(contents.unread.isEmpty)
    }
}
