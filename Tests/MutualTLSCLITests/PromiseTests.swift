import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite("What the command promises")
struct PromiseTests {
    @Test("a report that can't be printed is a failure, and a failure leaves no file")
    func fullOutput() throws {
        let program = try Program()
        let initial = try program.shell("$MTLS ca init cc > /dev/full")
        #expect(initial.status == 1, "\(initial)")
        #expect(try program.names() == [])
        #expect(try program.run(["ca", "init"]).status == 0)
        let issued = try program.shell("$MTLS ca issue client alice --no-password > /dev/full")
        #expect(issued.status == 1, "\(issued)")
        #expect(try program.names() == ["ca"])
        // A reader who has seen enough is no failure of ours.
        #expect(try program.shell("$MTLS ca issue client alice --no-password | head -c 1").status == 0)
        #expect(try program.names().contains("alice.p12"))
    }

    @Test("a file with the empty password opens with that alone, as everywhere")
    func emptyPassword() throws {
        let program = try Program()
        try program.folder.write(TestPKI().client().pkcs12(password: ""), "alice.p12")
        #expect(try program.run(["inspect", "alice.p12", "--password-stdin"], input: "").status == 0)
        #expect(try program.run(["inspect", "alice.p12"]).status == 0)
        let other = try program.run(["inspect", "alice.p12", "--password-stdin", "--json"], input: "other\n")
        #expect(other.status == 1)
        #expect(other.output.contains("\"status\" : \"wrong-password\""))
    }

    @Test(
        "with --json a file or a password that can't be read is a result too",
        arguments: [
            ["nothere"], ["."], ["alice.p12", "--password-file", "nothere"], ["alice.p12", "--key", "nothere"],
        ])
    func unreadable(words: [String]) throws {
        let program = try Program()
        try program.write(TestPKI().client(), "alice.p12")
        let outcome = try program.run(["inspect", "--json"] + words)
        #expect(outcome.status == 1 && outcome.errors.isEmpty)
        let found = try JSONDecoder().decode(IdentityInspection.self, from: Data(outcome.output.utf8))
        #expect(found.status == "unreadable" && found.reason?.contains(words.last ?? "") == true)
    }

    @Test(
        "help is there for every word of a subcommand",
        arguments: [
            ["ca", "--help"], ["ca", "issue", "--help"], ["ca", "issue", "client", "--help"], ["help", "ca", "issue"],
        ])
    func help(words: [String]) throws {
        let outcome = try Program().run(words)
        #expect(outcome.status == 0 && outcome.output.contains("usage: mtls ca"), "\(outcome)")
    }

    @Test("a password in an address is not repeated")
    func addressWithPassword() throws {
        let outcome = try Program().run(["request", "ftp://user:hunter2@host/"])
        #expect(outcome.status == 2)
        #expect(!(outcome.output + outcome.errors).contains("hunter2"))
    }

    @Test("an encrypted key in a file of its own is what the error names")
    func encryptedKey() throws {
        let program = try Program()
        let issued = try TestPKI().client()
        try program.folder.write(issued.chainPEM, "alice.pem")
        try program.folder.write(issued.privateKeyPEM, "plain.key")
        let encrypted = try program.shell(
            "openssl pkcs8 -topk8 -in plain.key -out alice.key -passout pass:secret && $MTLS request https://localhost:1/ "
                + "--identity alice.pem --key alice.key")
        #expect(encrypted.status == 1)
        #expect(encrypted.errors.contains("alice.key"), "\(encrypted)")
    }
}
