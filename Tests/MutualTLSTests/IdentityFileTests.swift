import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite("Identities from files")
struct IdentityFileTests {
    /// A client's files, as `openssl` and people have them.
    struct Files {
        let folder: TemporaryFolder
        let issued: IssuedIdentity
        var leaf: String { folder.path("leaf.pem") }
        var key: String { folder.path("key.pem") }
        var chain: String { folder.path("chain.pem") }

        init() throws {
            folder = try TemporaryFolder()
            issued = try TestPKI().client()
            try folder.write(issued.certificatePEM, "leaf.pem")
            try folder.write(issued.privateKeyPEM, "key.pem")
            try folder.write(issued.chainPEM, "chain.pem")
        }

        func openssl(_ arguments: [String]) throws -> Data {
            let tool = try #require(Tool("openssl"))
            let outcome = try tool.run(arguments + ["-out", folder.path("out")])
            try #require(outcome.status == 0, "\(outcome)")
            return try Data(contentsOf: folder.url("out"))
        }
    }

    static let exports: [[String]] = [
        ["-passout", "pass:s3cret"], ["-legacy", "-passout", "pass:s3cret"], ["-nomac", "-passout", "pass:s3cret"],
        ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1", "-passout", "pass:s3cret"],
        ["-keypbe", "NONE", "-certpbe", "NONE", "-passout", "pass:s3cret"],
    ]

    @Test("what openssl exports opens, with its chain in order", arguments: exports)
    func openssl(options: [String]) throws {
        let files = try Files()
        let file = try files.openssl(
            ["pkcs12", "-export", "-inkey", files.key, "-in", files.leaf, "-certfile", files.chain] + options)
        let identity = try ClientIdentity(pkcs12: file, password: "s3cret")
        #expect(SecCertificateCopyData(identity.certificate) as Data == files.issued.certificateDER)
        #expect(identity.intermediates.count == 1)
        #expect(identity.summary == "\"alice\"")
    }

    @Test("an empty password, and none, are what they are", arguments: [("pass:", ""), ("pass:s3cret", "s3cret")])
    func passwords(option: String, password: String) throws {
        let files = try Files()
        let file = try files.openssl(
            ["pkcs12", "-export", "-inkey", files.key, "-in", files.leaf, "-passout", option])
        _ = try ClientIdentity(pkcs12: file, password: password)
        #expect(throws: MutualTLSError(.wrongPassword, "")) { try ClientIdentity(pkcs12: file, password: "other") }
        if !password.isEmpty {
            #expect(throws: MutualTLSError(.passwordRequired, "")) { try ClientIdentity(pkcs12: file, password: nil) }
        }
    }

