import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

@Suite(.needs(.openssl, cases: 53))
struct KeyReaderTests {
    static let legacy: String = " -provider default -provider legacy"
    static let plain: [KeyForm] = [
        KeyForm("pkcs8 -topk8 -nocrypt"), KeyForm("pkcs8 -topk8 -nocrypt", .rsa(2048)),
        KeyForm("pkcs8 -topk8 -nocrypt", .ed25519), KeyForm("pkey -traditional"),
        KeyForm("pkey -traditional", .ec(384)),
        KeyForm("pkey -traditional", .ec(521)), KeyForm("pkey -traditional", .rsa(2048)),
        KeyForm("ec -param_enc explicit"),
        KeyForm("ec -conv_form compressed"), KeyForm("ec -no_public"),
    ]
    static let sealedPKCS8: [KeyForm] = [
        KeyForm("pkcs8 -topk8"), KeyForm("pkcs8 -topk8 -v2prf hmacWithSHA1", .rsa(2048)),
        KeyForm("pkcs8 -topk8 -v2 aes-128-cbc -v2prf hmacWithSHA512 -iter 5000"), KeyForm("pkcs8 -topk8", .ed25519),
        KeyForm("pkcs8 -topk8 -v2 des3"), KeyForm("pkcs8 -topk8 -v2 camellia-192-cbc"), KeyForm("pkcs8 -topk8 -scrypt"),
        KeyForm("pkcs8 -topk8 -v2 rc2-cbc" + legacy), KeyForm("pkcs8 -topk8 -v2 des-cbc" + legacy),
        KeyForm("pkcs8 -topk8 -v1 PBE-MD5-DES" + legacy), KeyForm("pkcs8 -topk8 -v1 PBE-SHA1-DES" + legacy),
        KeyForm("pkcs8 -topk8 -v1 PBE-SHA1-RC2-64" + legacy), KeyForm("pkcs8 -topk8 -v1 PBE-SHA1-RC2-40" + legacy),
        KeyForm("pkcs8 -topk8 -v1 PBE-SHA1-RC2-128" + legacy), KeyForm("pkcs8 -topk8 -v1 PBE-SHA1-RC4-128" + legacy),
        KeyForm("pkcs8 -topk8 -v1 PBE-SHA1-3DES"), KeyForm("pkcs8 -topk8 -v1 PBE-SHA1-2DES"),
    ]
    static let sealedTraditional: [KeyForm] = [
        KeyForm("rsa -traditional -des3", .rsa(2048)), KeyForm("rsa -traditional -aes256", .rsa(2048)),
        KeyForm("rsa -traditional -aes-128-cfb", .rsa(2048)), KeyForm("rsa -traditional -camellia128", .rsa(2048)),
        KeyForm("rsa -traditional -des" + legacy, .rsa(2048)), KeyForm("ec -rc2-cbc" + legacy),
        KeyForm("ec -aes192"), KeyForm("ec -des" + legacy),
    ]

