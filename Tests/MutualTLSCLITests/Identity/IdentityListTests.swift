import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@testable import MutualTLSCLI

@Suite("mtls identity list and show")
struct IdentityListTests {
    private let fixture: IdentityFixture
    private var program: Program { fixture.program }

    init() throws { fixture = try IdentityFixture() }

    @Test("no keychain is an empty list that says so, and none is made")
    func absent() throws {
        let text = try fixture.run(["list"])
        #expect(text.status == 0 && text.output.isEmpty)
        #expect(text.errors == "mtls: the keychain in \(program.folder.path("keychain")) is not there yet\n")
        #expect(try fixture.done(["list", "--json"]) == "{\n  \"identities\" : [\n\n  ]\n}\n")
        #expect(fixture.keychainFiles == nil)
    }

    @Test("a pipe gets tabs and no titles, in the order of the labels")
    func pipe() throws {
        for name in ["bob", "alice"] {
            try fixture.write(name)
            try fixture.done(["import", "\(name).p12", "--label", name])
        }
        try fixture.done(["bind", "bob", "https://b.example.com", "a.example.com:8443"])
        let lines = try fixture.done(["list"]).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let found = try fixture.list().identities
        let days = found.map { String($0.notAfter.prefix(10)) }
        let digits = found.map { String($0.fingerprintSHA256.prefix(16)) }
        #expect(
            lines == [
                ["alice", "CN=alice", "CN=Test Issuing CA", days[0], digits[0], ""],
                [
                    "bob", "CN=bob", "CN=Test Issuing CA", days[1], digits[1],
                    "https://a.example.com:8443 https://b.example.com",
                ],
            ])
    }

    @Test("a terminal gets columns that fit it, and what expires is in colour")
    func terminal() throws {
        try program.folder.write(
            fixture.pki.issuing.issueClient(name: "soon", validity: .days(5)).pkcs12(password: "secret"), "soon.p12")
        try program.folder.write(fixture.pki.expiredClient().pkcs12(password: "secret"), "old.p12")
        for name in ["soon", "old"] { try fixture.done(["import", "\(name).p12", "--label", name]) }
        let terminal = try Terminal(program, ["identity", "list"], isOutputShown: true, columns: 80)
        #expect(terminal.status() == 0)
        let lines = terminal.shown.split(separator: "\r\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines.first?.contains("\u{1B}[1mlabel\u{1B}[0m") == true)
        #expect(lines.dropFirst().first?.contains("\u{1B}[31m") == true && lines[1].contains(", expired"))
        #expect(lines.last?.contains("\u{1B}[33m") == true && lines[2].contains(", in 5 days"))
        let plain = try Terminal(
            program, ["identity", "list"], isOutputShown: true, columns: 80, environment: ["NO_COLOR": "1"])
        #expect(plain.status() == 0)
        #expect(plain.shown.split(separator: "\r\n").allSatisfy { $0.count <= 80 })
    }

    @Test("a label that would control the terminal is written out")
    func hostile() throws {
        try fixture.write("alice")
        try fixture.done(["import", "alice.p12", "--label", "a\u{1B}[2J\tb"])
        #expect(try fixture.done(["list"]).hasPrefix("a\\u{1b}[2J\\u{9}b\tCN=alice\t"))
        #expect(try fixture.done(["show", "a\u{1B}[2J\tb"]).contains("\"a\\u{1b}[2J\\u{9}b\""))
        #expect(try fixture.list().labels == ["a\u{1B}[2J\tb"])
    }

    @Test("those that a server accepts, and those that may go to an origin")
    func filters() throws {
        for name in ["alice", "bob"] {
            try fixture.write(name)
            try fixture.done(["import", "\(name).p12", "--label", name])
        }
        try program.folder.write(fixture.pki.strangerClient().pkcs12(password: "secret"), "mallory.p12")
        try fixture.done(["import", "mallory.p12", "--label", "mallory"])
        try program.folder.write(fixture.pki.stranger.certificatePEM, "stranger.pem")
        try fixture.done(["bind", "bob", "https://b.example.com"])
        // Both ways of naming the CA: the issuer, and the one above it.
        try program.folder.write(fixture.pki.issuing.certificatePEM, "issuing.pem")
        #expect(try fixture.list(["--accepted-by", "issuing.pem"]).labels == ["alice", "bob"])
        #expect(try fixture.list(["--accepted-by", "root.pem"]).labels == ["alice", "bob"])
        #expect(try fixture.list(["--accepted-by", "stranger.pem"]).labels == ["mallory"])
        #expect(try fixture.list(["--for", "https://a.example.com"]).labels == ["alice", "mallory"])
        #expect(
            try fixture.list(["--for", "https://b.example.com", "--accepted-by", "root.pem"]).labels == [
                "alice", "bob",
            ])
        let none = try fixture.run(["list", "--for", "https://x.example.com", "--accepted-by", "secret.txt"])
        #expect(none.status == 1 && none.errors.contains("secret.txt: there is no certificate in PEM in it"))
    }

    @Test("show tells the certificate, its problems, where it may go and when it was stored")
    func shows() throws {
        let alice = try fixture.write("alice")
        try fixture.done(["import", "alice.p12", "--label", "alice", "--bind", "https://api.example.com"])
        let text = try fixture.done(["show", "alice"])
        #expect(text.hasPrefix("the keychain in \(program.folder.path("keychain"))\n\nidentity \"alice\"\n"))
        for line in [
            "subject: CN=alice", "SHA-256: \(alice.fingerprintSHA256)", "key: EC P-256",
            "chain: CN=alice < CN=Test Issuing CA", "goes to: https://api.example.com", "stored: 20",
        ] {
            #expect(text.contains("\n  " + line), "\(line)")
        }
        struct Shown: Decodable { let label: String, fingerprintSHA256: String, origins: [String] }
        let json = try JSONDecoder().decode(Shown.self, from: Data(fixture.done(["show", "alice", "--json"]).utf8))
        #expect(json.label == "alice" && json.fingerprintSHA256 == alice.fingerprintSHA256)
        #expect(json.origins == ["https://api.example.com"])
        let unknown = try fixture.run(["show", "alcie"])
        #expect(unknown.status == 1)
        #expect(unknown.errors.hasSuffix("has the label \"alcie\"\nmtls: hint: did you mean alice?\n"), "\(unknown)")
    }

    @Test("what expires within 30 days is marked, and what isn't valid yet")
    func marks() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func mark(_ start: TimeInterval, _ end: TimeInterval) -> String? {
            ListedIdentity.mark(from: now + start * 86_400, to: now + end * 86_400, at: now)?.text
        }
        #expect(mark(-1, 31) == nil && mark(-1, 30) == "in 30 days" && mark(-1, 1.5) == "in 2 days")
        #expect(mark(-1, 0.5) == "within a day" && mark(-2, -0.1) == "expired" && mark(1, 2) == "not before 2027-01-16")
    }

    @Test("columns are cut, the widest first, until they fit, but not below what can be read")
    func widths() {
        let cells = [[5, 40, 30, 10], [8, 20, 35, 10]]
        #expect(ListTable.widths(cells, total: 200, flexible: [1, 2]) == [8, 40, 35, 10])
        #expect(ListTable.widths(cells, total: 84, flexible: [1, 2]) == [8, 30, 30, 10])
        #expect(ListTable.widths(cells, total: 10, flexible: [1, 2]) == [8, 8, 8, 10])
        #expect(ListTable.widths([], total: 10, flexible: []) == [])
    }
}
