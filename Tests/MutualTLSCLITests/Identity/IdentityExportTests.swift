import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite("mtls identity export and remove", .serialized)
struct IdentityExportTests {
    private let fixture: IdentityFixture
    private let alice: IssuedIdentity
    private var program: Program { fixture.program }

    init() throws {
        fixture = try IdentityFixture()
        alice = try fixture.write("alice")
        try fixture.done(["import", "alice.p12", "--label", "alice"])
    }

    private func export(_ words: [String], new: String = "new secret") throws -> Tool.Outcome {
        let outcome = try fixture.run(["export"] + words, environment: ["MTLS_NEW_PASSWORD": new])
        #expect(!(outcome.output + outcome.errors).contains(new))
        return outcome
    }

    @Test(
        "what is exported for a system holds the identity and its chain, for its owner alone",
        arguments: ["apple", "apple-legacy", "openssl", "java", "windows", "pem"])
    func targets(name: String) throws {
        let outcome = try export(["alice", "out", "--for", name])
        #expect(outcome.status == 0 && outcome.output == "wrote out: CN=alice\n", "\(outcome)")
        #expect(try program.mode("out") == 0o600)
        let found = try #require(program.inspect("out", password: "new secret").identities.first)
        #expect(found.fingerprintSHA256 == alice.fingerprintSHA256 && found.chain?.count == 2)
        #expect(found.friendlyName == (name == "pem" ? nil : "alice"))
    }

    @Test("OpenSSL opens it with the new password", .needs(.openssl, cases: 1))
    func openssl() throws {
        #expect(try export(["alice", "out.p12", "--for", "openssl", "--name", "phone"]).status == 0)
        let tool = try #require(Tool("openssl"))
        let opened = try tool.run(
            ["pkcs12", "-in", program.folder.path("out.p12"), "-passin", "pass:new secret", "-noenc"])
        #expect(opened.status == 0 && opened.output.contains("friendlyName: phone"), "\(opened)")
        #expect(opened.output.contains("PRIVATE KEY") && opened.output.contains("Test Issuing CA"))
    }

    @Test("nothing is overwritten without --force, and what can't be exported leaves no file")
    func refusals() throws {
        try program.folder.write(Data("mine".utf8), "there.p12")
        #expect(try export(["alice", "there.p12", "--for", "apple"]).errors.contains("there.p12 is there already"))
        #expect(program.folder.text(of: "there.p12") == "mine")
        #expect(try export(["alice", "there.p12", "--for", "apple", "--force"]).status == 0)
        #expect(try export(["alice", "out.p12"]).status == 2)
        #expect(try export(["alcie", "out.p12", "--for", "apple"]).errors.contains("did you mean alice?"))
        #expect(try export(["alice", "out.p12", "--for", "apple"], new: "").status == 1)
        #expect(try !program.names().contains("out.p12"))
    }

    @Test("without a terminal removing takes --yes, and says what it removes")
    func removes() throws {
        let unasked = try fixture.run(["remove", "alice"])
        #expect(unasked.status == 2)
        #expect(
            unasked.errors == "mtls: error: \"alice\" (CN=alice) would be removed, and there is no terminal to ask on\n"
                + "mtls: hint: say --yes if that is meant\n")
        let unknown = try fixture.run(["remove", "alice", "bob", "--yes"])
        #expect(unknown.status == 1 && unknown.errors.contains("has the label \"bob\""))
        #expect(try fixture.list().labels == ["alice"])
        #expect(try fixture.done(["remove", "alice", "alice", "--yes"]) == "removed \"alice\" (CN=alice)\n")
        #expect(try fixture.list().labels.isEmpty)
        #expect(try fixture.run(["list"]).errors.contains("there are no identities in the keychain in "))
        // The key is gone as well: the certificate alone has nothing to join.
        try program.folder.write(alice.certificatePEM, "alice.pem")
        #expect(try fixture.run(["import", "alice.pem"]).errors.contains("no private key"))
    }

    @Test("on a terminal removing asks, and only yes means yes")
    func asks() throws {
        for (answer, status) in [("\n", Int32(1)), ("n\n", 1), ("yes\n", 0)] {
            let terminal = try Terminal(program, ["identity", "remove", "alice"])
            #expect(terminal.wait(for: "Remove \"alice\" (CN=alice) and its key? [y/N] "), "\(terminal.shown)")
            terminal.type(answer)
            #expect(terminal.status() == status)
            #expect(try fixture.list().labels == (status == 0 ? [] : ["alice"]))
        }
    }
}
