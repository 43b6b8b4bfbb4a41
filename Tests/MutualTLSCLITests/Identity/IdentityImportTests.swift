import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite("mtls identity import")
struct IdentityImportTests {
    private let fixture: IdentityFixture
    private let alice: IssuedIdentity
    private var program: Program { fixture.program }

    init() throws {
        fixture = try IdentityFixture()
        alice = try fixture.write("alice")
    }

    private func check(_ words: [String], says text: String, status: Int32 = 1) throws {
        let outcome = try fixture.run(["import"] + words)
        #expect(outcome.status == status, "\(outcome)")
        #expect(outcome.errors.contains(text), "\(outcome)")
        #expect(outcome.output.isEmpty)
    }

    @Test("an identity is stored with its intermediates, under its label, in a folder for its owner alone")
    func stores() throws {
        let output = try fixture.done(["import", "alice.p12", "--label", "client-certificate"])
        #expect(output.hasPrefix("stored \"client-certificate\": CN=alice, valid until "))
        let found = try #require(fixture.list().identities.first)
        #expect(found.label == "client-certificate" && found.subject == "CN=alice")
        #expect(found.issuer == "CN=Test Issuing CA" && found.origins.isEmpty)
        #expect(found.fingerprintSHA256 == alice.fingerprintSHA256)
        #expect(found.notAfter == ISO8601DateFormatter().string(from: alice.notAfter))
        #expect(found.chain.count == 2)
        #expect(try program.mode("keychain") == 0o700)
        for name in try #require(fixture.keychainFiles) { #expect(try program.mode("keychain/\(name)") == 0o600) }
    }

