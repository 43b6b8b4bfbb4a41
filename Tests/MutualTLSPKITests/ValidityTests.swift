import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import Testing

@Suite struct ValidityTests {
    static let day = 86_400.0
    static let now = Date(timeIntervalSince1970: 1_700_000_000)

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var validity: Validity
        /// When the CA ends, in days from now.
        var authorityDays: Double = 100
        /// Seconds from now, or nil where it is refused.
        var dates: (Double, Double)?
        var code: PKIError.Code?
    }

    static let rows: [Row] = [
        Row(testDescription: "one day", validity: .days(1), dates: (-300, day - 301)),
        Row(testDescription: "as long as the CA", validity: .days(100), dates: (-300, 100 * day - 301)),
        Row(testDescription: "cut at the CA's end", validity: .days(101), dates: (-300, 100 * day)),
        Row(testDescription: "cut, however many days", validity: .days(.max), dates: (-300, 100 * day)),
        Row(testDescription: "a CA that ends this second", validity: .days(1), authorityDays: 0, dates: (-300, 0)),
        Row(
            testDescription: "a CA that ended a second ago", validity: .days(1), authorityDays: -1 / day,
            code: .unusableAuthority),
        Row(testDescription: "no days", validity: .days(0), code: .invalidValidity),
        Row(testDescription: "fewer than none", validity: .days(.min), code: .invalidValidity),
        Row(
            testDescription: "dates beyond the CA's own", validity: .from(now - day, to: now + 500 * day),
            dates: (-day, 500 * day)),
        Row(testDescription: "one second", validity: .from(now, to: now + 1), dates: (0, 1)),
        Row(testDescription: "no second", validity: .from(now, to: now), code: .invalidValidity),
        Row(testDescription: "backwards", validity: .from(now + 1, to: now), code: .invalidValidity),
        Row(
            testDescription: "fractions are cut off", validity: .from(now + 0.9, to: now + 5.9), dates: (0, 5)),
        Row(
            testDescription: "the first and the last date there are",
            validity: .from(
                Date(timeIntervalSince1970: -631_152_000), to: Date(timeIntervalSince1970: 253_402_300_799)),
            dates: (-631_152_000 - 1_700_000_000, 253_402_300_799 - 1_700_000_000)),
        Row(
            testDescription: "a second before the first",
            validity: .from(Date(timeIntervalSince1970: -631_152_001), to: now), code: .invalidValidity),
        Row(
            testDescription: "a second after the last",
            validity: .from(now, to: Date(timeIntervalSince1970: 253_402_300_800)), code: .invalidValidity),
        Row(
            testDescription: "no date at all", validity: .from(now, to: Date(timeIntervalSince1970: .infinity)),
            code: .invalidValidity),
    ]

    @Test("dates come out as they were asked for, or an error names why not", arguments: rows)
    func dates(row: Row) throws {
        let now = Self.now
        let end = Date(timeIntervalSince1970: (now.timeIntervalSince1970 + row.authorityDays * Self.day).rounded())
        let root = try CertificateAuthority(name: "Root", validity: .from(now - Self.day, to: end), now: { now })
        let outcome = Result { try root.issueClient(name: "alice", validity: row.validity) }
        switch outcome {
        case .success(let issued):
            let dates = try #require(row.dates, "it holds from \(issued.notBefore) to \(issued.notAfter)")
            #expect(issued.notBefore == now + dates.0 && issued.notAfter == now + dates.1)
        case .failure(let error):
            #expect((error as? PKIError)?.code == row.code, "\(error)")
        }
    }

    @Test("two validities are equal when they ask for the same")
    func equality() {
        #expect(Validity.days(1) == .days(1) && Validity.days(1) != .days(2))
        #expect(Set([Validity.days(1), .from(Self.now, to: Self.now + 1), .days(1)]).count == 2)
    }
}

@Suite struct AuthorityLoadingTests {
    private func load(_ authority: CertificateAuthority, issuers: Data) throws -> CertificateAuthority {
        try CertificateAuthority(
            certificatePEM: authority.certificatePEM, privateKeyPEM: authority.privateKeyPEM, issuers: issuers)
    }

    private func names(_ pem: Data) throws -> [String] {
        try X509Certificate.all(inPEM: pem).map { $0.subject.description }
    }