    @Test("what keytool exports opens", .needs(.keytool, cases: 1))
    func keytool() throws {
        let files = try Files()
        let store = files.folder.path("store.p12")
        let outcome = try #require(Tool("keytool")).run([
            "-genkeypair", "-alias", "alice", "-keyalg", "EC", "-dname", "CN=alice", "-storetype", "PKCS12",
            "-keystore", store, "-storepass", "s3cret-password",
        ])
        try #require(outcome.status == 0, "\(outcome)")
        let identity = try ClientIdentity(
            pkcs12: Data(contentsOf: files.folder.url("store.p12")), password: "s3cret-password")
        #expect(identity.summary == "\"alice\"")
    }

    /// A file that is no identity, and what it is called.
    struct BadFile: Sendable, CustomStringConvertible {
        let description: String
        let code: MutualTLSError.Code
        let words: String
        let make: @Sendable (Files) throws -> Data
    }

    static let badFiles = [
        BadFile(description: "an empty file", code: .malformedIdentity, words: "empty") { _ in Data() },
        BadFile(description: "random bytes", code: .malformedIdentity, words: "PKCS#12") { _ in
            Data((0..<99).map { $0 })
        },
        BadFile(description: "a PEM file", code: .malformedIdentity, words: "PEM") { try $0.issued.chainPEM },
        BadFile(description: "a DER certificate", code: .malformedIdentity, words: "certificate") {
            $0.issued.certificateDER
        },
        BadFile(description: "a truncated file", code: .malformedIdentity, words: "ends") {
            try $0.issued.pkcs12(password: "s3cret").dropLast(40)
        },
        BadFile(description: "a file without a key", code: .noPrivateKey, words: "no private key") {
            try $0.openssl(["pkcs12", "-export", "-nokeys", "-in", $0.leaf, "-passout", "pass:s3cret"])
        },
        BadFile(description: "a file without a certificate", code: .noCertificate, words: "no certificate") {
            try $0.openssl(["pkcs12", "-export", "-nocerts", "-inkey", $0.key, "-passout", "pass:s3cret"])
        },
    ]

    @Test("what is no identity gets an error of its own, and the password isn't blamed", arguments: badFiles)
    func badFile(row: BadFile) throws {
        let data = try row.make(Files())
        let error = #expect(throws: MutualTLSError.self) { try ClientIdentity(pkcs12: data, password: "s3cret") }
        #expect(error?.code == row.code)
        #expect(error?.description.contains(row.words) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("password") == false, "\(error?.description ?? "")")
        #expect(error?.debugDescription.contains("s3cret") == false)
    }

    static let keyFormats: [(String, [String])] = [
        ("PKCS#8", ["pkcs8", "-topk8", "-nocrypt"]), ("SEC1", ["ec"]),
        ("encrypted PKCS#8", ["pkcs8", "-topk8", "-passout", "pass:s3cret"]),
        ("encrypted SEC1", ["ec", "-aes256", "-passout", "pass:s3cret"]),
    ]

    @Test("keys open in every PEM form, beside the certificate or in a file of their own", arguments: keyFormats)
    func pem(name: String, arguments: [String]) throws {
        let files = try Files()
        let key = try files.openssl(arguments + ["-in", files.key])
        let chain = try files.issued.chainPEM
        let password = name.hasPrefix("encrypted") ? "s3cret" : nil
        let reversed = try Data(files.issued.certificatePEM.reversed().reversed()) + key
        for identity in [
            try ClientIdentity(pem: chain, key: key, password: password),
            try ClientIdentity(pem: key + chain, password: password),
            try ClientIdentity(pem: Data("some text\r\n".utf8) + reversed + chain, password: password),
        ] {
            #expect(identity.summary == "\"alice\"")
            #expect(identity.intermediates.count == 1)
        }
        if password != nil {
            #expect(throws: MutualTLSError(.passwordRequired, "")) { try ClientIdentity(pem: chain, key: key) }
            #expect(throws: MutualTLSError(.wrongPassword, "")) {
                try ClientIdentity(pem: chain, key: key, password: "other")
            }
        }
    }

    @Test("PEM without a key, without a certificate, with another's key, and no PEM at all are told apart")
    func badPEM() throws {
        let files = try Files()
        let (chain, key) = (try files.issued.chainPEM, try files.issued.privateKeyPEM)
        let other = try TestPKI().client().privateKeyPEM
        let damaged = Data(text(key).replacingOccurrences(of: "END PRIVATE KEY", with: "END KEY").utf8)
        let rows: [(Data, Data?, MutualTLSError.Code)] = [
            (chain, nil, .noPrivateKey), (key, nil, .noCertificate), (chain, other, .keyMismatch),
            (Data("hello".utf8), nil, .malformedIdentity), (Data(), nil, .malformedIdentity),
            (chain, damaged, .malformedIdentity), (try files.issued.pkcs12(password: ""), nil, .malformedIdentity),
        ]
        for (certificates, key, code) in rows {
            let error = #expect(throws: MutualTLSError.self) { try ClientIdentity(pem: certificates, key: key) }
            #expect(error?.code == code, "\(error?.description ?? "")")
        }
    }

    @Test("the chain is leaf and intermediates in order, without the root and without other people's")
    func chain() throws {
        let root = try CertificateAuthority(name: "Root")
        let upper = try root.intermediate(named: "Upper", pathLength: 1)
        let lower = try upper.intermediate(named: "Lower")
        let stranger = try CertificateAuthority(name: "Stranger")
        let issued = try lower.issueClient(name: "alice")
        let mixed = try [root, upper, stranger, lower].map { try $0.certificatePEM }.reduce(Data(), +)
        let identity = try ClientIdentity(
            pem: mixed + issued.certificatePEM + issued.certificatePEM, key: issued.privateKeyPEM)
        let names = identity.intermediates.map { SecCertificateCopySubjectSummary($0) as String? }
        #expect(names == ["Lower", "Upper"])
    }

    @Test("several identities are never chosen from silently")
    func several() throws {
        let pki = try TestPKI()
        let people = try [pki.client("alice"), pki.client("bob")]
        let text = try people.map { try $0.certificatePEM + $0.privateKeyPEM }.reduce(Data(), +)
        let error = #expect(throws: MutualTLSError.self) { try ClientIdentity(pem: text) }
        #expect(error?.code == .severalIdentities)
        #expect(error?.reason.contains("2 identities") == true)
    }

    @Test("an identity tells what a server will hold against it")
    func problems() throws {
        let pki = try TestPKI()
        func codes(_ issued: IssuedIdentity, at date: Date = Date()) throws -> [IdentityProblem.Code] {
            try ClientIdentity(issued).problems(at: date).filter(\.isBlocking).map(\.code)
        }
        #expect(try codes(pki.client()).isEmpty)
        #expect(try codes(pki.expiredClient()) == [.expired])
        #expect(try codes(pki.serverOnlyClient()) == [.noClientAuthUsage])
        #expect(try codes(pki.client(), at: Date(timeIntervalSinceNow: -86_400)) == [.notYetValid])
        #expect(try codes(pki.issuing.issueClient(name: "any", purposes: [])).isEmpty)
    }

    @Test("nothing of a key or a password is in a description or a dump")
    func secrets() throws {
        let files = try Files()
        let identity = try ClientIdentity(files.issued)
        var dumped = ""
        dump(identity, to: &dumped)
        dumped += "\(identity) \(String(reflecting: identity)) \(identity.credential())"
        let key = text(try files.issued.privateKeyPEM).split(separator: "\n").dropFirst().dropLast()
        for line in key { #expect(!dumped.contains(line)) }
        #expect(!dumped.contains("secret"))
    }
}
