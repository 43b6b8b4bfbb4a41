import Foundation
import TestSupport
import Testing

@Suite("mtls request --retry and --timeout")
struct RequestRetryTests {
    private let pki: TestPKI
    private let program: Program

    init() throws {
        pki = try TestPKI()
        program = try Program()
        try program.folder.write(pki.root.certificatePEM, "root.pem")
        try program.write(pki.client(), "alice.p12", password: nil)
    }

    private func request(_ server: HostileServer, _ options: [String]) throws -> Tool.Outcome {
        try program.run(
            ["request", server.url().absoluteString, "--cacert", "root.pem", "--identity", "alice.p12"] + options)
    }

    @Test("a request that may be repeated goes on until its server answers, and only that answer is printed")
    func again() async throws {
        let busy: [HostileServer.Step] = [
            .handshake, .request,
            .answer("busy", status: "503 Service Unavailable", headers: "Retry-After: 0\r\nConnection: close\r\n"),
        ]
        let server = try HostileServer(
            busy, then: [.handshake, .request, .reset], [.handshake, .request, .answer("done")],
            // A server that asked for a certificate and is gone without a word has refused that.
            tls: .init(pki, clients: .none))
        let outcome = try request(server, ["--retry", "2"])
        #expect(outcome.status == 0 && outcome.output == "done", "\(outcome)")
        #expect(outcome.errors.contains("warning: localhost answers 503; trying again in 0 s (1 of 2)\n"))
        #expect(outcome.errors.contains("; trying again in 2 s (2 of 2)\n"))
        #expect(server.connections.count == 3)
    }

    @Test(
        "a POST that may have been taken is not sent again, and nothing is without --retry",
        arguments: [["-d", "a", "--retry", "3"], []])
    func once(_ options: [String]) throws {
        let server = try HostileServer(
            [
                .handshake, .request,
                .answer("busy", status: "503 Busy", headers: "Retry-After: 0\r\nConnection: close\r\n"),
            ],
            tls: .init(pki))
        let outcome = try request(server, options)
        #expect(outcome.status == 1 && outcome.output == "busy", "\(outcome)")
        #expect(server.connections.count == 1)
    }

    @Test("a download that breaks off goes on by itself")
    func download() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: \"1\"\r\n\r\n"
        let rest =
            "HTTP/1.1 206 Partial Content\r\nContent-Length: 3\r\nContent-Range: bytes 3-5/6\r\nETag: \"1\"\r\n\r\ndef"
        let server = try HostileServer(
            [.handshake, .request, .send(head + "abc"), .close], then: [.handshake, .request, .send(rest)],
            tls: .init(pki))
        let outcome = try request(server, ["--retry", "1", "-o", "out"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(program.folder.text(of: "out") == "abcdef")
    }

    @Test("the time limit holds for all attempts together")
    func timeout() throws {
        let server = try HostileServer([.handshake, .request, .silence], tls: .init(pki))
        let outcome = try request(server, ["--timeout", "0.5", "--retry", "5"])
        #expect(outcome.status == 1 && outcome.errors.contains("was not done within 0.5 s"), "\(outcome)")
        #expect(server.connections.count == 1)
    }

    @Test("a signal ends the wait, and the last answer is told")
    func interrupted() throws {
        let server = try HostileServer(
            [.handshake, .request, .answer("busy", status: "503 Busy", headers: "Retry-After: 500\r\n")],
            tls: .init(pki))
        let running = try program.start([
            "request", server.url().absoluteString, "--cacert", "root.pem", "--identity", "alice.p12", "--retry", "1",
            "-o", "out",
        ])
        for _ in 0..<1_000 where try !program.names().contains(where: { $0.hasSuffix(".whole") }) { usleep(10_000) }
        #expect(kill(running.pid, SIGTERM) == 0)
        let outcome = try running.outcome()
        #expect(outcome.status == 128 + SIGTERM)
        #expect(outcome.errors.contains("mtls: error: localhost answers 503"), "\(outcome)")
        #expect(try program.names() == ["alice.p12", "root.pem"])
    }
}
