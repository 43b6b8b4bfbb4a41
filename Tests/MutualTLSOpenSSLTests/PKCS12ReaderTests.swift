import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

@Suite struct PKCS12ReaderTests {
    private typealias W = DERWriter
    private typealias B = PKCS12Builder

    let key: PrivateKey
    let certificate: X509Certificate

    init() throws {
        (key, certificate) = try Self.identity("alice", .ec(256))
    }

    private static func identity(_ name: String, _ kind: PrivateKey.Kind) throws -> (PrivateKey, X509Certificate) {
        let key = try PrivateKey.generate(kind)
        let builder = CertificateBuilder(
            subject: [("CN", name)], notBefore: Date(), notAfter: Date(timeIntervalSinceNow: 3600),
            serialNumber: try CertificateBuilder.randomSerialNumber())
        return (key, try builder.signed(publicKey: key.publicKey(), issuer: nil, key: key))
    }

    private func file(_ password: String?, _ format: PKCS12Writer.Format = .modern) throws -> Data {
        try PKCS12Writer.write(
            [PKCS12Entry(key: key, certificate: certificate, friendlyName: "Alice's")],
            password: password.map { SecretBytes(utf8: $0) }, format: format)
    }

    private func refusal(
        _ data: Data, _ password: String?, _ forms: PKCS12Reader.PasswordForms = .all,
        maximumIterations: Int = 20_000_000
    ) -> IdentityFileError? {
        #expect(throws: IdentityFileError.self) {
            try PKCS12Reader.read(
                data, password: password.map { SecretBytes(utf8: $0) }, forms: forms,
                maximumIterations: maximumIterations)
        }
    }

    @Test(
        "without a MAC no wrong password opens anything, though one in 256 leaves padding that fits",
        .needs(.openssl, cases: 2), arguments: [[], ["-certpbe", "NONE"]])
    func wrongWithoutMAC(options: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.write(key.pem() + X509Certificate.pem(of: [certificate]), "it.pem")
        let made = try #require(Tool("openssl")).run(
            ["pkcs12", "-export", "-in", folder.path("it.pem"), "-nomac", "-iter", "1", "-passout", "pass:right"]
                + options + ["-out", folder.path("it.p12")])
        try #require(made.status == 0, "\(made)")
        let data = try Data(contentsOf: folder.url("it.p12"))
        let opened = try PKCS12Reader.read(data, password: SecretBytes(utf8: "right"))
        #expect(opened.keys.count == 1 && opened.certificates.count == 1)
        for number in 0..<2_000 {
            let result = Result { () throws(IdentityFileError) in
                try PKCS12Reader.read(data, password: SecretBytes(utf8: "wrong \(number)"))
            }
            guard case .failure(let error) = result, error.code == .wrongPassword else {
                Issue.record("password \(number): \(result)")
                continue
            }
        }
    }

    @Test(
        "what was written is read", arguments: [PKCS12Writer.Format.modern, .compatible],
        [nil, "", "password", "pässwörd", "пароль", "鍵🔑"])
    func roundTrip(format: PKCS12Writer.Format, password: String?) throws {
        let data = try file(password, format)
        let contents = try PKCS12Reader.read(data, password: password.map { SecretBytes(utf8: $0) }, forms: .standard)
        #expect(contents.keys.count == 1)
        #expect(contents.keys.first?.key.matches(certificate) == true)
        #expect(contents.keys.first?.isShrouded == true)
        #expect(contents.certificates.map(\.certificate) == [certificate])
        #expect(contents.keys.first?.localKeyID == contents.certificates.first?.localKeyID)
        #expect(contents.keys.first?.localKeyID != nil)
        #expect(contents.keys.first?.friendlyName == "Alice's")
        #expect(contents.unread.isEmpty)
        #expect(!contents.encryption.contains { $0.isLegacy })
        #expect(contents.mac != nil)
    }

    @Test("keys of every kind come back", arguments: [PrivateKey.Kind.rsa(2048), .ec(521), .ed25519])
    func kinds(kind: PrivateKey.Kind) throws {
        let (key, certificate) = try Self.identity("bob", kind)
        let data = try PKCS12Writer.write(
            [PKCS12Entry(key: key, certificate: certificate, friendlyName: nil)], intermediates: [self.certificate],
            password: SecretBytes(utf8: "password"), format: .modern)
        let contents = try PKCS12Reader.read(data, password: SecretBytes(utf8: "password"))
        #expect(contents.keys.first?.key.matches(certificate) == true)
        #expect(contents.certificates.map(\.certificate) == [certificate, self.certificate])
    }

    @Test("no password is null or empty, whatever the file has")
    func nullAndEmpty() throws {
        for written in [nil, ""] as [String?] {
            for given in [nil, SecretBytes([])] {
                #expect(try PKCS12Reader.read(file(written), password: given).keys.count == 1)
            }
        }
        #expect(try refusal(file(nil), "", .standard)?.code == .wrongPassword)
    }

    @Test("a password opens the file whether its letters are composed or not")
    func normalisation() throws {
        let (composed, decomposed) = ("p\u{E4}ss", "pa\u{308}ss")
        for (written, given) in [(composed, decomposed), (decomposed, composed)] {
            let data = try file(written)
            #expect(try PKCS12Reader.read(data, password: SecretBytes(utf8: given)).keys.count == 1)
            #expect(refusal(data, given, .standard)?.code == .wrongPassword)
        }
    }

    @Test("a file whose password was taken octet by octet opens")
    func octetwise() throws {
        // What OpenSSL before 1.1 made of the UTF-8 of ä, in the old format, which derives all its keys from that.
        let data = try file("p\u{C3}\u{A4}ss", .compatible)
        #expect(try PKCS12Reader.read(data, password: SecretBytes(utf8: "p\u{E4}ss")).keys.count == 1)
    }

    @Test("a wrong password is called wrong, a missing one missing")
    func wrong() throws {
        let data = try file("password")
        #expect(refusal(data, "other")?.code == .wrongPassword)
        #expect(refusal(data, "pässword")?.code == .wrongPassword)
        #expect(refusal(data, "")?.code == .wrongPassword)
        #expect(refusal(data, nil)?.code == .passwordRequired)
    }

    @Test("damage is not blamed on the password")
    func damage() throws {
        let data = try file("password")
        #expect(refusal(data.dropLast(10), "password")?.code == .truncated)
        #expect(refusal(Data(), "password")?.code == .notPKCS12)
        #expect(refusal(Data("-----BEGIN CERTIFICATE-----\n".utf8), "password")?.code == .notPKCS12)
        #expect(refusal(try key.pkcs8(), "password")?.code == .notPKCS12)
        #expect(refusal(certificate.der, "password")?.code == .notPKCS12)
    }

    @Test("damaged parameters are found whatever the password, and unknown ones only behind the right one")
    func parameters() throws {
        let sealer = PKCS12Sealer(password: "password")
        let ciphertext = Data(repeating: 1, count: 16)
        func files(_ algorithm: Data) throws -> [Data] {
            let key = B.bag(2, W.sequence(algorithm, W.octets(ciphertext)))
            return try [[B.encrypted(algorithm, ciphertext)], [B.data(B.bags([key]))]].map { try sealer.file($0) }
        }
        let counts = [
            W.integer(0), W.value(0x02, Data([0xFF])), W.value(0x02, Data([1] + [UInt8](repeating: 0, count: 8))),
        ]
        for file in try counts.flatMap({ try files(B.pbe(3, iterations: $0)) })
            + [sealer.file([B.data(W.sequence(W.integer(1)))])]
        {
            for password in [nil, "other", "password"] { #expect(refusal(file, password)?.code == .malformed) }
            let frame = try PKCS12File(file)
            #expect(throws: IdentityFileError(.wrongPassword, "")) {
                try PKCS12Reader.read(frame, password: SecretBytes(utf8: "other"), asksMACFirst: true)
            }
        }
        for file in try files(W.sequence(W.oid("1.2.3"), W.null)) {
            #expect(refusal(file, nil)?.code == .passwordRequired)
            #expect(refusal(file, "other")?.code == .wrongPassword)
            #expect(refusal(file, "password")?.code == .unsupportedAlgorithm)
        }
    }

    @Test("a key of a known kind that makes none is damaged, and one of another kind is not")
    func damagedKeys() throws {
        let sealer = PKCS12Sealer(password: "password")
        let identifier = W.sequence(W.oid("1.2.840.113549.1.1.1"), W.null)
        let numbers = W.value(0x30, (0..<9).map { W.integer($0 == 0 ? 0 : 4) })
        for (der, isDamaged) in [
            (W.sequence(W.integer(0), identifier, W.octets(numbers.dropLast(3))), true),
            (W.sequence(W.integer(0), W.octets(Data([1]))), true), (W.octets(Data([1])), true),
            (W.sequence(W.integer(0), W.sequence(W.oid("1.2.3")), W.octets(Data([1]))), false),
            (
                W.sequence(
                    W.integer(0), W.sequence(W.oid("1.2.840.10045.2.1"), W.oid("1.2.3")),
                    W.octets(W.sequence(W.integer(1), W.octets(Data([1]))))), false
            ),
        ] {
            let bag = try sealer.shroudedKey(der, B.pbe(3))
            let contents = try PKCS12Reader.read(
                sealer.file([B.data(B.bags([bag]))]), password: SecretBytes(utf8: "password"))
            #expect(contents.unreadKeys.map(\.isDamaged) == [isDamaged], "\(contents.unreadKeys)")
        }
    }

    @Test(
        "every cipher that openssl writes is read", .needs(.openssl, cases: 12),
        arguments: [
            "AES-256-CFB", "AES-128-OFB", "AES-192-ECB", "AES-128-CFB8", "ARIA-256-CTR", "ARIA-128-CFB",
            "CAMELLIA-192-OFB", "CAMELLIA-256-CTR", "SM4-CTR", "SM4-CFB", "DES-EDE", "DES-EDE3-CBC",
        ])
    func ciphers(name: String) throws {
        let file = try openssl(["-keypbe", name, "-certpbe", name])
        let contents = try PKCS12Reader.read(file, password: SecretBytes(utf8: "password"))
        #expect(contents.keys.count == 1 && contents.certificates.count == 1)
        #expect(contents.encryption.allSatisfy { !$0.isLegacy })
        #expect(refusal(file, "other")?.code == .wrongPassword)
    }

    @Test(
        "every old cipher that openssl writes is read, and is called old", .needs(.openssl, cases: 7),
        arguments: ["BF-CBC", "CAST5-CBC", "SEED-CBC", "SEED-OFB", "DES-CFB", "DES-ECB", "RC4"])
    func oldCiphers(name: String) throws {
        let contents = try PKCS12Reader.read(
            openssl(["-legacy", "-keypbe", name, "-certpbe", name]), password: SecretBytes(utf8: "password"))
        #expect(contents.keys.count == 1 && contents.certificates.count == 1)
        #expect(contents.encryption.count == 2 && contents.encryption.allSatisfy(\.isLegacy))
    }

    @Test("a byte changed anywhere is an error or changes nothing, and never a crash")
    func everyByte() throws {
        let data = try file("password", .compatible)
        for index in stride(from: 0, to: data.count, by: 7) {
            var damaged = data
            damaged[index] ^= 0x41
            let result = Result { () throws(IdentityFileError) in
                try PKCS12Reader.read(damaged, password: SecretBytes(utf8: "password"), maximumIterations: 100_000)
            }
            if case .success(let contents) = result { #expect(contents.keys.first?.key.matches(certificate) ?? true) }
        }
    }

    @Test("more rounds of key derivation than allowed are not begun")
    func iterations() throws {
        let data = try file("password")
        #expect(refusal(data, "password", maximumIterations: 9_999)?.code == .tooManyIterations)
        #expect(refusal(data, "password", maximumIterations: 29_999)?.code == .tooManyIterations)
        #expect(
            try PKCS12Reader.read(data, password: SecretBytes(utf8: "password"), maximumIterations: 30_000).keys.count
                == 1)
    }

    @Test("the key works outside the private context that old algorithms need", .needs(.openssl, cases: 1))
    func independent() throws {
        let contents = try PKCS12Reader.read(openssl(["-legacy"]), password: SecretBytes(utf8: "password"))
        #expect(contents.encryption.contains { $0.isLegacy })
        let digest = Digest.sha256(Data("message".utf8))
        let signature = try #require(contents.keys.first).key.sign(digest: digest, scheme: .ecdsa(.sha256))
        #expect(try certificate.publicKey().verifies(signature: signature, digest: digest, scheme: .ecdsa(.sha256)))
    }

    @Test("no error holds the password")
    func discretion() throws {
        let data = try file("password")
        for error in [refusal(data, "hunter2"), refusal(data.dropLast(5), "hunter2")] {
            #expect(error.map { "\($0)".contains("hunter2") } == false)
        }
    }

    /// openssl's own file, under the password "password".
    private func openssl(_ options: [String]) throws -> Data {
        let folder = try TemporaryFolder()
        let output = folder.url("out.p12")
        let outcome = try #require(Tool("openssl")).run(
            [
                "pkcs12", "-export", "-inkey", folder.write(key.pem(), "key.pem").path, "-in",
                folder.write(X509Certificate.pem(of: [certificate]), "certificate.pem").path, "-out", output.path,
                "-passout", "stdin",
            ] + options, input: Data("password\n".utf8))
        return try #require(try? Data(contentsOf: output), "\(outcome)")
    }
}
