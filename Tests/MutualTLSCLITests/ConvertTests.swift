import Foundation
import MutualTLSPKI
import TestSupport
import Testing

/// Files rewritten for others.
@Suite("Converting")
struct ConvertTests {
    private let program: Program
    private let pki: TestPKI
    private let alice: IssuedIdentity

    init() throws {
        program = try Program()
        pki = try TestPKI()
        alice = try pki.client()
        try program.write(alice, "alice.p12", password: "old secret")
    }

    private func convert(
        _ words: [String], old: String? = "old secret", new: String? = "new secret"
    ) throws -> Tool.Outcome {
        var environment: [String: String] = [:]
        environment["MTLS_PASSWORD"] = old
        environment["MTLS_NEW_PASSWORD"] = new
        let outcome = try program.run(["convert"] + words, environment: environment)
        #expect(!(outcome.output + outcome.errors).contains("secret"), "\(outcome)")
        return outcome
    }

    /// The first words of the systems that open what is written for a target.
    static let targets: [(String, [String])] = [
        ("apple", ["iOS 18", "OpenSSL", "Java", "Windows"]),
        ("apple-legacy", ["iOS 17", "iOS 18", "OpenSSL", "Java", "Windows"]),
        ("openssl", ["OpenSSL"]), ("java", ["Java"]), ("windows", ["Windows"]), ("pem", ["OpenSSL"]),
    ]

    @Test("what is written for a system opens there, with its chain, for its owner alone", arguments: targets)
    func writes(name: String, systems: [String]) throws {
        let outcome = try convert(["alice.p12", "out", "--for", name])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.hasPrefix("wrote out: CN=alice\n"))
        #expect(try program.mode("out") == 0o600)
        let found = try program.inspect("out", password: "new secret")
        #expect(found.identities.map(\.fingerprintSHA256) == [alice.fingerprintSHA256])
        #expect(found.identities.first?.chain?.count == 2)
        for system in systems { #expect(found.opens(system) == true, "\(system)") }
        #expect(try program.inspect("out", password: "old secret").status == "wrong-password")
    }

    @Test("the way through every format and back keeps the identity, its chain and its new name")
    func roundTrip() throws {
        var (file, words) = ("alice.p12", [String]())
        for target in ["pem", "apple-legacy", "java", "pem", "windows", "openssl", "apple"] {
            let outcome = try convert(
                [file, "\(target).next", "--for", target, "--name", "Ärger 🔑", "--force"] + words,
                old: file == "alice.p12" ? "old secret" : "new secret")
            #expect(outcome.status == 0, "\(outcome)")
            (file, words) = ("\(target).next", [])
        }
        let found = try program.inspect(file, password: "new secret")
        let identity = try #require(found.identities.first)
        #expect(identity.fingerprintSHA256 == alice.fingerprintSHA256)
        #expect(identity.friendlyName == "Ärger 🔑")
        #expect(identity.chain?.count == 2)
    }

    @Test("DER gets the certificate and its key in two files, which go together again")
    func der() throws {
        let outcome = try convert(["alice.p12", "alice.der", "--for", "der"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("left out: the intermediate: a DER file holds one certificate\n"))
        #expect(try Data(contentsOf: program.folder.url("alice.der")) == alice.certificateDER)
        #expect(try program.mode("alice.key") == 0o600)
        let found = try program.inspect("alice.der", ["--key", "alice.key"], password: "new secret")
        #expect(found.format == "der" && found.identities.count == 1)
        let back = try convert(
            ["alice.der", "again.p12", "--for", "apple", "--key", "alice.key"], old: "new secret", new: "third secret")
        #expect(back.status == 0, "\(back)")
        #expect(try program.inspect("again.p12", password: "third secret").identities.count == 1)
    }

    @Test("a key without a password is written where that is said, with a warning")
    func unencrypted() throws {
        for (target, words) in [("pem", ["out.pem"]), ("der", ["out.der"])] {
            let outcome = try convert(["alice.p12"] + words + ["--for", target, "--no-new-password"], new: nil)
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.errors.contains("warning: the private key is not encrypted"))
        }
        #expect(try program.inspect("out.pem").identities.count == 1)
        #expect(try program.inspect("out.der", ["--key", "out.key"]).identities.count == 1)
    }