    private func openssl(_ command: String, _ input: Data = Data(), password: String = "s3cret") throws -> Data {
        let folder = try TemporaryFolder()
        let words = command.split(separator: " ").map(String.init)
        let sealed = command.contains("-topk8") && !command.contains("-nocrypt") || Self.names(command)
        let outcome = try #require(Tool("openssl")).run(
            Array(words.prefix(1)) + ["-out", folder.path("out")]
                + (sealed ? ["-passout", "env:MTLS_TEST_PASSWORD"] : []) + words.dropFirst(),
            input: input, environment: ["MTLS_TEST_PASSWORD": password])
        return try #require(try? Data(contentsOf: folder.url("out")), "\(outcome)")
    }

    /// Whether a traditional form is encrypted.
    private static func names(_ command: String) -> Bool { sealedTraditional.contains { $0.command == command } }

    private func block(_ pem: Data) throws -> PEMBlock {
        try #require(PEMDocument.blocks(in: pem).first(where: KeyReader.isKey))
    }

    private func refusal(_ block: PEMBlock, _ password: String?) -> IdentityFileError? {
        defer { #expect(leftoverErrors().isEmpty) }
        return #expect(throws: IdentityFileError.self) {
            try KeyReader.read(block, password: password.map { SecretBytes(utf8: $0) })
        }
    }

    @Test("a plain key is read from PEM and DER, with a password and without", arguments: plain)
    func opensPlain(form: KeyForm) throws {
        let key = try PrivateKey.generate(form.kind)
        let block = try block(openssl(form.command, key.pem()))
        let der = try openssl(form.command + " -outform DER", key.pem())
        for password in [nil, SecretBytes(utf8: "unneeded")] {
            for read in [
                try KeyReader.read(block, password: password), try KeyReader.read(der: der, password: password),
            ] {
                #expect(try read.publicKey() == key.publicKey())
                #expect(read.algorithm == key.algorithm)
            }
        }
        #expect(leftoverErrors().isEmpty)
    }

    @Test("a key under a password opens with it alone", arguments: sealedPKCS8 + sealedTraditional)
    func opensSealed(form: KeyForm) throws {
        let key = try PrivateKey.generate(form.kind)
        let block = try block(openssl(form.command, key.pem()))
        let password = SecretBytes(utf8: "s3cret")
        #expect(try KeyReader.read(block, password: password).pkcs8() == key.pkcs8())
        if block.label == "ENCRYPTED PRIVATE KEY" {
            #expect(try KeyReader.read(der: block.der, password: password).pkcs8() == key.pkcs8())
        }
        #expect(leftoverErrors().isEmpty)
        #expect(refusal(block, "wrong")?.code == .wrongPassword)
        #expect(refusal(block, "")?.code == .wrongPassword)
        let missing = refusal(block, nil)
        #expect(missing?.code == .passwordRequired)
        #expect(missing?.reason.contains("PKCS#12") == false)
    }

    @Test("every kind that authenticates is read", arguments: ["RSA-PSS", "ED448", "ED25519", "RSA"])
    func kinds(name: String) throws {
        let pem = try openssl("genpkey -algorithm \(name)")
        let key = try KeyReader.read(block(pem), password: nil)
        #expect(key.algorithm == name)
        let sealed = try openssl("pkcs8 -topk8", pem)
        #expect(try KeyReader.read(block(sealed), password: SecretBytes(utf8: "s3cret")).pkcs8() == key.pkcs8())
    }

    @Test("the parameters of a curve in front of its key don't disturb")
    func parameters() throws {
        let pem = try openssl("ecparam -name secp384r1 -genkey")
        #expect(try PEMDocument.blocks(in: pem).map(\.label) == ["EC PARAMETERS", "EC PRIVATE KEY"])
        #expect(try KeyReader.read(block(pem), password: nil).bits == 384)
        let parameters = try #require(PEMDocument.blocks(in: pem).first)
        #expect(refusal(parameters, nil)?.code == .malformed)
    }

    @Test("a key that can't authenticate is refused by its name, encrypted or not")
    func unsupported() throws {
        let mlKEM = Data([
            0x30, 0x13, 2, 1, 0, 0x30, 0x0B, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 4, 2, 4, 1, 0,
        ])
        let unknown = Data([0x30, 0x0C, 2, 1, 0, 0x30, 4, 6, 2, 0x2A, 3, 4, 1, 0])
        let noCurve = Data([0x30, 0x0D, 2, 1, 1, 4, 2, 1, 1, 0xA0, 4, 6, 2, 0x2A, 3])
        let dsa = try openssl("dsaparam -genkey 1024")
        let rows: [(String, Data)] = [
            ("X25519", try openssl("genpkey -algorithm X25519")), ("X448", try openssl("genpkey -algorithm X448")),
            ("DH", try openssl("genpkey -algorithm DH -pkeyopt group:ffdhe2048")), ("DSA", dsa),
            ("DSA", try openssl("pkcs8 -topk8 -nocrypt", dsa)), ("DSA", try openssl("pkcs8 -topk8", dsa)),
            ("ML-KEM-768", PEMDocument.encode(label: "PRIVATE KEY", der: mlKEM)),
            ("1.2.3", PEMDocument.encode(label: "PRIVATE KEY", der: unknown)),
            ("EC", PEMDocument.encode(label: "EC PRIVATE KEY", der: noCurve)),
            ("OpenSSH", PEMDocument.encode(label: "OPENSSH PRIVATE KEY", der: Data("openssh-key-v1\0".utf8))),
        ]
        for (name, pem) in rows {
            let error = try refusal(block(pem), "s3cret")
            #expect(error?.code == .unsupportedAlgorithm, "\(name): \(String(describing: error))")
            #expect(error?.reason.contains(name) == true, "\(String(describing: error))")
        }
    }

    @Test("a header with a cipher that nobody has, or with none, is named")
    func unknownCipher() throws {
        let text = { (header: String) in
            Data(
                """
                -----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED
                \(header)

                AAAA
                -----END RSA PRIVATE KEY-----

                """.utf8)
        }
        let rows: [(String, IdentityFileError.Code, String)] = [
            ("DEK-Info: ROT13-CBC,0011223344556677", .unsupportedAlgorithm, "ROT13-CBC"),
            ("DEK-Info: DES-EDE3-CBC,0011223344556", .malformed, "DES-EDE3-CBC"),
            ("DEK-Info: DES-EDE3-CBC,00112233445566xx", .malformed, "DES-EDE3-CBC"),
            ("DEK-Info: DES-EDE3-CBC", .malformed, "DES-EDE3-CBC"),
            ("DEK-Info: AES-256-ECB,0011223344556677", .malformed, "AES-256-ECB"),
            ("", .malformed, "DEK-Info"),
            ("DEK-Info: \u{7},00", .malformed, "DEK-Info"),
            ("DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF", .wrongPassword, "password"),
        ]
        for (header, code, word) in rows {
            let error = try refusal(block(text(header)), "s3cret")
            #expect(error?.code == code && error?.reason.contains(word) == true, "\(String(describing: error))")
        }
    }

    @Test(
        "a password of other letters than ASCII opens in each form that writers gave it",
        arguments: [
            "pkcs8 -topk8", "pkcs8 -topk8 -v1 PBE-SHA1-3DES", "ec -aes256",
        ], ["p\u{E4}ss", "pa\u{308}ss"])
    func letters(command: String, given: String) throws {
        let key = try PrivateKey.generate(.ec(256))
        for octets in [Data("p\u{E4}ss".utf8), Data("pa\u{308}ss".utf8), Data([0x70, 0xE4, 0x73, 0x73])] {
            let folder = try TemporaryFolder()
            let file = try folder.write(octets + Data("\n".utf8), "password").path
            let sealed = try #require(Tool("openssl")).run(
                command.split(separator: " ").map(String.init) + ["-passout", "file:\(file)"], input: key.pem())
            let block = try block(Data(sealed.output.utf8))
            #expect(try KeyReader.read(block, password: SecretBytes(utf8: given)).pkcs8() == key.pkcs8())
        }
    }

    @Test("no password is null or empty")
    func empty() throws {
        let key = try PrivateKey.generate(.ec(256))
        let sealed = try key.encryptedPKCS8(password: SecretBytes([]))
        for password in [nil, SecretBytes([])] {
            #expect(try KeyReader.read(der: sealed, password: password).pkcs8() == key.pkcs8())
        }
    }

    @Test("damage is told with its place, and not blamed on the password")
    func damage() throws {
        let der = try PrivateKey.generate(.ec(256)).pkcs8()
        var damaged = der
        // The version's tag.
        damaged[3] = 0x05
        let error = #expect(throws: IdentityFileError.self) { try KeyReader.read(der: damaged, password: nil) }
        #expect(error?.code == .malformed && error?.offset == 3)
        let tail = #expect(throws: IdentityFileError.self) { try KeyReader.read(der: der + [0], password: nil) }
        #expect(tail?.code == .malformed && tail?.offset == der.count)
        let others = [Data(), Data("garbage".utf8), Data([0x30, 0]), try Minted.make("a").certificate.der]
        for other in others {
            let error = #expect(throws: IdentityFileError.self) { try KeyReader.read(der: other, password: nil) }
            #expect(error?.code == .malformed || error?.code == .truncated, "\(String(describing: error))")
            #expect(leftoverErrors().isEmpty)
        }
    }

    @Test("a key cut off or changed anywhere is an error or the same key, and never a crash")
    func everyByte() throws {
        let key = try PrivateKey.generate(.ec(256))
        let password = SecretBytes(utf8: "s3cret")
        let forms = [
            try key.pkcs8(), try openssl("pkcs8 -topk8 -iter 100 -outform DER", key.pem()),
            try block(openssl("pkey -traditional", key.pem())).der,
        ]
        for (index, der) in forms.enumerated() {
            for length in 1..<der.count {
                let error = #expect(throws: IdentityFileError.self, "form \(index), \(length) octets") {
                    try KeyReader.read(der: der.prefix(length), password: password)
                }
                #expect(error?.code == .truncated, "form \(index), \(length) octets: \(String(describing: error))")
            }
            for place in stride(from: 0, to: der.count, by: 3) {
                var damaged = der
                damaged[place] ^= 0x41
                _ = try? KeyReader.read(der: damaged, password: password, maximumIterations: 10_000)
                #expect(leftoverErrors().isEmpty)
            }
        }
    }

    @Test("more rounds of key derivation than allowed are not begun")
    func iterations() throws {
        let key = try PrivateKey.generate(.ec(256))
        for command in ["pkcs8 -topk8 -iter 30001 -outform DER", "pkcs8 -topk8 -scrypt -outform DER"] {
            let der = try openssl(command, key.pem())
            let password = SecretBytes(utf8: "s3cret")
            #expect(throws: IdentityFileError(.tooManyIterations, "")) {
                try KeyReader.read(der: der, password: password, maximumIterations: 30_000)
            }
            #expect(try KeyReader.read(der: der, password: password, maximumIterations: 200_000).bits == 256)
        }
    }

    // In a process of its own: OpenSSL reads the variable for the whole process.
    @Test("where the module of old algorithms is missing, a key that needs it says so, and others open")
    func missingModule() async {
        await #expect(processExitsWith: .success) {
            let tests = KeyReaderTests()
            let pem = try PrivateKey.generate(.ec(256)).pem()
            let forms = ["ec -des" + KeyReaderTests.legacy, "pkcs8 -topk8 -v1 PBE-MD5-DES" + KeyReaderTests.legacy]
            let old = try forms.map { try tests.block(tests.openssl($0, pem)) }
            let today = try tests.block(tests.openssl("pkcs8 -topk8", pem))
            setenv("OPENSSL_MODULES", "/nonexistent", 1)
            for block in old {
                let error = tests.refusal(block, "s3cret")
                #expect(error?.code == .legacyProviderMissing, "\(String(describing: error))")
                #expect(error?.reason.contains("private key uses old algorithms") == true)
                #expect(error?.reason.contains("openssl-provider-legacy") == true)
            }
            #expect(try KeyReader.read(today, password: SecretBytes(utf8: "s3cret")).bits == 256)
        }
    }
}

/// How openssl writes a key of some kind.
struct KeyForm: Sendable, CustomTestStringConvertible {
    let command: String
    let kind: PrivateKey.Kind
    var testDescription: String { command }
    init(_ command: String, _ kind: PrivateKey.Kind = .ec(256)) { (self.command, self.kind) = (command, kind) }
}
