import Foundation
import TestSupport
import Testing

@Suite("mtls serve and mtls demo")
struct ServeTests {
    @Test("a CA, its server and its client meet by the words that the commands print", arguments: ["INT", "TERM"])
    func endToEnd(_ signal: String) throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        #expect(try program.run(["ca", "issue", "server", "localhost", "127.0.0.1"]).status == 0)
        #expect(try program.run(["ca", "issue", "client", "alice", "--no-password"]).status == 0)
        let outcome = try program.shell(
            """
            $MTLS serve --listen 127.0.0.1:0 --cert localhost.pem --key localhost.key --client-ca ca/root.pem > served &
            for i in $(seq 100); do [ -s served ] && break; sleep 0.05; done
            URL=$(head -1 served)
            $MTLS request $URL --identity alice.p12 --cacert ca/root.pem > answer; echo $?
            $MTLS request $URL --cacert ca/root.pem 2> refusal; echo $?
            kill -\(signal) $!; wait $!; echo $?
            """)
        #expect(outcome.output == "0\n1\n0\n", "\(outcome)")
        #expect(outcome.errors.isEmpty, "\(outcome)")
        let lines = program.folder.text(of: "served").split(separator: "\n")
        #expect(lines.first?.hasPrefix("https://127.0.0.1:") == true)
        #expect(lines.count == 3)
        #expect(lines.dropFirst().first?.contains("  SUCCESS  CN=alice  TLSv1.3 ") == true)
        #expect(
            lines.last?.contains("  NONE  -  refused: the client sent no certificate (alert certificate_required sent)")
                == true)
        #expect(program.folder.text(of: "answer").contains("\"subject\" : \"CN=alice\""))
        #expect(program.folder.text(of: "refusal").contains("127.0.0.1 wants a client certificate and got none"))
    }

    @Test("a server without a usable certificate, or an address that is taken, is a no")
    func cannotServe() throws {
        let program = try Program()
        #expect(try program.run(["ca", "init"]).status == 0)
        #expect(try program.run(["ca", "issue", "server", "localhost"]).status == 0)
        let swapped = try program.run(["serve", "--cert", "localhost.key", "--key", "localhost.pem"])
        #expect(swapped.status == 1)
        #expect(swapped.output.isEmpty && swapped.errors.hasPrefix("mtls: error: the server's "))
        let nobody = try program.run(
            ["serve", "--cert", "localhost.pem", "--key", "localhost.key", "--client-auth", "require"])
        #expect(nobody.status == 2)
        #expect(nobody.errors.contains("--client-auth require needs --client-ca FILE"))
    }

    @Test("the demo shows what the server saw and what the client got, and leaves nothing")
    func demo() throws {
        let program = try Program()
        let outcome = try program.run(["demo"], environment: ["TMPDIR": program.folder.path("")])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.errors.isEmpty)
        #expect(!outcome.output.contains("\u{1B}"))
        let rows = outcome.output.split(separator: "\n").filter { $0.contains(" | ") }.map {
            $0.components(separatedBy: " | ")
        }
        let expected = [
            ["verdict", "what was sent", "what the server saw", "what the client got"],
            ["ok", "a good identity", "CN=alice: SUCCESS", "HTTP 200"],
            ["ok", "no identity", "the client sent no certificate", "alert certificate_required (116)"],
            ["ok", "an expired one", "certificate has expired", "alert certificate_expired"],
            ["ok", "one of another CA", "no path leads from it to a CA that the server accepts", "alert unknown_ca"],
            ["ok", "one for servers only", "it is not meant for clients", "its extended key usage is serverAuth"],
            ["ok", "one without its intermediate", "no path leads from it", "alert unknown_ca (48)"],
            ["ok", "not \"mallory\": it is from a CA that the server doesn't name", "CN=alice: SUCCESS", "HTTP 200"],
            ["ok", "the server is not trusted", "the client sent the alert unknown_ca", "nor is it a trusted root"],
        ]
        #expect(rows.count == expected.count)
        for (row, words) in zip(rows, expected) {
            #expect(row.count == 4)
            for (cell, part) in zip(row, words) { #expect(cell.contains(part), "\(row)") }
        }
        for row in rows.dropFirst() { #expect(row[2].contains("one request") == (row[3] == "HTTP 200")) }
        #expect(try program.names() == [])
    }

    @Test("the demo cleans up when it is interrupted")
    func interrupted() throws {
        for delay in [30, 60, 120, 200] {
            let program = try Program()
            let outcome = try program.shell(
                "TMPDIR=$PWD timeout -s INT 0.\(String(format: "%03d", delay)) $MTLS demo > /dev/null")
            #expect([0, 124].contains(outcome.status), "\(outcome)")
            #expect(try program.names() == [])
        }
    }
}
