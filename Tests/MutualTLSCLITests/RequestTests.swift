import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite("mtls request", .needs(.nginx, cases: 9))
struct RequestTests {
    private let pki: TestPKI
    private let nginx: NginxServer
    private let program: Program

    init() throws {
        pki = try TestPKI()
        nginx = try NginxServer(pki)
        program = try Program()
        try program.folder.write(pki.root.certificatePEM, "root.pem")
    }

    private func request(_ words: [String], cacert: String = "root.pem") throws -> Tool.Outcome {
        try program.run(
            ["request", nginx.url().absoluteString, "--cacert", cacert] + words,
            environment: ["MTLS_PASSWORD": "secret"])
    }

    /// What is not in the log after a request that nginx did get.
    private func requestsSeen() throws -> Int {
        try program.write(pki.client("last"), "last.p12")
        #expect(try request(["--identity", "last.p12"]).status == 0)
        let log = nginx.log()
        #expect(log.last?.subject == "CN=last")
        return log.count - 1
    }

    @Test("a good identity gets the body and nothing else, and nginx saw it")
    func good() throws {
        try program.write(pki.client(), "alice.p12")
        let outcome = try request(["--identity", "alice.p12"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output == "SUCCESS|CN=alice|TLSv1.3|HTTP/1.1")
        #expect(outcome.errors.isEmpty)
        let entry = try #require(nginx.log().last)
        #expect(entry.verify == "SUCCESS" && entry.subject == "CN=alice")
    }

    @Test(
        "a good identity arrives over every protocol", arguments: ["TLSv1.2", "TLSv1.3"],
        [("HTTP/1.1", NginxServer.Verification.on), ("HTTP/2.0", .optional)])
    func protocols(_ version: String, _ other: (http: String, verify: NginxServer.Verification)) throws {
        let server = try NginxServer(
            pki, verify: other.verify, protocols: version, http2: other.http == "HTTP/2.0")
        try program.write(pki.client(), "alice.p12")
        let outcome = try program.run(
            ["request", server.url().absoluteString, "--cacert", "root.pem", "--identity", "alice.p12"],
            environment: ["MTLS_PASSWORD": "secret"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output == "SUCCESS|CN=alice|\(version)|\(other.http)")
        #expect(server.log().map(\.verify) == ["SUCCESS"])
    }

    @Test("without an identity the refusal says what the server wants, and the page is printed all the same")
    func none() throws {
        let outcome = try program.run(["request", nginx.url().absoluteString, "--cacert", "root.pem"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("No required SSL certificate was sent"))
        #expect(
            outcome.errors == """
                mtls: error: the server wants a client certificate and got none (localhost answers 400)
                mtls: hint: name one with --identity FILE

                """)
    }

    @Test("a certificate for servers only is warned of, and its refusal names the usage")
    func serverOnly() throws {
        try program.write(pki.serverOnlyClient(), "printer.p12")
        let outcome = try request(["--identity", "printer.p12"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors.contains(
                "mtls: warning: the client certificate \"server-only\" is sent to https://localhost")
                && outcome.errors.contains(" as given, but its extended key usage is serverAuth"))
        #expect(outcome.errors.components(separatedBy: "warning:").count == 2)
        #expect(
            outcome.errors.contains(
                "mtls: hint: the certificate \"server-only\": its extended key usage is serverAuth and lacks clientAuth"
            ))
    }

    @Test("a server that is not trusted gets no request")
    func untrusted() throws {
        try program.write(pki.client(), "alice.p12")
        try program.folder.write(pki.stranger.certificatePEM, "stranger.pem")
        let outcome = try request(["--identity", "alice.p12"], cacert: "stranger.pem")
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("localhost is not trusted, and nothing was sent to it"))
        #expect(try requestsSeen() == 0)
    }

    @Test("JSON holds the same, failures and warnings included")
    func json() throws {
        try program.write(pki.client(), "alice.p12")
        try program.write(pki.expiredClient(), "old.p12")
        let good = try Report(request(["--identity", "alice.p12", "--json"]), status: 0)
        #expect(good.ok && good.status == 200 && good.error == nil && good.warnings.isEmpty)
        #expect(good.body?.hasPrefix("SUCCESS|CN=alice") == true)
        #expect(good.headers["Server"]?.hasPrefix("nginx") == true)
        let old = try Report(request(["--identity", "old.p12", "--json"]), status: 1)
        #expect(!old.ok && old.status == 400 && old.error?.code == "clientCertificateRejected")
        #expect(old.error?.hint?.contains("it expired on") == true)
        #expect(old.warnings.count == 1)
        let missing = try Report(request(["--identity", "none.p12", "--json"]), status: 1)
        #expect(missing.status == nil && missing.body == nil && missing.error?.code == "unreadableFile")
        let wrong = try Report(
            program.run(
                ["request", nginx.url().absoluteString, "--identity", "alice.p12", "--json", "--password-stdin"],
                input: "no"),
            status: 1)
        #expect(wrong.error?.code == "wrongPassword")
    }

    private struct Report: Decodable {
        struct Failure: Decodable { let code, reason: String; let hint, alert: String? }
        let ok: Bool
        let status: Int?
        let headers: [String: String]
        let body: String?
        let error: Failure?
        let warnings: [String]

        init(_ outcome: Tool.Outcome, status: Int32) throws {
            #expect(outcome.status == status, "\(outcome)")
            #expect(outcome.errors.isEmpty)
            self = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        }
    }

    @Test("a status of 400 and above is a no, with the body printed")
    func notFound() throws {
        let server = try NginxServer(pki, verify: .off, locations: "location /gone { return 404 \"gone\"; }")
        let outcome = try program.run(["request", server.url("/gone").absoluteString, "--cacert", "root.pem"])
        #expect(outcome.status == 1)
        #expect(outcome.output == "gone")
        #expect(outcome.errors == "mtls: error: localhost answers 404 Not Found\n")
    }

    @Test("plain http never carries the identity, and says so")
    func plain() throws {
        try program.write(pki.client(), "alice.p12")
        let port = try FreePort.next()
        let outcome = try program.run(
            ["request", "http://localhost:\(port)/", "--identity", "alice.p12"],
            environment: ["MTLS_PASSWORD": "secret"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("mtls: warning: plain http never carries the client certificate"))
    }

    @Test("PEM goes in one file or in two, with an encrypted key as well")
    func pem() throws {
        let alice = try pki.client()
        try program.folder.write(alice.chainPEM, "alice.pem")
        try program.folder.write(alice.privateKeyPEM, "alice.key")
        try program.folder.write(alice.privateKeyPEM + alice.chainPEM, "both.pem")
        let openssl = try #require(Tool("openssl"))
        #expect(
            try openssl.run(
                [
                    "pkey", "-in", program.folder.path("alice.key"), "-out", program.folder.path("locked.key"),
                    "-aes256",
                    "-passout", "stdin",
                ], input: Data("secret\n".utf8)
            ).status == 0)
        for words in [
            ["--identity", "alice.pem", "--key", "alice.key"], ["--identity", "both.pem"],
            ["--identity", "alice.pem", "--key", "locked.key"],
        ] {
            #expect(try request(words).output.hasPrefix("SUCCESS|CN=alice"), "\(words)")
        }
        let keyless = try request(["--identity", "alice.pem"])
        #expect(keyless.status == 1)
        #expect(keyless.errors.contains("no private key\nmtls: hint: name the key's file: --key FILE"))
    }

    @Test("a reader that goes away ends it without a word")
    func readerGone() throws {
        let big = try NginxServer(
            pki, verify: .off, locations: "location /big { return 200 \"\(String(repeating: "x", count: 3000))\"; }")
        let outcome = try program.shell(
            "set -o pipefail; $MTLS request \(big.url("/big").absoluteString) --cacert root.pem | true; "
                + "echo ${PIPESTATUS[0]} >&2; $MTLS --help | head -1")
        #expect(["141\n", "0\n"].contains(outcome.errors), "\(outcome)")
        let closed = try program.shell("$MTLS --help >&-")
        #expect(closed.status == 1)
        #expect(closed.errors.contains("can't write to standard output: Bad file descriptor"))
        let full = try program.shell("$MTLS --help > /dev/full")
        #expect(full.status == 1)
        #expect(full.errors.contains("can't write to standard output: No space left on device"))
    }
}
