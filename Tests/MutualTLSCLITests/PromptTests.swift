import Foundation
import TestSupport
import Testing

/// The password's prompt on a terminal.
@Suite("The prompt", .serialized)
struct PromptTests {
    @Test("a typed password opens the file and is not shown")
    func typed() throws {
        let program = try Program()
        try program.write(TestPKI().client(), "alice.p12")
        let terminal = try Terminal(program, ["inspect", "alice.p12"])
        #expect(terminal.wait(for: "Password of alice.p12: "))
        #expect(!terminal.echoes)
        terminal.type("secret\n")
        #expect(terminal.status() == 0)
        #expect(program.folder.text(of: "stdout").contains("CN=alice"))
        #expect(!terminal.shown.contains("secret"))
        #expect(terminal.echoes)
    }

    @Test("a new password is asked for twice, and two that differ leave no file")
    func twice() throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        for (second, status) in [("other", Int32(1)), ("secret", 0)] {
            let terminal = try Terminal(program, ["ca", "issue", "client", "alice"])
            #expect(terminal.wait(for: "New password for alice.p12: "))
            terminal.type("secret\n")
            #expect(terminal.wait(for: "The same again: "))
            terminal.type(second + "\n")
            #expect(terminal.status() == status)
            #expect(try program.names().contains("alice.p12") == (status == 0))
        }
        #expect(try program.run(["inspect", "alice.p12"], environment: ["MTLS_PASSWORD": "secret"]).status == 0)
    }

    @Test("a conversion asks for the old password, and twice for the new one")
    func conversion() throws {
        let program = try Program()
        try program.write(TestPKI().client(), "alice.p12")
        let terminal = try Terminal(program, ["convert", "alice.p12", "out.p12", "--for", "apple"])
        for (prompt, answer) in [
            ("Password of alice.p12: ", "secret\n"), ("New password for out.p12: ", "other\n"),
            ("The same again: ", "other\n"),
        ] {
            #expect(terminal.wait(for: prompt), "\(prompt)")
            terminal.type(answer)
        }
        #expect(terminal.status() == 0)
        #expect(try program.inspect("out.p12", password: "other").status == "ok")
    }

    @Test("^C at the prompt ends it by that signal, with the echo on again")
    func interrupted() throws {
        let program = try Program()
        try program.write(TestPKI().client(), "alice.p12")
        let terminal = try Terminal(program, ["inspect", "alice.p12"])
        #expect(terminal.wait(for: "Password of"))
        #expect(!terminal.echoes)
        terminal.type("sec\u{3}")
        #expect(terminal.status() == 128 + SIGINT)
        #expect(terminal.echoes)
    }

    @Test("a file without a password asks nobody")
    func unasked() throws {
        let program = try Program()
        try program.write(TestPKI().client(), "open.p12", password: nil)
        let terminal = try Terminal(program, ["inspect", "open.p12"])
        #expect(terminal.status() == 0)
        #expect(!terminal.shown.contains("Password"))
    }
}
