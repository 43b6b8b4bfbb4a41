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
        ]

    private func make(_ row: Row) throws -> Data {
        let sealer = PKCS12Sealer(password: row.password)
        let key = try PrivateKey.generate(row.kind)
        let builder = CertificateBuilder(
            subject: [("CN", "alice")], notBefore: Date(), notAfter: Date(timeIntervalSinceNow: 3600),
            serialNumber: try CertificateBuilder.randomSerialNumber())
        let certificate = try builder.signed(publicKey: key.publicKey(), issuer: nil, key: key)
        var keyBag =
            row.isShrouded
            ? try sealer.shroudedKey(key.pkcs8(), row.algorithm, attributes: row.labels.0)
            : B.bag(1, try key.pkcs8(), attributes: row.labels.0)
        if row.isNested { keyBag = B.bag(6, B.bags([keyBag])) }
        let bags = B.bags(row.hasCertificate ? [B.certificate(certificate.der, attributes: row.labels.1)] : [])
        let parts = [B.encrypted(row.algorithm, try sealer.encrypt(bags, row.algorithm)), B.data(B.bags([keyBag]))]
        guard let digest = row.digest else { return B.file(parts: parts) }
        return try sealer.file(parts, digest: digest)
    }

    /// What the table says.
    private func verdict(_ system: String, _ data: Data, _ row: Row) throws -> ImporterVerdict {
        let contents = try PKCS12Reader.read(data, password: row.password.map { SecretBytes(utf8: $0) })
        return try #require(ImporterVerdict.all(for: PKCS12Traits(contents)).first { $0.system == system })
    }

    @Test("OpenSSL opens what the table says", .needs(.openssl, cases: 38), arguments: rows)
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
            "openjdk-17-jdk-headless is not installed: 38 not run in MutualTLSOpenSSLTests/ImporterMeasurementTests.swift"
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
