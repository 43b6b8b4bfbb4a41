import Foundation
import MutualTLSPKI
import TestSupport
import Testing

/// What `mtls inspect` tells of a file.
@Suite("Inspecting")
struct InspectTests {
    private let program: Program
    private let pki: TestPKI

    init() throws {
        program = try Program()
        pki = try TestPKI()
    }

    private func openssl(_ arguments: [String]) throws {
        let folder = program.folder.path("")
        let outcome = try #require(Tool("env")).run(["-C", folder, "openssl"] + arguments)
        try #require(outcome.status == 0, "\(outcome)")
    }

    @Test("an identity is told whole, its intermediate and its root by their roles")
    func whole() throws {
        let alice = try pki.issuing.issueClient(name: "alice", alternativeNames: [.email("alice@example.com")])
        try program.folder.write(
            alice.chainPEM + alice.privateKeyPEM + pki.root.certificatePEM + pki.stranger.certificatePEM, "alice.pem")
        let found = try program.inspect("alice.pem")
        #expect(found.format == "pem" && found.status == "ok" && found.mac == nil && found.encryption.isEmpty)
        let identity = try #require(found.identities.first)
        #expect(identity.subject == "CN=alice" && identity.issuer == "CN=Test Issuing CA")
        #expect(identity.keyType == "EC P-256" && identity.friendlyName == nil)
        #expect(identity.keyUsage == ["digitalSignature"] && identity.extendedKeyUsage == ["clientAuth"])
        #expect(identity.chain?.first == alice.fingerprintSHA256 && identity.chain?.count == 2)
        #expect(identity.problems?.map(\.code) == ["rootIncluded"])
        #expect(found.certificates.map(\.role) == ["intermediate", "root", "loose"])
        let text = try program.run(["inspect", "alice.pem"])
        for words in ["names: email:alice@example.com\n", "chain: CN=alice < CN=Test Issuing CA\n", "\nroot\n"] {
            #expect(text.output.contains(words), "\(words)")
        }
        #expect(!text.output.contains("\u{1B}"), "colour is for terminals")
    }