    @Test("the same file twice is one item, and no error")
    func twice() throws {
        try fixture.done(["import", "alice.p12", "--label", "a"])
        #expect(
            try fixture.done(["import", "alice.p12", "--label", "a"]).hasPrefix("\"a\" was there already: CN=alice"))
        // Without a label it keeps the one that it has.
        #expect(try fixture.done(["import", "alice.p12"]).hasPrefix("\"a\" was there already"))
        #expect(try fixture.list().labels == ["a"])
    }

    @Test("another label replaces the one that the identity has, says so, and leaves one item")
    func relabels() throws {
        try fixture.done(["import", "alice.p12", "--label", "old"])
        let output = try fixture.done(["import", "alice.p12", "--label", "new"])
        #expect(output.hasPrefix("\"new\" replaces the label \"old\": CN=alice"))
        #expect(try fixture.list().labels == ["new"])
    }

    @Test("a label that another identity has is refused, and --replace rotates, origins and all")
    func rotates() throws {
        let bob = try fixture.write("bob")
        try fixture.done(["import", "alice.p12", "--label", "client", "--bind", "https://api.example.com"])
        try check(
            ["bob.p12", "--label", "client"], says: "the label \"client\" belongs to another identity, \"alice\"")
        try check(["bob.p12", "--label", "client"], says: "--replace")
        #expect(try fixture.list().identities.map(\.subject) == ["CN=alice"])

        let output = try fixture.done(["import", "bob.p12", "--label", "client", "--replace"])
        #expect(output.hasPrefix("stored \"client\" in the place of CN=alice, valid until "))
        let found = try fixture.list().identities
        #expect(found.map(\.fingerprintSHA256) == [bob.fingerprintSHA256])
        #expect(found.first?.origins == ["https://api.example.com"])
        // Where there is nothing to replace, it is stored all the same.
        #expect(
            try fixture.done(["import", "alice.p12", "--label", "other", "--replace"]).hasPrefix("stored \"other\": "))
    }

    @Test("without a label it is called by its friendly name, else by its common name")
    func names() throws {
        #expect(try fixture.done(["import", "alice.p12"]).hasPrefix("stored \"alice's\": "))
        let bob = try fixture.pki.client("bob")
        try program.folder.write(bob.chainPEM, "bob.pem")
        try program.folder.write(bob.privateKeyPEM, "bob.key")
        #expect(try fixture.done(["import", "bob.pem", "--key", "bob.key"]).hasPrefix("stored \"bob\": "))
        let carol = try fixture.pki.client("carol")
        try program.folder.write(carol.certificateDER, "carol.der")
        try program.folder.write(carol.privateKeyPEM, "carol.key")
        let outcome = try fixture.run(["import", "carol.der", "--key", "carol.key", "--label", "c"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("warning: \"c\": its issuer \"Test Issuing CA\" is not in the file"))
        #expect(try fixture.list().labels == ["alice's", "bob", "c"])
    }

    @Test("of several identities in a file one is chosen, or all are stored, or none")
    func several() throws {
        let others = try ["bob", "carol"].map { try fixture.pki.client($0) }
        let text = try ([alice] + others).map { try $0.chainPEM + $0.privateKeyPEM }.reduce(Data(), +)
        try program.folder.write(text, "all.pem")
        try check(["all.pem"], says: "holds 3 identities")
        try fixture.done(["import", "all.pem", "--select", "fingerprint:\(others[0].fingerprintSHA256)"])
        #expect(try fixture.list().labels == ["bob"])
        // One of them can't be stored: carol's name is taken.
        try fixture.done(["import", "alice.p12", "--label", "carol"])
        try check(["all.pem", "--all"], says: "the label \"carol\" belongs to another identity")
        #expect(try fixture.list().labels == ["bob", "carol"])
        try fixture.done(["remove", "carol", "--yes"])
        let lines = try fixture.done(["import", "all.pem", "--all"]).split(separator: "\n")
        #expect(
            lines.map { $0.prefix { $0 != ":" } } == [
                "stored \"alice\"", "\"bob\" was there already", "stored \"carol\"",
            ])
        #expect(try fixture.list().labels == ["alice", "bob", "carol"])
        try check(["all.pem", "--all", "--label", "x"], says: "--all and --label don't go together", status: 2)
    }

    @Test("an expired identity is stored with a warning, and listed as expired")
    func expired() throws {
        try program.folder.write(fixture.pki.expiredClient().pkcs12(password: "secret"), "old.p12")
        let outcome = try fixture.run(["import", "old.p12", "--label", "old"])
        #expect(outcome.status == 0 && outcome.errors.contains("warning: \"old\": it expired on "), "\(outcome)")
        #expect(try fixture.done(["list"]).contains(", expired\t"))
    }

    @Test("what can't be imported says why, and makes no keychain")
    func refusals() throws {
        try check(["nothere.p12"], says: "there is no file nothere.p12")
        try check(["secret.txt"], says: "secret.txt: ")
        try check(["alice.p12", "--password-file", "root.pem"], says: "alice.p12: ")
        try check(["root.pem"], says: "holds a certificate and no private key")
        try check(["alice.p12", "--label", " "], says: "--label takes a name that is not empty", status: 2)
        try check(["alice.p12", "--bind", "http://api.example.com"], says: "is no origin", status: 2)
        try check(["alice.p12", "--bind", "https://me:hunter2@h"], says: "what was given is no origin", status: 2)
        #expect(fixture.keychainFiles == nil)
    }

    @Test("many processes at once lose nothing, and see nothing locked")
    func processes() throws {
        let names = (1...6).map { "client-\($0)" }
        for name in names { try fixture.write(name) }
        // Two of each, so that some meet one that is there already.
        let running = try (names + names).map {
            try program.start(
                ["identity", "import", "\($0).p12", "--label", $0], environment: ["MTLS_PASSWORD": "secret"])
        }
        for process in running {
            let outcome = try process.outcome()
            #expect(outcome.status == 0, "\(outcome)")
        }
        #expect(try fixture.list().labels == names)
    }

    @Test("--keychain names another folder, and the one of the environment stays as it is")
    func folder() throws {
        try fixture.done(["import", "alice.p12", "--label", "a", "--keychain", "other"])
        #expect(fixture.keychainFiles == nil)
        #expect(try fixture.list(["--keychain", "other"]).labels == ["a"])
        #expect(try fixture.list().labels.isEmpty)
        #expect(fixture.keychainFiles == nil)
    }
}
