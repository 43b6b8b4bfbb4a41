import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite("A keychain that is protected, damaged or closed", .serialized)
struct IdentityProtectTests {
    private let fixture: IdentityFixture
    private var program: Program { fixture.program }
    private var keychain: String { "the keychain in \(program.folder.path("keychain"))" }
    private static let export = ["export", "alice", "out.pem", "--for", "pem", "--no-new-password", "--force"]

    init() throws {
        fixture = try IdentityFixture()
        try fixture.write("alice")
        try fixture.done(["import", "alice.p12", "--label", "alice"])
        try program.folder.write(Data("correct horse\n".utf8), "passphrase.txt")
    }

    private func protect() throws {
        #expect(
            try fixture.done(["protect", "--passphrase", "--new-password-file", "passphrase.txt"])
                == "\(keychain) is protected now by a passphrase\n")
    }

    @Test("with a passphrase the identities are listed without it, and no key comes out")
    func passphrase() throws {
        try protect()
        #expect(try fixture.list().labels == ["alice"])
        #expect(fixture.keychainFiles?.contains { $0.hasSuffix(".key") || $0 == "key" } == false)
        let locked = try fixture.run(Self.export)
        #expect(locked.status == 1)
        #expect(
            locked.errors == "mtls: error: \(keychain) is locked, and there is no terminal to ask on\n"
                + "mtls: hint: use --keychain-password-file FILE, or name the file in MTLS_KEYCHAIN_PASSWORD_FILE\n")
        let wrong = try fixture.run(Self.export + ["--keychain-password-file", "secret.txt"])
        #expect(wrong.status == 1)
        #expect(wrong.errors.hasPrefix("mtls: error: can't open \(keychain): the passphrase is wrong\n"), "\(wrong)")
        #expect(try !program.names().contains("out.pem"))
        // What needs a key gets the passphrase from a file, by option or variable.
        try fixture.done(Self.export + ["--keychain-password-file", "passphrase.txt"])
        let variable = ["MTLS_KEYCHAIN_PASSWORD_FILE": "passphrase.txt"]
        try fixture.done(Self.export, environment: variable)
        try fixture.write("bob")
        try fixture.done(["import", "bob.p12", "--label", "bob"], environment: variable)
        try fixture.done(["generate", "--label", "new", "--subject", "x"], environment: variable)
        // No secret is needed to throw one away.
        try fixture.done(["remove", "alice", "new", "--yes"])
        #expect(try fixture.list().labels == ["bob"])
    }

    @Test("on a terminal the passphrase is asked for, twice where it is new")
    func prompt() throws {
        let making = try Terminal(program, ["identity", "protect", "--passphrase"])
        for prompt in ["New password for \(keychain): ", "The same again: "] {
            #expect(making.wait(for: prompt), "\(making.shown)")
            making.type("correct horse\n")
        }
        #expect(making.status() == 0)
        let using = try Terminal(program, ["identity"] + Self.export)
        #expect(using.wait(for: "Passphrase of \(keychain): "))
        using.type("correct horse\n")
        #expect(using.status() == 0)
        #expect(program.folder.text(of: "out.pem").contains("PRIVATE KEY"))
    }

    @Test("a request with a label in a locked keychain asks for the passphrase, or says how to give it")
    func request() throws {
        try protect()
        let outcome = try program.run(["request", "https://127.0.0.1:1/", "--identity", "alice"])
        #expect(outcome.status == 1 && outcome.errors.contains("is locked"), "\(outcome)")
        let opened = try program.run([
            "request", "https://127.0.0.1:1/", "--identity", "alice", "--keychain-password-file", "passphrase.txt",
        ])
        // It got as far as the connection, which nobody takes.
        #expect(opened.status == 1 && opened.errors.contains("127.0.0.1"), "\(opened)")
        #expect(!opened.errors.contains("locked"))
    }

    @Test("back to a key file, or to another passphrase, takes the one that there is")
    func back() throws {
        try protect()
        try program.folder.write(Data("battery staple".utf8), "other.txt")
        let change = ["protect", "--passphrase", "--new-password-file", "other.txt"]
        #expect(try fixture.run(change).errors.contains("is locked"))
        try fixture.done(change + ["--keychain-password-file", "passphrase.txt"])
        #expect(try fixture.run(Self.export + ["--keychain-password-file", "passphrase.txt"]).status == 1)
        #expect(
            try fixture.done(["protect", "--key-file", "--keychain-password-file", "other.txt"])
                == "\(keychain) is protected now by a key file in its folder\n")
        try fixture.done(Self.export)
    }

    @Test("a keychain is made with a passphrase from the start, and wrong usage makes none")
    func made() throws {
        let place = ["--keychain", "fresh"]
        let empty = try fixture.run(["protect", "--passphrase", "--new-password-stdin"] + place)
        #expect(empty.status == 1 && empty.errors.contains("an empty passphrase would protect nothing"))
        for (words, says) in [
            ([], "by what shall the keychain be protected?"),
            (["--passphrase", "--key-file"], "one protection at a time"),
            (["--key-file", "--new-password-stdin"], "--new-password-stdin goes with --passphrase"),
        ] {
            let outcome = try fixture.run(["protect"] + words + place)
            #expect(outcome.status == 2 && outcome.errors.contains(says), "\(outcome)")
        }
        #expect(try !program.names().contains("fresh"))
        let output = try fixture.done(["protect", "--passphrase", "--new-password-file", "passphrase.txt"] + place)
        #expect(output == "made the keychain in \(program.folder.path("fresh")), protected by a passphrase\n")
        let locked = try fixture.run(["import", "alice.p12", "--label", "a"] + place)
        #expect(locked.status == 1 && locked.errors.contains("is locked"))
        #expect(try fixture.list(place).labels.isEmpty)
    }

    @Test("a damaged file is told by every command, and left as it is")
    func damaged() throws {
        let file = program.folder.url("keychain/keychain.sqlite")
        // With its log SQLite would mend it.
        for name in try program.names("keychain") where name.hasPrefix("keychain.sqlite") {
            try FileManager.default.removeItem(at: program.folder.url("keychain/\(name)"))
        }
        try Data("no database at all, but a text".utf8).write(to: file)
        chmod(file.path, 0o600)
        let commands = [
            ["list"], ["show", "alice"], ["import", "alice.p12"], ["remove", "alice", "--yes"], Self.export,
            ["protect", "--key-file"], ["generate", "--label", "x", "--subject", "x"],
            ["bind", "alice", "https://api.example.com"],
        ]
        for words in commands {
            let outcome = try fixture.run(words)
            #expect(outcome.status == 1 && outcome.errors.contains(keychain), "\(words): \(outcome)")
            #expect(outcome.output.isEmpty && !outcome.errors.contains("Swift"))
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "no database at all, but a text")
        // A file that isn't there is named all the same.
        let request = try program.run(["request", "https://127.0.0.1:1/", "--identity", "alise"])
        #expect(request.errors.contains("there is no file alise, and"), "\(request)")
    }

    @Test("a folder that can't be used is told, and what is read-only can be read")
    func closed() throws {
        let other = try fixture.run(["import", "alice.p12", "--keychain", "secret.txt/keychain"])
        #expect(other.status == 1 && other.errors.contains("secret.txt"), "\(other)")
        chmod(program.folder.path("keychain"), 0o777)
        let open = try fixture.run(["list"])
        #expect(open.status == 1 && open.errors.contains("others may write to the folder; run: chmod 700"), "\(open)")
        for name in try program.names("keychain") { chmod(program.folder.path("keychain/\(name)"), 0o400) }
        chmod(program.folder.path("keychain"), 0o500)
        let listed = try asNobody(["list"])
        #expect(listed.status == 0 && listed.output.hasPrefix("alice\t"), "\(listed)")
        let outcome = try asNobody(["remove", "alice", "--yes"])
        #expect(outcome.status == 1 && outcome.errors.contains(keychain), "\(outcome)")
        #expect(outcome.output.isEmpty)
    }

    /// Runs `mtls identity` as somebody who is not root, who may write everywhere. Everything in the folder is his from then on.
    private func asNobody(_ words: [String]) throws -> Tool.Outcome {
        guard geteuid() == 0 else { return try fixture.run(words) }
        let nobody: uid_t = 65_534
        let names = try ["", "keychain"] + program.names() + program.names("keychain").map { "keychain/\($0)" }
        for name in names { chown(program.folder.path(name), nobody, nobody) }
        let tool = try #require(Tool("setpriv"))
        return try tool.run(
            ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"] + program.words(["identity"] + words, [:]))
    }
}
