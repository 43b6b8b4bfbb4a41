import Foundation
import TestSupport
import Testing

/// What the README shows of the command is what the command does.
@Suite("Transcripts in the README", .serialized)
struct ReadmeTranscriptTests {
    /// The lines of the README's blocks of terminal output.
    private static func blocks() throws -> [[String]] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        return text.components(separatedBy: "```console\n").dropFirst().map { part in
            part.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
        }
    }

    /// Without what differs from run to run: ports and dates.
    private func masked(_ text: String) -> String {
        [
            ("127\\.0\\.0\\.1:[0-9]+", "127.0.0.1:PORT"), ("[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:]+Z)?", "DATE"),
            // Fingerprints and serial numbers.
            ("[0-9a-fA-F]{16,}", "HEX"),
        ].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1, options: .regularExpression)
        }
    }

    @Test("the demo's table is what the demo prints on a terminal of 100 columns")
    func demo() throws {
        let block = try #require(Self.blocks().first { $0.first == "$ Scripts/demo" })
        let program = try Program()
        defer { withExtendedLifetime(program) {} }
        let terminal = try Terminal(
            program, ["demo"], isOutputShown: true, columns: 100, environment: ["NO_COLOR": "1"])
        #expect(terminal.status() == 0)
        let shown = terminal.shown.replacingOccurrences(of: "\r\n", with: "\n")
        let isSame = masked(block.dropFirst().joined(separator: "\n") + "\n") == masked(shown)
        #expect(isSame, "copy this into the README:\n\(shown)")
    }

    @Test("what the README shows of a file that won't open everywhere is what the command shows of one")
    func inspection() throws {
        let block = try #require(Self.blocks().first { $0.first == "$ mtls inspect alice.p12" })
        let program = try Program()
        defer { withExtendedLifetime(program) {} }
        #expect(try program.run(["ca", "init"]).status == 0)
        #expect(try program.run(["ca", "issue", "client", "alice", "--pem", "--days", "10"]).status == 0)
        let leaf = try #require(
            String(contentsOf: program.folder.url("alice.pem"), encoding: .utf8).range(of: "-----END"))
        let text = try String(contentsOf: program.folder.url("alice.pem"), encoding: .utf8)
        try program.folder.write(Data((text[..<leaf.lowerBound] + "-----END CERTIFICATE-----\n").utf8), "leaf.pem")
        let export = try #require(Tool("openssl")).run([
            "pkcs12", "-export", "-in", program.folder.path("leaf.pem"), "-inkey", program.folder.path("alice.key"),
            "-name", "alice", "-out", program.folder.path("alice.p12"), "-passout", "pass:secret",
        ])
        #expect(export.status == 0, "\(export)")
        let terminal = try Terminal(
            program, ["inspect", "alice.p12"], isOutputShown: true,
            environment: ["NO_COLOR": "1", "MTLS_PASSWORD": "secret"])
        #expect(terminal.status() == 0)
        let converted = try program.run(
            ["convert", "alice.p12", "phone.p12", "--for", "apple-legacy"],
            environment: ["MTLS_PASSWORD": "secret", "MTLS_NEW_PASSWORD": "other"])
        let shown =
            terminal.shown.replacingOccurrences(of: "\r\n", with: "\n")
            + "$ mtls convert alice.p12 phone.p12 --for apple-legacy\n" + converted.output
        let isSame = masked(block.dropFirst().joined(separator: "\n") + "\n") == masked(shown)
        #expect(isSame, "copy this into the README:\n\(shown)")
    }

    @Test("what the README shows of the keychain is what the command shows")
    func keychain() throws {
        let block = try #require(Self.blocks().first { $0.first?.hasPrefix("$ mtls identity import") == true })
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        let environment = ["MTLS_PASSWORD": "secret", "NO_COLOR": "1"]
        #expect(try program.run(["ca", "issue", "client", "alice"], environment: environment).status == 0)
        var shown = ""
        for line in block where line.hasPrefix("$ mtls ") {
            let words = line.dropFirst("$ mtls ".count).split(separator: " ").map(String.init)
            let terminal = try Terminal(program, words, isOutputShown: true, environment: environment)
            #expect(terminal.status() == 0)
            shown += line + "\n" + terminal.shown.replacingOccurrences(of: "\r\n", with: "\n")
        }
        let isSame = masked(block.joined(separator: "\n") + "\n") == masked(shown)
        #expect(isSame, "copy this into the README:\n\(shown)")
    }

    @Test("the example of every subcommand works, one after the other in one folder")
    func subcommands() throws {
        let program = try Program()
        try program.folder.write(Data("correct horse\n".utf8), "secret.txt")
        let port = try FreePort.next()
        var server: Tool.Running?
        defer { server?.kill() }
        // Those with output have a test of their own.
        let lines = try Self.blocks().filter { $0.first?.hasPrefix("$ mtls ") == false }.joined()
            .filter { $0.hasPrefix("$ mtls ") }
        for line in lines {
            let words = line.dropFirst("$ mtls ".count).split(separator: " ")
                .map { $0.replacingOccurrences(of: "8443", with: String(port)) }
            if words.last == "&" {
                server = try program.start(Array(words.dropLast()))
                for _ in 0..<500 where !FreePort.answers(port) { usleep(10_000) }
            } else {
                let outcome = try program.run(words, environment: ["MTLS_NEW_PASSWORD": "another"])
                #expect(outcome.status == 0, "\(line): \(outcome)")
            }
        }
        for name in [
            "demo", "ca init", "ca issue server", "ca issue client", "serve", "inspect", "convert", "request",
            "identity import",
        ] {
            #expect(lines.contains { $0.hasPrefix("$ mtls \(name)") }, "the README has no example of mtls \(name)")
        }
    }
}
