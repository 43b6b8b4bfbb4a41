import Foundation
import TestSupport
import Testing

@Suite("The CA's commands")
struct CATests {
    private static let files = ["chain.pem", "issuing.key", "issuing.pem", "root.key", "root.pem"]

    @Test("ca init makes a CA whose keys are its owner's alone, and that openssl follows")
    func make() throws {
        let program = try Program()
        let outcome = try program.run(["ca", "init", "--name", "Example Root CA"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.errors.isEmpty)
        #expect(try program.names("ca") == Self.files)
        for key in ["ca/root.key", "ca/issuing.key"] { #expect(try program.mode(key) == 0o600) }
        let openssl = try #require(Tool("openssl"))
        let verdict = try openssl.run(
            ["verify", "-CAfile", program.folder.path("ca/root.pem"), program.folder.path("ca/issuing.pem")])
        #expect(verdict.status == 0, "\(verdict)")
        let text = try openssl.run(["x509", "-noout", "-subject", "-in", program.folder.path("ca/issuing.pem")])
        #expect(text.output.contains("Example Issuing CA"))
    }

    @Test("a CA is never overwritten")
    func again() throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        let key = program.folder.text(of: "ca/root.key")
        let outcome = try program.run(["ca", "init"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("there is a CA in ca already, and it was not touched"))
        #expect(program.folder.text(of: "ca/root.key") == key)
        #expect(try program.names("ca") == Self.files)
    }

    @Test("half a CA is named as such, and left as it is")
    func half() throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        try FileManager.default.removeItem(at: program.folder.url("ca/issuing.pem"))
        let outcome = try program.run(["ca", "init"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                "there is part of a CA in ca: root.key, issuing.key, root.pem, chain.pem without issuing.pem"))
        let issue = try program.run(["ca", "issue", "client", "x", "--no-password"])
        #expect(issue.status == 1)
        #expect(issue.errors.contains("there is no file ca/issuing.pem"))
    }

    @Test("of two that make the same CA at once, one wins, and the CA is whole")
    func race() throws {
        for _ in 0..<5 {
            let program = try Program()
            let runs = try (0..<2).map { try program.start(["ca", "init", "--name", "Root \($0)"]) }
            let outcomes = try runs.map { try $0.outcome() }
            #expect(outcomes.map(\.status).sorted() == [0, 1], "\(outcomes)")
            #expect(try program.names("ca") == Self.files)
            #expect(try program.run(["ca", "issue", "client", "x", "--no-password"]).status == 0)
        }
    }

    @Test("a run that is killed leaves nothing, a whole CA, or one that the next run explains", arguments: 0..<12)
    func killed(_ step: Int) throws {
        let program = try Program()
        let run = try program.start(["ca", "init"])
        usleep(UInt32(4_000 + step * 2_500))
        run.kill()
        _ = try run.outcome()
        let next = try program.run(["ca", "init"])
        if next.status == 0 {
            #expect(try program.run(["ca", "issue", "client", "x", "--no-password"]).status == 0)
        } else if next.errors.contains("there is a CA in ca already") {
            #expect(try program.run(["ca", "issue", "client", "x", "--no-password"]).status == 0)
        } else {
            #expect(next.errors.contains("there is part of a CA in ca: "), "\(next)")
        }
    }

    @Test(
        "a client's PKCS#12 file opens with openssl, has its chain, and is its owner's alone", arguments: [false, true])
    func client(_ isLegacy: Bool) throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        let outcome = try program.run(
            ["ca", "issue", "client", "alice", "--password-stdin", "--days", "9"] + (isLegacy ? ["--legacy"] : []),
            input: "sesame\r\n")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.hasPrefix("wrote alice.p12: CN=alice, serial "))
        #expect(outcome.output.contains("mtls request https://HOST/ --identity alice.p12 --cacert ca/root.pem"))
        #expect(try program.mode("alice.p12") == 0o600)
        #expect(try program.names() == ["alice.p12", "ca"])
        let openssl = try #require(Tool("openssl"))
        let read = try openssl.run(
            ["pkcs12", "-in", program.folder.path("alice.p12"), "-passin", "stdin", "-nodes"],
            input: Data("sesame\n".utf8))
        #expect(read.status == 0, "\(read.errors)")
        #expect(read.output.components(separatedBy: "BEGIN CERTIFICATE").count == 3)
        #expect(read.output.contains("friendlyName: alice"))
    }

    @Test("what a killed run left half-written is named")
    func unfinished() throws {
        let program = try Program()
        try FileManager.default.createDirectory(at: program.folder.url("ca"), withIntermediateDirectories: false)
        try program.folder.write(Data(), "ca/.root.key.123.tmp")
        let outcome = try program.run(["ca", "init"])
        #expect(outcome.status == 0)
        #expect(
            outcome.errors
                == "mtls: warning: ca/.root.key.123.tmp is unfinished, and of a run that was killed: remove it\n")
    }

    @Test("an existing file stays without --force, and nothing is asked before")
    func force() throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        try program.folder.write(Data("mine".utf8), "alice.p12")
        let refused = try program.run(["ca", "issue", "client", "alice"])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("alice.p12 is there already"))
        #expect(program.folder.text(of: "alice.p12") == "mine")
        #expect(try program.run(["ca", "issue", "client", "alice", "--no-password", "--force"]).status == 0)
        #expect(program.folder.text(of: "alice.p12") != "mine")
        #expect(try program.mode("alice.p12") == 0o600)
    }

    @Test("a failure leaves no file behind")
    func nothingLeft() throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        #expect(try program.run(["ca", "issue", "client", "alice"]).status == 1)
        #expect(try program.run(["ca", "issue", "client", "alice", "--password-file", "none"]).status == 1)
        #expect(try program.run(["ca", "issue", "server", "not a name"]).status == 1)
        // The key can't be written, so the certificate must not stay.
        try FileManager.default.createDirectory(at: program.folder.url("web.key"), withIntermediateDirectories: false)
        #expect(try program.run(["ca", "issue", "server", "localhost", "--out", "web"]).status == 1)
        #expect(try program.run(["ca", "issue", "server", "localhost", "--out", "web", "--force"]).status == 1)
        #expect(try program.names() == ["ca", "web.key"])
    }

    @Test("--pem writes a chain and a key; options for PKCS#12 are refused with it")
    func pem() throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        #expect(try program.run(["ca", "issue", "client", "web", "--pem"]).status == 0)
        #expect(try program.mode("web.key") == 0o600)
        #expect(try program.mode("web.pem") == 0o644)
        #expect(try program.run(["inspect", "web.pem", "--key", "web.key"]).status == 0)
        #expect(try program.run(["ca", "issue", "client", "web2", "--pem", "--legacy"]).status == 2)
    }

    @Test("files that appear together appear all or not at all")
    func rollback() throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        try program.folder.write(Data("mine".utf8), "www.key")
        #expect(try program.run(["ca", "issue", "server", "localhost", "--out", "www"]).status == 1)
        #expect(try program.names() == ["ca", "www.key"])
        #expect(program.folder.text(of: "www.key") == "mine")
    }
}
