import Foundation
import TestSupport
import Testing

/// Colour and alignment, which are for terminals.
@Suite("Output on a terminal", .serialized)
struct TerminalOutputTests {
    @Test("the demo's table stands in columns, in colour unless NO_COLOR forbids it", arguments: [false, true])
    func table(_ isPlain: Bool) throws {
        let program = try Program()
        let terminal = try Terminal(
            program, ["demo"], isOutputShown: true, columns: 100,
            environment: ["TERM": "xterm"].merging(isPlain ? ["NO_COLOR": "1"] : [:]) { $1 })
        #expect(terminal.status() == 0)
        let plain = terminal.shown.replacingOccurrences(
            of: "\u{1B}\\[[0-9;]*m", with: "", options: .regularExpression)
        #expect((terminal.shown == plain) == isPlain)
        let lines = plain.components(separatedBy: "\r\n")
        let title = try #require(lines.firstIndex { $0.contains("what was sent") })
        let column = try #require(lines[title].range(of: "what the server saw")).lowerBound
        let offset = lines[title].distance(from: lines[title].startIndex, to: column)
        let row = try #require(lines.first { $0.hasPrefix("ok     a good identity") })
        #expect(row.dropFirst(offset).hasPrefix("CN=alice: SUCCESS"))
        // The first line tells the server's address in one piece.
        #expect(lines[title...].allSatisfy { $0.count <= 100 })
    }

    @Test("an error's label is in colour, and not in a file")
    func errors() throws {
        let program = try Program()
        #expect(try !program.run(["nonsense"]).errors.contains("\u{1B}"))
        let line = try program.shell("TERM=xterm script -qec \"$MTLS nonsense\" /dev/null < /dev/null")
        #expect(line.output.contains("mtls: \u{1B}[31merror:\u{1B}[0m there is no subcommand"))
    }

    @Test("inspected fields stand in a column")
    func fields() throws {
        let program = try Program()
        try program.folder.write(TestPKI().root.certificatePEM, "root.pem")
        let terminal = try Terminal(
            program, ["inspect", "root.pem"], isOutputShown: true, environment: ["NO_COLOR": "1"])
        #expect(terminal.status() == 0)
        #expect(terminal.shown.contains("  subject     CN=Test Root CA\r\n  issuer      CN=Test Root CA\r\n"))
    }
}