    /// A conversion that can't be, and what is said of it.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let words: [String]
        var new: String? = "new secret"
        var old: String? = "old secret"
        var status: Int32 = 1
        let says: String
        var testDescription: String { words.joined(separator: " ") }
    }

    static let refusals = [
        Refusal(words: ["ed.p12", "out", "--for", "apple"], says: "its key is Ed25519, and iOS knows only RSA"),
        Refusal(words: ["ed.p12", "out", "--for", "apple-legacy"], says: "its key is Ed25519"),
        Refusal(words: ["alice.p12", "out", "--for", "apple"], new: "", says: "iOS and macOS read it differently"),
        Refusal(words: ["alice.p12", "out", "--for", "apple", "--no-new-password"], new: nil, says: "empty password"),
        Refusal(words: ["alice.p12", "out", "--for", "java"], new: "", says: "keytool takes no empty password"),
        Refusal(words: ["alice.p12", "out", "--for", "java"], new: "pässword", says: "outside ASCII"),
        Refusal(words: ["alice.p12", "out", "--for", "pem"], new: "", says: "--no-new-password"),
        Refusal(words: ["alice.p12", "out", "--for", "apple"], new: nil, says: "out needs a password"),
        Refusal(words: ["alice.p12", "out", "--for", "apple"], new: nil, says: "--new-password-file"),
        Refusal(
            words: ["alice.p12", "out", "--for", "apple"], old: "wrong", says: "alice.p12: the password of the PKCS#12"),
        Refusal(words: ["alice.p12", "out"], status: 2, says: "--for is missing"),
        Refusal(words: ["alice.p12", "out", "--for", "aple"], status: 2, says: "did you mean apple?"),
        Refusal(words: ["alice.p12", "out", "--for", "pem", "--name", ""], status: 2, says: "not empty"),
        Refusal(words: ["alice.p12", "taken", "--for", "pem"], says: "taken is there already"),
        Refusal(words: ["alice.p12", "x/out", "--for", "pem"], says: "its folder is not there"),
        Refusal(words: ["nothing", "out", "--for", "pem"], says: "there is no file nothing"),
        Refusal(words: ["root.pem", "out", "--for", "apple"], says: "no private key"),
        Refusal(words: ["two.p12", "out", "--for", "apple", "--name", "x"], says: "holds 2 identities"),
        Refusal(words: ["two.p12", "out", "--for", "der"], says: "--select"),
        Refusal(words: ["two.p12", "out", "--for", "pem"], says: "--select"),
        Refusal(words: ["two.p12", "out", "--for", "openssl"], says: "--select"),
        Refusal(words: ["alice.p12", "-", "--for", "pem"], status: 2, says: "name a file"),
        Refusal(words: ["alice.p12", "pipe", "--for", "pem", "--force"], says: "no file but a device, a pipe"),
        Refusal(words: ["alice.p12", "astray", "--for", "pem", "--force"], says: "leads nowhere"),
        Refusal(
            words: ["alice.der", "alice.der", "--for", "der", "--key", "alice.key", "--force"], status: 2,
            says: "alice.der is read and would be written too"),
        Refusal(
            words: ["alice.p12", "alice.der", "--for", "der", "--key", "alice.key", "--force"], status: 2,
            says: "alice.key is read and would be written too"),
        Refusal(
            words: ["two.p12", "out", "--for", "pem", "--select", "name:carol"], says: "no identity with the friendly"),
        Refusal(words: ["two.p12", "out", "--for", "pem", "--select", "carol"], status: 2, says: "--select takes"),
        Refusal(
            words: ["two.p12", "out", "--for", "pem", "--select", "fingerprint:abc"], status: 2, says: "at least 8"),
        Refusal(
            words: ["alice.p12", "out", "--for", "pem", "--password-stdin", "--new-password-stdin"], status: 2,
            says: "can't give both"),
    ]

    @Test("what can't be is refused with its reason, and nothing is written", arguments: refusals)
    func refuses(_ row: Refusal) throws {
        try program.write(pki.issuing.issueClient(name: "ed", keyKind: .ed25519), "ed.p12", password: "old secret")
        try program.folder.write(pki.root.certificatePEM, "root.pem")
        try program.folder.write(Data("precious".utf8), "taken")
        try program.folder.write(alice.certificateDER, "alice.der")
        try program.folder.write(alice.privateKeyPEM, "alice.key")
        #expect(mkfifo(program.folder.path("pipe"), 0o600) == 0)
        #expect(symlink("nowhere/at/all", program.folder.path("astray")) == 0)
        try writeTwo()
        let before = try program.names()
        let outcome = try convert(row.words, old: row.old, new: row.new)
        #expect(outcome.status == row.status, "\(outcome)")
        #expect(outcome.errors.contains(row.says), "\(outcome)")
        #expect(outcome.output.isEmpty)
        #expect(try program.names() == before)
        #expect(try Data(contentsOf: program.folder.url("taken")) == Data("precious".utf8))
    }

    /// `two.p12`, with alice and bob.
    private func writeTwo() throws {
        let bob = try pki.client("bob")
        try program.folder.write(
            [alice, bob].map { try $0.chainPEM + $0.privateKeyPEM }.reduce(Data(), +) + pki.root.certificatePEM
                + pki.stranger.certificatePEM, "two.pem")
        let made = try convert(["two.pem", "two.p12", "--for", "java"], old: nil, new: "old secret")
        #expect(made.status == 0, "\(made)")
        #expect(made.output.contains("left out: the certificate \"Test Root CA\", a root: servers have their own\n"))
        #expect(made.output.contains("left out: the certificate \"Stranger CA\", it belongs to no identity\n"))
    }

    @Test("several identities all go along, or the one that is chosen")
    func several() throws {
        try writeTwo()
        #expect(try convert(["two.p12", "both.p12", "--for", "apple-legacy"]).status == 0)
        let both = try program.inspect("both.p12", password: "new secret")
        #expect(both.identities.map(\.friendlyName) == ["alice", "bob"])
        #expect(both.identities.allSatisfy { $0.chain?.count == 2 })
        #expect(both.opens("iOS 17") == true)
        let fingerprint = both.identities[1].fingerprintSHA256
        for which in ["name:bob", "fingerprint:\(fingerprint.prefix(8).uppercased())"] {
            let outcome = try convert(["two.p12", "bob.pem", "--for", "pem", "--select", which, "--force"])
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.output.contains("left out: the identity \"alice\"\n"))
            let bob = try program.inspect("bob.pem", password: "new secret")
            #expect(bob.identities.map(\.fingerprintSHA256) == [fingerprint])
        }
    }

    @Test("--force replaces the file, also the one that is read, and a failure leaves it as it was")
    func overwrites() throws {
        let before = try Data(contentsOf: program.folder.url("alice.p12"))
        #expect(try convert(["alice.p12", "alice.p12", "--for", "apple"], new: "").status == 1)
        #expect(try Data(contentsOf: program.folder.url("alice.p12")) == before)
        #expect(try convert(["alice.p12", "alice.p12", "--for", "apple", "--force"]).status == 0)
        #expect(try program.inspect("alice.p12", password: "new secret").status == "ok")
    }

    @Test("a symbolic link stays one, and what it leads to is replaced")
    func followsLinks() throws {
        try program.folder.write(Data("old".utf8), "real")
        #expect(symlink("real", program.folder.path("link")) == 0)
        #expect(try convert(["alice.p12", "link", "--for", "apple"]).status == 1)
        #expect(try convert(["alice.p12", "link", "--for", "apple", "--force"]).status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: program.folder.path("link")) == "real")
        #expect(try program.inspect("real", password: "new secret").status == "ok")
        #expect(try program.mode("real") == 0o600)
    }

    @Test("two that write a certificate and its key at once leave a pair that belongs together")
    func pairs() throws {
        try program.write(pki.client("bob"), "bob.p12", password: "old secret")
        for _ in 0..<10 {
            let running = try ["alice", "bob"].map { name in
                try program.start(
                    ["convert", "\(name).p12", "out.der", "--for", "der", "--force", "--no-new-password"],
                    environment: ["MTLS_PASSWORD": "old secret"])
            }
            for child in running { #expect(try child.outcome().status == 0) }
            #expect(try program.inspect("out.der", ["--key", "out.key"]).identities.count == 1)
        }
    }

    @Test("a password that was not needed is mentioned, and names stay distinct for Java")
    func smallThings() throws {
        let namesake = try pki.client()
        try program.folder.write(
            [alice, namesake].map { try $0.chainPEM + $0.privateKeyPEM }.reduce(Data(), +), "namesakes.pem")
        let outcome = try convert(["namesakes.pem", "out.p12", "--for", "java"], old: "of something else")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.errors.contains("warning: the password of namesakes.pem was not needed, and ignored"))
        let found = try program.inspect("out.p12", password: "new secret")
        #expect(found.identities.map(\.friendlyName) == ["alice", "alice 2"])
    }
}
