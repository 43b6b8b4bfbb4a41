import Foundation
import Testing

@testable import MutualTLSCLI

@Suite("Text")
struct TextTests {
    @Test("what a terminal would act on is written out")
    func controls() {
        #expect(printable("\u{1B}]0;x\u{7}") == "\\u{1b}]0;x\\u{7}")
        #expect(printable("a\nb\u{202E}c\u{200B}") == "a\\u{a}b\\u{202e}c\\u{200b}")
        #expect(printable("Zoë, 東京") == "Zoë, 東京")
    }

    @Test("a cell is broken at blanks, and within a word that is too long")
    func wrapping() {
        #expect(DemoTable.wrapped("one two three", 7) == ["one two", "three"])
        #expect(DemoTable.wrapped("abcdefghij kl", 4) == ["abcd", "efgh", "ij", "kl"])
        #expect(DemoTable.wrapped("", 4) == [])
    }

    @Test("the columns fill the table", arguments: [80, 97, 160])
    func widths(_ total: Int) {
        let widths = DemoTable.widths(of: total)
        #expect(widths.reduce(0, +) + 3 * 2 == total)
        #expect(widths.allSatisfy { $0 > 4 })
    }

    @Test("a word for a command line is quoted where the shell would read it otherwise")
    func quoting() {
        #expect(shellQuoted("ca/root.pem") == "ca/root.pem")
        #expect(shellQuoted("my ca/it's.pem") == "'my ca/it'\\''s.pem'")
        #expect(shellQuoted("") == "''")
    }

    @Test(
        "one line end goes from a password, and no more",
        arguments: [
            ("a\n", "a"), ("a\r\n", "a"), ("a\n\n", "a\n"), ("a\r", "a\r"), (" a ", " a "), ("", ""), ("\n", ""),
            ("\u{FEFF}a\n", "a"),
        ])
    func lineEnds(_ given: String, _ password: String) throws {
        let secret = try PasswordOptions.secret(Data(given.utf8), "it")
        #expect(secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } == password)
    }

    @Test("a password that is not UTF-8 is refused")
    func notUTF8() {
        #expect(throws: CommandError(.unreadableFile, "")) { try PasswordOptions.secret(Data([0xFF]), "it") }
    }

    @Test(
        "an address is a host and a port",
        arguments: [
            ("127.0.0.1:8443", "127.0.0.1", 8443), ("[::1]:0", "::1", 0), ("localhost:65535", "localhost", 65535),
        ])
    func addresses(_ text: String, _ host: String, _ port: Int) throws {
        let address = try ServeCommand.listenAddress(text)
        #expect(address.host == host && Int(address.port) == port)
    }

    @Test("anything else is not", arguments: ["8443", ":1", "x:", "x:65536", "::1:1", "[x]:1", "x:-1", ""])
    func badAddresses(_ text: String) {
        #expect(throws: CommandError(.usage, "")) { try ServeCommand.listenAddress(text) }
    }

    @Test("the issuing CA is called after its root, within 64 characters")
    func issuingNames() {
        #expect(CAFolder.issuingName(of: "Example Root CA") == "Example Issuing CA")
        #expect(CAFolder.issuingName(of: "Example") == "Example Issuing CA")
        #expect(CAFolder.issuingName(of: "CA") == "CA Issuing CA")
        #expect(CAFolder.issuingName(of: String(repeating: "x", count: 64)).count == 64)
    }
}
