import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@testable import MutualTLSCLI

@Suite("mtls identity generate", .needs(.openssl, cases: 9))
struct IdentityGenerateTests {
    private let fixture: IdentityFixture
    private var program: Program { fixture.program }

    init() throws {
        fixture = try IdentityFixture()
        try program.folder.write(fixture.pki.issuing.certificatePEM, "issuing.pem")
        try program.folder.write(fixture.pki.issuing.privateKeyPEM, "issuing.key")
    }

    private func openssl(_ words: [String]) throws -> Tool.Outcome {
        let tool = try #require(Tool("openssl"))
        return try tool.run(words.map { $0.hasPrefix("@") ? program.folder.path(String($0.dropFirst())) : $0 })
    }

    /// Signs a request as another CA's software does.
    private func sign(_ request: String, as certificate: String) throws {
        let signed = try openssl([
            "x509", "-req", "-in", "@\(request)", "-CA", "@issuing.pem", "-CAkey", "@issuing.key", "-CAcreateserial",
            "-days", "90", "-out", "@\(certificate)",
        ])
        try #require(signed.status == 0, "\(signed)")
    }

    @Test(
        "a key of every kind is made in the keychain, and OpenSSL verifies its request",
        arguments: [
            ("ec-256", "EC P-256"), ("ec-384", "EC P-384"), ("rsa-2048", "RSA 2048"), ("rsa-3072", "RSA 3072"),
            ("ed25519", "Ed25519"),
        ])
    func requests(type: String, name: String) throws {
        let output = try fixture.done([
            "generate", "--label", "new", "--subject", "CN=alice,O=Example", "--key-type", type, "--csr", "new.csr",
        ])
        #expect(output.hasPrefix("made the key \"new\", and wrote its request: new.csr\n"))
        let verdict = try openssl(["req", "-in", "@new.csr", "-verify", "-noout", "-subject", "-nameopt", "rfc2253"])
        #expect(verdict.status == 0 && verdict.output == "subject=CN=alice,O=Example\n", "\(verdict)")
        #expect(verdict.errors.contains("verify OK"))
        let waiting = try #require(fixture.list().waitingKeys?.first)
        #expect(waiting.label == "new" && waiting.keyType == name)
        // The key is nowhere else.
        #expect(try !program.names().contains { $0.hasSuffix(".key") && $0 != "issuing.key" })
    }

