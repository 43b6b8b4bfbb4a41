import Foundation
import TestSupport
import Testing

@Suite("mtls request --verbose", .needs(.nginx, cases: 5))
struct VerboseTests {
    private func lines(_ outcome: Tool.Outcome) -> [String] { outcome.errors.components(separatedBy: "\n") }

    @Test("both challenges are told in their order, with who asks, what is accepted and what was sent")
    func challenges() throws {
        let fixture = try RequestFixture()
        let outcome = try fixture.run("/echo", ["-v"])
        #expect(outcome.status == 0 && outcome.output == "GET|||", "\(outcome)")
        let lines = lines(outcome)
        let expected = [
            "* GET \(fixture.nginx.url("/echo").absoluteString)", "* server trust: localhost shows",
            "*   CN=localhost, issued by CN=Test Issuing CA, until ", "* server trust: trusted",
            "* client certificate: localhost accepts these issuers", "*   CN=Test Root CA",
            "* client certificate: sending \"alice\", SHA-256 ", "*   with Test Issuing CA",
            "* handshake done: TLSv1.3, TLS_AES_256_GCM_SHA384, http/1.1, in ", "> GET /echo HTTP/1.1",
            "> Host: localhost:", "< Content-Length: 6",
        ]
        var rest = lines[...]
        for line in expected {
            let index = rest.firstIndex { $0.hasPrefix(line) }
            #expect(index != nil, "\(line) is not in its place in \(outcome.errors)")
            rest = rest[(index ?? rest.startIndex)...].dropFirst()
        }
        #expect(
            lines.contains {
                $0.hasPrefix("* request finished: GET \(fixture.nginx.url("/echo").absoluteString) 200, ")
            })
    }

    @Test("a connection that is used again is told")
    func reuse() throws {
        let fixture = try RequestFixture()
        let outcome = try fixture.run("/echo", ["-v", "--repeat", "2"])
        #expect(outcome.errors.components(separatedBy: "* connection reused: ").count == 2, "\(outcome)")
        #expect(outcome.errors.components(separatedBy: "* handshake done: ").count == 2)
    }

    @Test("no secret is told")
    func secrets() throws {
        let fixture = try RequestFixture(
            locations: "location /cookie { add_header Set-Cookie sid=sesame; return 200 ok; }",
            files: ["fields": Data("Authorization: Bearer sesame\n".utf8)])
        let outcome = try fixture.run(
            "/cookie?token=sesame", ["-v", "-H", "@fields", "-H", "Cookie: a=sesame", "-d", "sesame"])
        #expect(outcome.status == 0 && !outcome.errors.contains("sesame"), "\(outcome)")
        for field in [
            "POST /cookie?(hidden) HTTP/1.1", "Authorization: (hidden)", "Cookie: (hidden)", "Content-Length: 6",
        ] {
            #expect(outcome.errors.contains("> \(field)\n"), "\(field)")
        }
        #expect(outcome.errors.contains("< Set-Cookie: (hidden)\n"))
    }

    @Test("a server that is not trusted is shown with its chain, and asked nothing further")
    func untrusted() throws {
        let fixture = try RequestFixture()
        try fixture.program.folder.write(fixture.pki.stranger.certificatePEM, "root.pem")
        let outcome = try fixture.run("/", ["-v"])
        #expect(outcome.status == 1 && outcome.errors.contains("* server trust: not trusted\n"))
        #expect(!outcome.errors.contains("client certificate:"))
    }

    @Test("the alert of a server that refuses the certificate is told")
    func alert() throws {
        let fixture = try RequestFixture()
        let server = try HostileServer([.handshake, .request], tls: .init(fixture.pki))
        try fixture.program.write(fixture.pki.strangerClient(), "mallory.p12", password: nil)
        let outcome = try fixture.program.run(
            ["request", server.url().absoluteString, "--cacert", "root.pem", "--identity", "mallory.p12", "-v"])
        #expect(
            outcome.status == 1 && outcome.errors.contains("* client certificate: sending \"mallory\""), "\(outcome)")
        #expect(outcome.errors.contains("* the server's alert: unknown_ca (48)\n"), "\(outcome)")
    }
}