    @Test("what stands above a loaded CA goes along as far as it is given, in order and once")
    func gaps() throws {
        let root = try CertificateAuthority(name: "Root")
        let upper = try root.intermediate(named: "Upper", pathLength: 2)
        let middle = try upper.intermediate(named: "Middle", pathLength: 1)
        let lower = try middle.intermediate(named: "Lower")
        let all = try [root, upper, middle, lower].map { try $0.certificatePEM }
        let rows: [(given: [Data], chain: [String])] = [
            ([], ["CN=Lower"]), ([all[2]], ["CN=Lower", "CN=Middle"]), ([all[1]], ["CN=Lower"]),
            ([all[0], all[1], all[2]], ["CN=Lower", "CN=Middle", "CN=Upper"]),
            ([all[2], all[2], all[1], all[3], all[1]], ["CN=Lower", "CN=Middle", "CN=Upper"]),
        ]
        for row in rows {
            let loaded = try load(lower, issuers: row.given.reduce(Data(), +))
            #expect(try names(loaded.intermediatesPEM) == row.chain)
            #expect(try names(loaded.issueClient(name: "alice").chainPEM) == ["CN=alice"] + row.chain)
        }
        #expect(try load(root, issuers: all.reduce(Data(), +)).intermediatesPEM.isEmpty)
    }

    @Test("CAs that certify each other are loaded, each certificate once", .timeLimit(.minutes(1)))
    func circle() throws {
        let (keyA, keyB) = (try PrivateKey.generate(.ec(256)), try PrivateKey.generate(.ec(256)))
        func certificate(_ name: String, _ key: PrivateKey, by issuer: X509Certificate?, _ issuerKey: PrivateKey) throws
            -> X509Certificate
        {
            var builder = CertificateBuilder(
                subject: [("CN", name)], notBefore: Date() - 60, notAfter: Date() + 3600,
                serialNumber: try CertificateBuilder.randomSerialNumber())
            builder.authority = .init(pathLength: nil)
            builder.keyUsage = [.keyCertSign]
            return try builder.signed(publicKey: key.publicKey(), issuer: issuer, key: issuerKey)
        }
        let rootA = try certificate("A", keyA, by: nil, keyA)
        let crossB = try certificate("B", keyB, by: rootA, keyA)
        let crossA = try certificate("A", keyA, by: crossB, keyB)
        let loaded = try CertificateAuthority(
            certificatePEM: X509Certificate.pem(of: [crossA]), privateKeyPEM: keyA.pem(),
            issuers: X509Certificate.pem(of: [crossB, crossA, crossB, crossA]))
        let chain = try X509Certificate.all(inPEM: loaded.intermediatesPEM)
        #expect(chain == [crossA, crossB])
    }

    @Test("a CA below a limit of path length keeps it when it is loaded")
    func pathLength() throws {
        let root = try CertificateAuthority(name: "Root")
        let upper = try load(root.intermediate(named: "Upper", pathLength: 1), issuers: Data())
        let lower = try upper.intermediate(named: "Lower")
        for (authority, length, code) in [
            (upper, 1, .invalidParameter), (upper, nil, .invalidParameter), (upper, 2, .invalidParameter),
            (upper, -1, .invalidParameter), (root, -1, .invalidParameter), (root, 101, .invalidParameter),
            (lower, 0, .unusableAuthority), (lower, nil, .unusableAuthority),
        ] as [(CertificateAuthority, Int?, PKIError.Code)] {
            let error = #expect(throws: PKIError.self) { try authority.intermediate(named: "New", pathLength: length) }
            #expect(error?.code == code, "\(String(describing: length)) below \(authority)")
        }
    }

    @Test("descriptions name who it is and what it is for")
    func descriptions() throws {
        #expect(
            "\(KeyKind.p256) \(KeyKind.p384) \(KeyKind.ed25519) \(KeyKind.rsa(2048))" == "P-256 P-384 Ed25519 RSA 2048")
        #expect("\(KeyPurpose.serverAuth) \(KeyPurpose.any)" == "serverAuth anyExtendedKeyUsage")
        #expect("\(KeyPurpose(objectIdentifier: "1.2.3"))" == "1.2.3")
        let root = try CertificateAuthority(name: "Root")
        let issued = try root.issueClient(name: "alice")
        #expect(issued.subject == "CN=alice" && root.subject == "CN=Root")
        #expect(issued.description == "identity of CN=alice, serial number \(issued.serialNumber)")
        #expect(issued.fingerprintSHA256 == Digest.sha256(issued.certificateDER).hex)
        #expect(root.fingerprintSHA256 == Digest.sha256(root.certificateDER).hex)
    }
}