    /// An identity, and what will be held against it.
    struct Flaw: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let codes: [String]
        let make: @Sendable (TestPKI) throws -> Data
    }

    static let flaws = [
        Flaw(testDescription: "none", codes: []) { try Self.pem($0.client()) },
        Flaw(testDescription: "expired", codes: ["expired"]) { try Self.pem($0.expiredClient()) },
        Flaw(testDescription: "expires soon", codes: ["expiresSoon"]) {
            try Self.pem($0.issuing.issueClient(name: "soon", validity: .days(29)))
        },
        Flaw(testDescription: "for servers only", codes: ["noClientAuthUsage"]) { try Self.pem($0.serverOnlyClient()) },
        Flaw(testDescription: "RSA 1024", codes: ["weakKey"]) { try Self.signed($0, ["-newkey", "rsa:1024"]) },
        Flaw(testDescription: "SHA-1", codes: ["weakDigest"]) {
            try Self.signed($0, ["-newkey", "rsa:2048"], digest: "-sha1")
        },
        Flaw(testDescription: "Ed25519", codes: ["keyUnknownToApple"]) {
            try Self.pem($0.issuing.issueClient(name: "ed", keyKind: .ed25519))
        },
        Flaw(testDescription: "without its intermediate", codes: ["intermediateMissing"]) {
            let alice = try $0.client()
            return try alice.certificatePEM + alice.privateKeyPEM
        },
        Flaw(testDescription: "with the root", codes: ["rootIncluded"]) {
            try Self.pem($0.client()) + $0.root.certificatePEM
        },
    ]

    static func pem(_ identity: IssuedIdentity) throws -> Data { try identity.chainPEM + identity.privateKeyPEM }

    /// From openssl, for what our own CA won't issue: below the test's root, whose key stays in the test's folder.
    static func signed(_ pki: TestPKI, _ options: [String], digest: String = "-sha256") throws -> Data {
        let folder = try TemporaryFolder()
        let tool = try #require(Tool("openssl"))
        let (key, request) = (folder.path("key"), folder.path("request"))
        let subject = ["-subj", "/CN=old", "-keyout", key, "-nodes", "-out", request]
        for arguments in [
            [
                "req", "-x509", "-subj", "/CN=Old CA", "-newkey", "rsa:2048", "-nodes", "-keyout",
                folder.path("ca.key"),
                "-out", folder.path("ca.pem"),
            ],
            ["req", "-new"] + options + subject,
            [
                "x509", "-req", "-in", request, "-CA", folder.path("ca.pem"), "-CAkey", folder.path("ca.key"), digest,
                "-days", "90", "-CAcreateserial", "-out", folder.path("leaf.pem"),
            ],
        ] {
            let outcome = try tool.run(arguments)
            try #require(outcome.status == 0, "\(outcome)")
        }
        // Its issuer is known to be a root: the authority key identifier is that of a self-signed one.
        return try Data(contentsOf: folder.url("leaf.pem")) + Data(contentsOf: folder.url("key"))
    }

    @Test("what servers and phones will mind is listed with a code and a sentence", arguments: flaws)
    func problems(_ flaw: Flaw) throws {
        try program.folder.write(flaw.make(pki), "it.pem")
        let problems = try #require(try program.inspect("it.pem").identities.first?.problems)
        // openssl's own leaves come without their CA.
        let codes = problems.map(\.code).filter {
            flaw.codes.contains("intermediateMissing") || $0 != "intermediateMissing"
        }
        #expect(codes == flaw.codes)
        #expect(problems.allSatisfy { $0.message.hasPrefix("it") })
        let text = try program.run(["inspect", "it.pem"]).output
        for problem in problems { #expect(text.contains("problem: \(problem.message)\n")) }
    }

    @Test("one local key identifier for two identities is a problem of both")
    func duplicateIdentifiers() throws {
        for name in ["alice", "bob"] {
            let person = try pki.client(name)
            try program.folder.write(person.certificatePEM + person.privateKeyPEM, "\(name).pem")
            try program.folder.write(person.certificatePEM, "\(name).crt")
        }
        // A PEM file that openssl exports takes the identifier of the first; keytool gives each its own.
        try program.folder.write(
            Data(contentsOf: program.folder.url("alice.pem")) + Data(contentsOf: program.folder.url("bob.pem")),
            "two.pem")
        let outcome = try program.run(
            ["convert", "two.pem", "two.p12", "--for", "java"], environment: ["MTLS_NEW_PASSWORD": "secret"])
        #expect(outcome.status == 0, "\(outcome)")
        let apart = try program.inspect("two.p12", password: "secret")
        #expect(apart.identities.allSatisfy { $0.problems?.contains { $0.code == "duplicateLocalKeyID" } == false })
    }

    /// A file, and how it is called.
    struct Opened: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var password: String? = "secret"
        let status: String
        var reason = ""
        /// Of openssl's export; each runs in the test's folder.
        let export: [String]
    }

    static let opened = [
        Opened(testDescription: "certificates only", status: "ok", export: ["-nokeys"]),
        Opened(testDescription: "a key only", status: "ok", export: ["-nocerts", "-inkey", "key.pem"]),
        Opened(testDescription: "no MAC", status: "ok", export: ["-inkey", "key.pem", "-nomac"]),
        Opened(testDescription: "old", status: "ok", export: ["-inkey", "key.pem", "-legacy"]),
        Opened(
            testDescription: "wrong password", password: "Secret", status: "wrong-password", reason: "is wrong",
            export: ["-inkey", "key.pem"]),
        Opened(
            testDescription: "no password", password: nil, status: "password-required", reason: "has a password",
            export: ["-inkey", "key.pem"]),
    ]

    @Test("a PKCS#12 file has the status that its content deserves", arguments: opened)
    func status(_ row: Opened) throws {
        let alice = try pki.client()
        try program.folder.write(alice.certificatePEM, "leaf.pem")
        try program.folder.write(alice.privateKeyPEM, "key.pem")
        try openssl(["pkcs12", "-export", "-in", "leaf.pem", "-out", "it.p12", "-passout", "pass:secret"] + row.export)
        let found = try program.inspect("it.p12", password: row.password)
        #expect(found.status == row.status)
        #expect(row.reason.isEmpty == (found.reason == nil))
        #expect(row.reason.isEmpty || found.reason?.contains(row.reason) == true)
        #expect(found.opens.count == 5, "who will open it is told without the password too")
        let isOpen = row.status == "ok"
        #expect(
            found.identities.count
                == (isOpen && row.export.contains("-inkey") && row.testDescription != "a key only" ? 1 : 0))
        #expect(found.keysWithoutCertificate == (row.testDescription == "a key only" ? 1 : 0))
    }

    @Test(
        "what systems say follows the file's algorithms",
        arguments: [
            ([], ["iOS 17": false, "iOS 18": true, "OpenSSL": true, "Java": true, "Windows": true]),
            (["-legacy"], ["iOS 17": true, "iOS 18": true, "OpenSSL": false, "Java": true, "Windows": true]),
            (["-nomac"], ["iOS 17": false, "iOS 18": false, "OpenSSL": true, "Java": true]),
            (["-keypbe", "NONE"], ["iOS 18": false, "OpenSSL": true]),
            (["-certpbe", "AES-128-CBC", "-macalg", "sha1"], ["iOS 17": false, "iOS 18": false, "OpenSSL": true]),
        ] as [([String], [String: Bool])])
    func verdicts(options: [String], expected: [String: Bool]) throws {
        let alice = try pki.client()
        try program.folder.write(alice.certificatePEM + alice.privateKeyPEM, "it.pem")
        try openssl(["pkcs12", "-export", "-in", "it.pem", "-out", "it.p12", "-passout", "pass:secret"] + options)
        let found = try program.inspect("it.p12", password: "secret")
        for (system, opens) in expected { #expect(found.opens(system) == opens, "\(system)") }
        let apple = found.opens.filter { $0.system.hasPrefix("iOS") }
        #expect(apple.allSatisfy { $0.status != nil && ($0.opens ? $0.status == 0 : true) })
        let text = try program.run(["inspect", "it.p12"], environment: ["MTLS_PASSWORD": "secret"]).output
        for opening in found.opens {
            #expect(text.contains("  \(opening.system): \(opening.opens ? "yes" : "no")"))
            #expect(text.contains(opening.why))
        }
    }

    @Test("an encrypted key of a PEM text has its cipher told, and OpenSSL's answer follows it")
    func encryptedKeys() throws {
        let alice = try pki.client()
        try program.folder.write(alice.privateKeyPEM, "key.pem")
        for (options, name, opens) in [
            (["-v2", "aes-256-cbc"], "PBES2 AES-256-CBC", true),
            (["-v1", "PBE-MD5-DES"], "pbeWithMD5AndDES-CBC", false),
        ] {
            try openssl(
                ["pkcs8", "-topk8", "-in", "key.pem", "-out", "sealed.pem", "-passout", "pass:secret"]
                    + options + (opens ? [] : ["-provider", "default", "-provider", "legacy"]))
            try program.folder.write(
                alice.certificatePEM + Data(contentsOf: program.folder.url("sealed.pem")), "it.pem")
            for (password, status) in [("secret", "ok"), ("other", "wrong-password")] {
                let found = try program.inspect("it.pem", password: password)
                #expect(found.status == status && found.opens.count == 5)
                #expect(found.opens("OpenSSL") == opens)
                #expect(found.encryption.first?.algorithm.hasPrefix(name) == true, "\(found.encryption)")
            }
            let text = try program.run(["inspect", "it.pem"], environment: ["MTLS_PASSWORD": "secret"]).output
            #expect(
                text.contains("encryption: \(name)")
                    && text.contains("OpenSSL 3 without legacy: \(opens ? "yes" : "no")"))
        }
    }

    @Test("nobody opens a damaged file")
    func damagedFiles() throws {
        let alice = try pki.client()
        try program.folder.write(alice.certificatePEM + alice.privateKeyPEM, "it.pem")
        try openssl(["pkcs12", "-export", "-in", "it.pem", "-out", "it.p12", "-passout", "pass:secret"])
        let whole = try Data(contentsOf: program.folder.url("it.p12"))
        for (name, data) in [
            ("cut.p12", whole.dropLast(10)), ("noise.p12", Data([1, 2, 3])), ("no.pem", Data("-----BEGIN X-----".utf8)),
        ] {
            try program.folder.write(data, name)
            let found = try program.inspect(name, password: "secret")
            #expect(found.status == "malformed" && found.opens.count == 5)
            #expect(found.opens.allSatisfy { !$0.opens } && found.opens[2].why.contains("damaged"))
            #expect(found.opens.prefix(2).allSatisfy { $0.status == -26275 })
        }
    }

    @Test("a key on a curve that SecKey may not know is no identity for Apple, nor written for it")
    func curves() throws {
        for curve in ["secp256k1", "prime192v1", "brainpoolP256r1"] {
            try openssl(["ecparam", "-genkey", "-noout", "-name", curve, "-out", "key.pem"])
            try openssl(["req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=alice", "-out", "leaf.pem"])
            try openssl([
                "pkcs12", "-export", "-in", "leaf.pem", "-inkey", "key.pem", "-out", "it.p12", "-passout",
                "pass:secret",
            ])
            let found = try program.inspect("it.p12", password: "secret")
            #expect(found.opens.filter { $0.system.hasPrefix("iOS 18") }.map(\.opens) == [false])
            #expect(found.opens("Java") == true && found.opens("OpenSSL") == true)
            let converted = try program.run(
                ["convert", "it.p12", "new.p12", "--for", "apple"],
                environment: ["MTLS_PASSWORD": "secret", "MTLS_NEW_PASSWORD": "secret"])
            #expect(converted.status != 0 && converted.errors.contains("SecKey"), "\(converted)")
        }
    }

    @Test("neither certificate nor key is empty, and a password that was not needed is noted")
    func emptyAndUnneeded() throws {
        // PFX, version 3, no parts, no MAC.
        let empty: [UInt8] = [
            0x30, 0x16, 0x02, 0x01, 0x03, 0x30, 0x11, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01,
            0xA0, 0x04, 0x04, 0x02, 0x30, 0x00,
        ]
        try program.folder.write(Data(empty), "empty.p12")
        #expect(try program.inspect("empty.p12").status == "empty")
        let alice = try pki.client()
        try program.folder.write(alice.chainPEM + alice.privateKeyPEM, "alice.pem")
        #expect(try program.inspect("alice.pem").notes.isEmpty)
        let noted = try program.inspect("alice.pem", password: "secret")
        #expect(noted.status == "ok" && noted.notes.count == 1 && noted.notes[0].contains("not needed"))
        let text = try program.run(["inspect", "alice.pem"], environment: ["MTLS_PASSWORD": "secret"])
        #expect(text.output.contains("note: the password was not needed"))
    }

    @Test("a PKCS#12 file in the armour of PEM opens, and other blocks are named")
    func armour() throws {
        let alice = try pki.client()
        let file = try alice.pkcs12(password: "secret").base64EncodedString()
        try program.folder.write(Data("-----BEGIN PKCS12-----\n\(file)\n-----END PKCS12-----\n".utf8), "armour.pem")
        #expect(try program.inspect("armour.pem", password: "secret").identities.count == 1)
        #expect(try program.inspect("armour.pem", password: "Secret").status == "wrong-password")
        #expect(try program.inspect("armour.pem").status == "password-required")
        try program.folder.write(alice.certificatePEM, "leaf.pem")
        try openssl(["crl2pkcs7", "-nocrl", "-certfile", "leaf.pem", "-out", "it.p7b"])
        let found = try program.inspect("it.p7b")
        #expect(found.status == "empty" && found.reason?.hasSuffix("but PKCS7") == true)
    }

    @Test("a key whose secret is damaged, its public half whole, is found before a server does")
    func damagedKeys() throws {
        let alice = try pki.client()
        try program.folder.write(alice.certificatePEM + alice.privateKeyPEM, "alice.pem")
        try openssl(["pkey", "-in", "alice.pem", "-outform", "DER", "-out", "alice.der"])
        var der = try Data(contentsOf: program.folder.url("alice.der"))
        // 04 20 stands in front of P-256's number.
        let start = try #require(der.range(of: Data([0x04, 0x20]))?.upperBound)
        der[start + 5] ^= 0x10
        try program.folder.write(der, "damaged.der")
        let found = try program.inspect("alice.pem", ["--key", "damaged.der"])
        #expect(found.status == "malformed" && found.reason?.contains("does not verify") == true)
        let pem = "-----BEGIN PRIVATE KEY-----\n\(der.base64EncodedString())\n-----END PRIVATE KEY-----\n"
        try program.folder.write(alice.certificatePEM + Data(pem.utf8), "damaged.pem")
        #expect(try program.inspect("damaged.pem").status == "malformed")
        let converted = try program.run(
            ["convert", "damaged.pem", "out", "--for", "java"], environment: ["MTLS_NEW_PASSWORD": "secret"])
        #expect(converted.status == 1 && converted.errors.contains("damaged"), "\(converted)")
    }

    @Test("alternative names of every kind are shown")
    func names() throws {
        let config = """
            [req]
            distinguished_name = dn
            [dn]
            [it]
            subjectAltName = otherName:1.3.6.1.4.1.311.20.2.3;UTF8:alice@corp.example,DNS:a.example,IP:::1,RID:1.2.3
            """
        try program.folder.write(Data(config.utf8), "it.cnf")
        try openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=it",
            "-extensions", "it",
            "-config", "it.cnf", "-keyout", "it.key", "-out", "it.pem",
        ])
        let text = try program.run(["inspect", "it.pem"]).output
        for name in ["DNS:a.example", "IP:::1", "alice@corp.example", "Registered ID:1.2.3"] {
            #expect(text.contains(name), "\(text)")
        }
    }

    @Test("what is ignored is noted: bytes behind the file, a key of somebody else")
    func notes() throws {
        let alice = try pki.client()
        try program.folder.write(alice.pkcs12(password: "secret") + Data("more".utf8), "long.p12")
        #expect(try program.inspect("long.p12", password: "secret").notes.contains { $0.hasPrefix("bytes follow") })
        try program.folder.write(alice.certificatePEM, "alice.pem")
        try program.folder.write(pki.client("bob").privateKeyPEM, "bob.key")
        let found = try program.inspect("alice.pem", ["--key", "bob.key"])
        #expect(found.notes.contains("the key belongs to none of the certificates"))
        let keyless = try program.inspect("alice.pem", ["--key", "alice.pem"])
        #expect(keyless.notes.contains("there is no private key in alice.pem"))
    }

    @Test("a damaged block is named with its file, its line and its byte")
    func places() throws {
        let alice = try pki.client()
        var key = String(decoding: try alice.privateKeyPEM, as: UTF8.self)
        let start = try #require(key.range(of: "\n")?.upperBound)
        key.replaceSubrange(start...start, with: "!")
        try program.folder.write(alice.chainPEM, "chain.pem")
        try program.folder.write(Data("some text\r\n\(key)".utf8), "key.pem")
        let outcome = try program.run(["inspect", "chain.pem", "--key", "key.pem"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                "error: key.pem: the PEM text can't be read: the block PRIVATE KEY has a character that is not base64 (line 3, byte 39)"
            ),
            "\(outcome)")
        let request = try program.run([
            "request", "https://localhost:1/", "--identity", "chain.pem", "--key", "key.pem",
        ])
        #expect(request.errors.contains("error: key.pem: the PEM text can't be read"), "\(request)")
    }
}
