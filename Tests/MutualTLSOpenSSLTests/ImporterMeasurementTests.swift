import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

/// The table of importers against OpenSSL and Java, on files that no corpus has.
@Suite struct ImporterMeasurementTests {
    private typealias W = DERWriter
    private typealias B = PKCS12Builder

    /// How a file is made.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var password: String? = "password"
        var algorithm = ImporterMeasurementTests.pbes2()
        /// OpenSSL's name; nil for no MAC.
        var digest: String? = "SHA256"
        var kind = PrivateKey.Kind.ec(256)
        /// Attributes of the key and of the certificate.
        var labels: ([Data], [Data]) = ([ImporterMeasurementTests.id(1)], [ImporterMeasurementTests.id(1)])
        var isShrouded = true
        var isNested = false
        var hasCertificate = true
        /// What `openssl` makes the key by instead.
        var command: String?
        /// The same for a certificate more.
        var otherCommand: String?
    }

    private static func id(_ number: UInt8) -> Data { B.localKeyID(W.octets(Data([number]))) }
    private static func pbes2(_ prf: Int = 9, cipher: String = "2.16.840.1.101.3.4.1.42") -> Data {
        B.pbes2(B.pbkdf2(iterations: 1000, prf: prf), cipher: cipher)
    }

    static let rows: [Row] =
        (6...13).map { Row(testDescription: "PBES2 with the PRF \($0)", algorithm: pbes2($0)) }
        + [nil, "MD5", "SHA1", "SHA224", "SHA384", "SHA512", "SHA512-256", "SHA3-256", "SM3", "BLAKE2b512"].map {
            Row(testDescription: "MAC with \($0 ?? "nothing")", digest: $0)
        }
        + (1...6).map { Row(testDescription: "scheme \($0)", algorithm: B.pbe($0)) }
        + [
            Row(testDescription: "AES-128", algorithm: pbes2(cipher: "2.16.840.1.101.3.4.1.2")),
            Row(testDescription: "AES-192", algorithm: pbes2(cipher: "2.16.840.1.101.3.4.1.22")),
            Row(testDescription: "no password", password: nil), Row(testDescription: "an empty password", password: ""),
            Row(testDescription: "a password in Greek", password: "κωδικός"),
            Row(testDescription: "Ed25519", kind: .ed25519), Row(testDescription: "no ties", labels: ([], [])),
            Row(testDescription: "an identifier on the key alone", labels: ([id(1)], [])),
            Row(testDescription: "an identifier on the certificate alone", labels: ([], [id(1)])),
            Row(testDescription: "identifiers that differ", labels: ([id(1)], [id(2)])),
            Row(
                testDescription: "names alone",
                labels: ([B.friendlyName(W.bmp("a"))], [B.friendlyName(W.bmp("a"))])),
            Row(testDescription: "a plain key", isShrouded: false), Row(testDescription: "nested", isNested: true),
            Row(testDescription: "a key alone", hasCertificate: false),
            Row(
                testDescription: "RSA with three primes",
                command: "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -pkeyopt rsa_keygen_primes:3"),
        ] + curves + ciphers + attributes + passwords

    private static let passwords: [Row] = ["a\tb", "a\u{1}b", "a\u{7F}b", " ~"].map {
        Row(testDescription: "the password \($0.debugDescription)", password: $0)
    }

    private static let curves: [Row] =
        [
            "prime192v1", "prime239v3", "secp224r1", "secp256k1", "secp112r1", "sect571r1", "c2tnb191v1", "c2pnb163v1",
            "brainpoolP160r1", "brainpoolP256r1", "brainpoolP512r1", "brainpoolP256t1", "brainpoolP512t1",
            "wap-wsg-idm-ecid-wtls12", "prime256v1 -param_enc explicit", "secp521r1 -param_enc explicit",
        ].flatMap {
            (name: String) -> [Row] in
            [
                Row(testDescription: "a key on \(name)", command: "ecparam -genkey -noout -name " + name),
                Row(
                    testDescription: "another certificate on \(name)",
                    otherCommand: "ecparam -genkey -noout -name " + name),
            ]
        }

    private static let ciphers: [Row] =
        [
            "2.16.840.1.101.3.4.1.3", "2.16.840.1.101.3.4.1.4", "2.16.840.1.101.3.4.1.44", "1.2.410.200046.1.1.14",
            "1.2.410.200046.1.1.5", "0.3.4401.5.3.1.9.44",
            "0.3.4401.5.3.1.9.29", "1.2.156.10197.1.104.7",
        ].map { Row(testDescription: "PBES2 with the cipher \($0)", algorithm: pbes2(cipher: $0)) }

    private static let attributes: [Row] = [
        ("a BOOLEAN for a name", B.friendlyName(W.value(0x01, Data([0xFF])))),
        ("a name in UTF-8", B.friendlyName(W.value(0x0C, Data("a".utf8)))),
        ("an INTEGER for an identifier", B.localKeyID(W.integer(1))),
        ("a name without a value", B.friendlyName(Data())),
        ("another attribute without a value", W.sequence(W.oid("1.2.3"), W.set())),
        ("another attribute of any type", W.sequence(W.oid("1.2.3"), W.set(W.integer(1)))),
    ].flatMap { (name, odd) in
        [
            Row(testDescription: name + ", of the key", labels: ([id(1), odd], [id(1)])),
            Row(testDescription: name + ", of the certificate", labels: ([id(1)], [id(1), odd])),
        ]
    }

    private func make(_ row: Row) throws -> Data {
        let sealer = PKCS12Sealer(password: row.password)
        let key = try row.command.map(newKey(by:)) ?? PrivateKey.generate(row.kind)
        let certificate = try selfSigned(key)
        var keyBag =
            row.isShrouded
            ? try sealer.shroudedKey(key.pkcs8(), row.algorithm, attributes: row.labels.0)
            : B.bag(1, try key.pkcs8(), attributes: row.labels.0)
        if row.isNested { keyBag = B.bag(6, B.bags([keyBag])) }
        let others = try row.otherCommand.map { [B.certificate(try selfSigned(newKey(by: $0)).der)] } ?? []
        let bags = B.bags(
            (row.hasCertificate ? [B.certificate(certificate.der, attributes: row.labels.1)] : []) + others)
        let parts = [B.encrypted(row.algorithm, try sealer.encrypt(bags, row.algorithm)), B.data(B.bags([keyBag]))]
        guard let digest = row.digest else { return B.file(parts: parts) }
        return try sealer.file(parts, digest: digest)
    }

    private func selfSigned(_ key: PrivateKey) throws -> X509Certificate {
        let builder = CertificateBuilder(
            subject: [("CN", "alice")], notBefore: Date(), notAfter: Date(timeIntervalSinceNow: 3600),
            serialNumber: try CertificateBuilder.randomSerialNumber())
        return try builder.signed(publicKey: key.publicKey(), issuer: nil, key: key)
    }

    private func newKey(by command: String) throws -> PrivateKey {
        let made = try #require(Tool("openssl")).run(
            command.split(separator: " ").map(String.init))
        let block = try #require(PEMDocument.blocks(in: Data(made.output.utf8)).first { KeyReader.isKey($0) })
        return try KeyReader.read(block, password: nil)
    }

    /// What the table says.
    private func verdict(_ system: String, _ data: Data, _ row: Row) throws -> ImporterVerdict {
        let contents = try PKCS12Reader.read(data, password: row.password.map { SecretBytes(utf8: $0) })
        return try #require(ImporterVerdict.all(for: PKCS12Traits(contents)).first { $0.system == system })
    }

    @Test("OpenSSL opens what the table says", .needs(.openssl, cases: 95), arguments: rows)
    func openSSL(row: Row) throws {
        let data = try make(row)
        let verdict = try verdict("OpenSSL 3 without legacy", data, row)
        let folder = try TemporaryFolder()
        try folder.write(data, "file.p12")
        let outcome = try #require(Tool("openssl")).run(
            ["pkcs12", "-in", folder.path("file.p12"), "-nodes", "-passin", "env:FILE_PASSWORD"],
            environment: ["FILE_PASSWORD": row.password ?? ""])
        #expect((outcome.status == 0) == verdict.opens, "\(verdict.why)")
    }

    @Test(
        "Java 17 opens what the table says",
        .enabled(
            if: JavaJudge.java17 != nil,
            "openjdk-17-jdk-headless is not installed: 95 not run in MutualTLSOpenSSLTests/ImporterMeasurementTests.swift"
        ))
    func java() throws {
        let folder = try TemporaryFolder()
        var verdicts: [ImporterVerdict] = []
        for (index, row) in Self.rows.enumerated() {
            let data = try make(row)
            try folder.write(data, "\(index).p12")
            verdicts.append(try verdict("Java 17", data, row))
        }
        let answers = try JavaJudge.ask(
            Self.rows.enumerated().map { (folder.path("\($0.offset).p12"), $0.element.password ?? "") })
        #expect(answers.count == Self.rows.count)
        for (row, (verdict, answer)) in zip(Self.rows, zip(verdicts, answers)) {
            #expect(
                (answer == (row.hasCertificate ? "1 1" : "1 0")) == verdict.opens, "\(row): \(answer), \(verdict.why)")
        }
    }
}
