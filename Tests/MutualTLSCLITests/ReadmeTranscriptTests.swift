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
        [("127\\.0\\.0\\.1:[0-9]+", "127.0.0.1:PORT"), ("[0-9]{4}-[0-9]{2}-[0-9]{2}", "DATE")].reduce(text) {
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

    @Test("the example of every subcommand works, one after the other in one folder")
    func subcommands() throws {
        let program = try Program()
        try program.folder.write(Data("correct horse\n".utf8), "secret.txt")
        let port = try FreePort.next()
        var server: Tool.Running?
        defer { server?.kill() }
        let lines = try Self.blocks().joined().filter { $0.hasPrefix("$ mtls ") }
        for line in lines {
            let words = line.dropFirst("$ mtls ".count).split(separator: " ")
                .map { $0.replacingOccurrences(of: "8443", with: String(port)) }
            if words.last == "&" {
                server = try program.start(Array(words.dropLast()))
                for _ in 0..<500 where !FreePort.answers(port) { usleep(10_000) }
            } else {
                let outcome = try program.run(words)
                #expect(outcome.status == 0, "\(line): \(outcome)")
            }
        }
        for name in ["demo", "ca init", "ca issue server", "ca issue client", "serve", "inspect", "request"] {
            #expect(lines.contains { $0.hasPrefix("$ mtls \(name)") }, "the README has no example of mtls \(name)")
        }
    }
}
