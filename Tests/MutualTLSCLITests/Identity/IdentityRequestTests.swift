import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite("--identity with a label", .needs(.nginx, cases: 7))
struct IdentityRequestTests {
    private let fixture: IdentityFixture
    private let nginx: NginxServer
    private var program: Program { fixture.program }
    private var origin: String { "https://127.0.0.1:\(nginx.port)" }

    init() throws {
        fixture = try IdentityFixture()
        nginx = try NginxServer(fixture.pki)
        for name in ["alice", "bob"] {
            try fixture.write(name)
            try fixture.done(["import", "\(name).p12", "--label", name])
        }
    }

    private func request(_ words: [String], environment: [String: String] = [:]) throws -> Tool.Outcome {
        try program.run(["request", origin + "/", "--cacert", "root.pem"] + words, environment: environment)
    }

    @Test("a label is an identity that nginx accepts, intermediate and all, and no password is needed")
    func label() throws {
        let outcome = try request(["--identity", "alice"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output == "SUCCESS|CN=alice|TLSv1.3|HTTP/1.1")
        #expect(outcome.errors.isEmpty)
    }

    @Test("several labels and files take turns")
    func several() throws {
        let outcome = try request(
            ["--identity", "alice", "--identity", "bob.p12", "--identity", "bob"],
            environment: ["MTLS_PASSWORD": "secret"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(
            outcome.output.split(separator: "\n").map { $0.split(separator: "|")[1] } == [
                "CN=alice", "CN=bob", "CN=bob",
            ])
    }

    @Test("a file of the same name wins, and both can be named explicitly")
    func file() throws {
        let carol = try fixture.pki.client("carol")
        try program.folder.write(carol.chainPEM + carol.privateKeyPEM, "alice")
        for (name, subject) in [("alice", "carol"), ("./alice", "carol"), ("keychain:alice", "alice")] {
            let outcome = try request(["--identity", name])
            #expect(outcome.output.hasPrefix("SUCCESS|CN=\(subject)|"), "\(name): \(outcome)")
        }
        // A folder is no file.
        mkdir(program.folder.path("bob"), 0o700)
        #expect(try request(["--identity", "bob"]).output.hasPrefix("SUCCESS|CN=bob|"))
    }

    @Test("a name that is neither file nor label says both, and what may have been meant")
    func neither() throws {
        let folder = program.folder.path("keychain")
        let outcome = try request(["--identity", "alise"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "mtls: error: the identity can't be read: there is no file alise, and no identity in the keychain in "
                + "\(folder) has that label\nmtls: hint: did you mean alice?\n")
        #expect(
            try request(["--identity", "keychain:x"]).errors.contains("no identity in the keychain in \(folder) has"))
        #expect(try request(["--identity", "./alice"]).errors.contains("there is no file ./alice"))
        #expect(try request(["--identity", "alice", "--key", "k"]).errors.contains("--key is for files"))
        #expect(nginx.log().isEmpty)
    }

    @Test("no keychain is made by looking for a label")
    func absent() throws {
        for name in ["alice", "keychain:alice"] {
            let outcome = try request(["--identity", name, "--keychain", "none"])
            #expect(outcome.status == 1 && outcome.errors.contains("keychain"), "\(outcome)")
        }
        #expect(try !program.names().contains("none"))
    }

    @Test("an identity that is bound goes to its origins and to no other, and nothing is sent there")
    func bound() throws {
        try fixture.done(["bind", "alice", "https://api.example.com"])
        let other = try request(["--identity", "alice", "--json"])
        #expect(other.status == 1)
        #expect(other.output.contains("is bound to https://api.example.com, and not to \(origin); nothing was sent"))
        #expect(nginx.log().isEmpty)
        #expect(
            try fixture.done(["bind", "alice", origin])
                == "\"alice\" goes to \(origin), https://api.example.com alone\n")
        #expect(try request(["--identity", "alice"]).output.hasPrefix("SUCCESS|CN=alice|"))
        try fixture.done(["unbind", "alice", origin])
        #expect(try request(["--identity", "alice"]).status == 1)
        let free = try fixture.run(["unbind", "alice", "https://api.example.com"])
        #expect(
            free.output == "\"alice\" goes to any origin\n" && free.errors.contains("is bound to no origin any more"))
        #expect(try request(["--identity", "alice"]).status == 0)
        let unknown = try fixture.run(["bind", "alcie", "https://a.example.com"])
        #expect(unknown.status == 1 && unknown.errors.contains("did you mean alice?"))
    }

    @Test("after a rotation the same label is the new identity")
    func rotated() throws {
        try fixture.write("carol")
        try fixture.done(["import", "carol.p12", "--label", "alice", "--replace"])
        #expect(try request(["--identity", "alice"]).output.hasPrefix("SUCCESS|CN=carol|"))
    }
}