    @Test("the certificate that a CA issues for the request joins the key, which then signs in a handshake")
    func joins() throws {
        try program.folder.write(
            Data(fixture.done(["generate", "--label", "new", "--subject", "CN=alice"]).utf8), "new.csr")
        #expect(try fixture.done(["list"]) == "new\tno certificate yet\t\t\t\t\n")
        #expect(try fixture.done(["show", "new"]).contains("problem: it has no certificate yet"))
        let early = try fixture.run(["export", "new", "new.pem", "--for", "pem", "--no-new-password"])
        #expect(early.status == 1 && early.errors.contains("\"new\" is a key (EC P-256) that has no certificate yet"))

        try sign("new.csr", as: "new.pem")
        let chain = try Data(contentsOf: program.folder.url("new.pem")) + fixture.pki.issuing.certificatePEM
        try program.folder.write(chain, "chain.pem")
        #expect(try fixture.done(["import", "chain.pem"]).hasPrefix("stored \"new\": CN=alice, valid until "))
        let listing = try fixture.list()
        #expect(listing.labels == ["new"] && listing.waitingKeys == nil)
        #expect(listing.identities.first?.chain.count == 2)
        try fixture.done(["export", "new", "out.pem", "--for", "pem", "--no-new-password"])
        let keys = try openssl(["pkey", "-in", "@out.pem", "-pubout"]).output
        #expect(
            try keys.contains("PUBLIC KEY") && keys == openssl(["x509", "-in", "@new.pem", "-noout", "-pubkey"]).output)
    }

    @Test("a renewed certificate for the same key takes the old one's place, and the key stays")
    func renews() throws {
        try fixture.done(["generate", "--label", "new", "--subject", "alice", "--csr", "new.csr"])
        for (certificate, words) in [("1.pem", []), ("2.pem", ["--label", "new", "--replace"])] {
            try sign("new.csr", as: certificate)
            try fixture.done(["import", certificate] + words)
        }
        #expect(try fixture.list().labels == ["new"])
        try fixture.done(["export", "new", "out.der", "--for", "der", "--no-new-password"])
        let exported = try openssl(["x509", "-in", "@out.der", "-inform", "der", "-noout", "-serial"]).output
        #expect(try exported == openssl(["x509", "-in", "@2.pem", "-noout", "-serial"]).output)
        #expect(try fixture.done(["remove", "new", "--yes"]) == "removed \"new\" (CN=alice)\n")
        #expect(try fixture.list().waitingKeys == nil)
    }

    @Test("the CA of mtls ca issues at once, for clients alone, and with its chain")
    func issues() throws {
        #expect(try program.run(["ca", "init"]).status == 0)
        let output = try fixture.done([
            "generate", "--label", "web", "--subject", "/O=Example/CN=web", "--ca", "ca", "--days", "30", "--key-type",
            "ed25519",
        ])
        #expect(output.hasPrefix("stored \"web\": CN=web,O=Example, valid until "))
        try fixture.done(["export", "web", "web.pem", "--for", "pem", "--no-new-password"])
        let found = try #require(program.inspect("web.pem").identities.first)
        #expect(found.extendedKeyUsage == ["clientAuth"] && found.keyUsage == ["digitalSignature"])
        #expect(found.chain?.count == 2 && found.keyType == "Ed25519")
        let verdict = try openssl([
            "verify", "-CAfile", "@ca/root.pem", "-untrusted", "@ca/issuing.pem", "-purpose", "sslclient", "@web.pem",
        ])
        #expect(verdict.status == 0, "\(verdict)")
    }

    @Test("what can't be made says why, and leaves neither key nor file")
    func refusals() throws {
        try fixture.write("alice")
        try fixture.done(["import", "alice.p12", "--label", "taken"])
        try program.folder.write(Data(), "there.csr")
        let cases: [(words: [String], status: Int32, says: String)] = [
            (["--subject", "x"], 2, "--label is missing"), (["--label", "x"], 2, "--subject is missing"),
            (["--label", "x", "--subject", "x", "--ca", "ca", "--csr", "f"], 2, "--ca and --csr don't go together"),
            (["--label", "x", "--subject", "x", "--days", "3"], 2, "--days goes with --ca"),
            (["--label", "x", "--subject", "x", "--key-type", "ec-255"], 2, "did you mean ec-256?"),
            (["--label", "x", "--subject", "x", "--ca", "nowhere"], 1, "there is no CA in nowhere"),
            (["--label", "x", "--subject", "C=Germany"], 2, "--subject: can't put C into the subject"),
            (["--label", "x", "--subject", "x", "--csr", "there.csr"], 1, "there.csr is there already"),
            (["--label", "x", "--subject", "x", "--csr", "no/x.csr"], 1, "its folder is not there"),
            (["--label", "taken", "--subject", "x"], 1, "the label \"taken\" belongs to an identity, \"alice\""),
        ]
        for test in cases {
            let outcome = try fixture.run(["generate"] + test.words)
            #expect(outcome.status == test.status && outcome.errors.contains(test.says), "\(test.words): \(outcome)")
            #expect(outcome.output.isEmpty)
        }
        let full = try program.shell("$MTLS identity generate --label lost --subject x > /dev/full")
        #expect(full.status == 1 && full.errors.contains("can't write to standard output"), "\(full)")
        try fixture.done(["generate", "--label", "waits", "--subject", "x"])
        let again = try fixture.run(["generate", "--label", "waits", "--subject", "x"])
        #expect(again.errors.contains("the label \"waits\" belongs to a key that waits for its certificate"))
        let other = try fixture.run(["import", "alice.p12", "--label", "waits", "--replace"])
        #expect(other.errors.contains("belongs to another key (EC P-256) that waits for its certificate"), "\(other)")
        #expect(try fixture.list().labels == ["taken"])
        #expect(try fixture.list().waitingKeys?.map(\.label) == ["waits"])
        #expect(
            try fixture.done(["remove", "waits", "--yes"]) == "removed \"waits\" (EC P-256, without a certificate)\n")
    }

    /// Names, and their parts in a certificate's order.
    static let names: [(String, [String])] = [
        ("alice", ["CN:alice"]), ("CN=alice,O=Example", ["O:Example", "CN:alice"]),
        ("/C=DE/O=Example/CN=alice", ["C:DE", "O:Example", "CN:alice"]),
        ("cn = Smith\\, Alice , o=A=B", ["O:A=B", "CN:Smith, Alice"]), ("CN=\\C3\\84rger\\ ", ["CN:Ärger "]),
        ("2.5.4.3=x", ["2.5.4.3:x"]), ("CN=a\\+b", ["CN:a+b"]),
    ]

    @Test("a name is read as RFC 4514 writes it, as OpenSSL's commands take it, or alone", arguments: names)
    func subjects(text: String, parts: [String]) throws {
        #expect(try SubjectName.parts(text).map { "\($0.type):\($0.value)" } == parts)
    }

    @Test(
        "what is no name is refused as wrong usage",
        arguments: ["", "CN=", "CN=a,", "XY=a", "CN=a+UID=b", "CN=a\u{7}", "CN=\\FF", "CN=a,O"])
    func noSubject(text: String) {
        #expect(throws: CommandError(.usage, "")) { try SubjectName.parts(text) }
    }
}
