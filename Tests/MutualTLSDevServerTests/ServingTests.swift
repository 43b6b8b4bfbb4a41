import Foundation
import MutualTLSDevServer
import MutualTLSPKI
import TestSupport
import Testing

@Suite(.needs(.curl, cases: 15), .needs(.openssl, cases: 15)) struct ServingTests {
    let fixture: ServerFixture
    let alice: IssuedIdentity

    init() throws {
        fixture = try ServerFixture()
        alice = try fixture.people.issueClient(name: "alice")
    }

    /// Answers with what it was sent.
    private func echo(_ request: DevServer.Request, _: PeerReport) -> DevServer.Response {
        DevServer.Response(headers: [.init(name: "X-Method", value: request.method)], body: request.body)
    }

    @Test("two requests of one curl travel on one connection")
    func keepAlive() throws {
        let server = try fixture.server()
        let url = try server.start().absoluteString
        defer { server.stop() }
        let outcome = try fixture.curl(alice, ["-w", "\n#%{num_connects}\n", url + "1", url + "2"])
        #expect(
            outcome.output.components(separatedBy: "#").dropFirst().map { $0.prefix(1) } == ["1", "0"], "\(outcome)")
        #expect(outcome.output.contains("\"path\" : \"/2\"") && server.reports.count == 1)
    }

    @Test("uploads arrive whole, by length and by chunks", arguments: [[], ["-H", "Transfer-Encoding: chunked"]])
    func uploads(options: [String]) throws {
        let server = try fixture.server { $0.handler = echo }
        let url = try server.start().absoluteString
        defer { server.stop() }
        let text = String(repeating: "0123456789abcde\n", count: 60_000)
        let file = try fixture.folder.write(Data(text.utf8), "upload").path
        // Big enough for curl to ask first, by Expect: 100-continue; without an answer it would wait for 30 seconds.
        let outcome = try fixture.curl(
            alice,
            ["--expect100-timeout", "30", "-H", "Expect: 100-continue", "--data-binary", "@" + file] + options + [url])
        #expect(outcome.status == 0 && outcome.output == text, "\(outcome.status) \(outcome.errors)")
    }

    @Test("a long response arrives whole")
    func download() throws {
        let size = 30_000_000
        let server = try fixture.server { $0.handler = { _, _ in .init(body: Data(count: size)) } }
        let url = try server.start().absoluteString
        defer { server.stop() }
        let outcome = try fixture.curl(alice, ["-o", "/dev/null", "-w", "%{size_download}", url])
        #expect(outcome.output == "\(size)", "\(outcome)")
    }

    @Test("HEAD gets the header alone")
    func head() throws {
        let server = try fixture.server()
        let url = try server.start().absoluteString
        defer { server.stop() }
        let outcome = try fixture.curl(alice, ["-I", url])
        #expect(outcome.status == 0 && outcome.output.contains("Content-Type: application/json"), "\(outcome)")
        #expect(!outcome.output.contains("clientCertificate") && !outcome.output.contains("Content-Length: 0\r"))
    }

    @Test("requests sent in one go are answered in their order")
    func pipelining() throws {
        let server = try fixture.server { $0.handler = { request, _ in .text("<\(request.path)>") } }
        try server.start()
        defer { server.stop() }
        let requests = (1...20).map {
            "GET /\($0) HTTP/1.1\r\nHost: a\r\n\($0 == 20 ? "Connection: close\r\n" : "")\r\n"
        }
        let outcome = try fixture.sClient(server, alice, ["-quiet"], input: requests.joined())
        let paths = outcome.output.components(separatedBy: "</").dropFirst().map { $0.prefix { $0 != ">" } }
        #expect(paths == (1...20).map { "\($0)" }, "\(outcome)")
    }

    @Test("a bad request gets its status and the end of the connection")
    func badRequests() throws {
        let server = try fixture.server()
        try server.start()
        defer { server.stop() }
        for (request, status) in [
            ("nonsense\r\n\r\n", "400 Bad Request"), ("GET / HTTP/3.0\r\n\r\n", "505 HTTP Version Not Supported"),
            ("GET / HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "a", count: 40_000))\r\n\r\n", "431 "),
        ] {
            let outcome = try fixture.sClient(server, alice, ["-quiet"], input: request)
            #expect(outcome.output.hasPrefix("HTTP/1.1 " + status), "\(outcome)")
            #expect(outcome.output.contains("Connection: close"))
        }
    }

    @Test("plain HTTP is told that the port speaks TLS, and reported")
    func plainHTTP() throws {
        let server = try fixture.server()
        let url = try server.start()
        defer { server.stop() }
        let outcome = try fixture.curl(nil, ["-i", "http://127.0.0.1:\(url.port ?? 0)/"])
        #expect(outcome.output.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(outcome)")
        #expect(outcome.output.contains("this port speaks TLS"))
        #expect(server.reports.first?.failure?.reason.contains("plain HTTP") == true)
        // Also where the request never ends.
        let raw = try RawClient(port: #require(server.port))
        raw.send("G" + String(repeating: "x", count: 20_000))
        #expect(raw.readToEnd()?.contains("this port speaks TLS") == true)
    }

    @Test("sixty-four connections at once are all answered, each as itself")
    func many() throws {
        let server = try fixture.server()
        let url = try server.start().absoluteString
        defer { server.stop() }
        let outcome = try fixture.curl(
            alice,
            ["--parallel", "--parallel-immediate", "--parallel-max", "64", "-w", "\n#%{http_code}\n", url + "[1-64]"])
        #expect(outcome.output.components(separatedBy: "#200").count == 65, "\(outcome.errors)")
        #expect(server.reports.count > 32)
        #expect(server.reports.allSatisfy { $0.clientCertificate.verifyResult == "SUCCESS" })
    }

    @Test("more connections than allowed wait for their turn")
    func waiting() throws {
        let server = try fixture.server { $0.maximumConnections = 2 }
        let url = try server.start().absoluteString
        defer { server.stop() }
        let outcome = try fixture.curl(
            alice,
            [
                "--parallel", "--parallel-immediate", "--parallel-max", "8", "-H", "Connection: close", "-w",
                "\n#%{http_code}\n",
                url + "[1-8]",
            ])
        #expect(outcome.output.components(separatedBy: "#200").count == 9, "\(outcome.errors)")
    }

    @Test("clients that disappear take nobody with them")
    func disappearing() throws {
        let server = try fixture.server {
            $0.handler = { request, _ in request.path == "/big" ? .init(body: Data(count: 50_000_000)) : .text("here") }
        }
        let url = try server.start().absoluteString
        defer { server.stop() }
        let port = try #require(server.port)
        // In the middle of the handshake, by an end and by a reset; without a word.
        for reset in [false, true] {
            for bytes in [halfClientHello, []] {
                let raw = try RawClient(port: port)
                raw.send(bytes)
                if reset { raw.resetOnClose() }
            }
        }
        #expect(try eventually { server.reports.count == 4 })
        #expect(server.reports.allSatisfy { $0.failure?.reason == "the client closed the connection without a word" })
        // In the middle of a response.
        let slow = try #require(Tool("curl")).start(
            fixture.curlArguments(alice) + ["--limit-rate", "100k", "-o", fixture.folder.path("part"), url + "big"])
        #expect(try eventually { (try? Data(contentsOf: fixture.folder.url("part")).isEmpty) == false })
        slow.kill()
        #expect(try slow.outcome().status == 128 + SIGKILL)
        #expect(try fixture.curl(alice, [url]).output == "here")
    }

    @Test("what a client said before it reset the connection is heard")
    func lastWords() throws {
        let server = try fixture.server()
        try server.start()
        defer { server.stop() }
        for _ in 0..<20 {
            let raw = try RawClient(port: #require(server.port))
            raw.resetOnClose()
            raw.send("GET")
        }
        #expect(try eventually { server.reports.count == 20 })
        #expect(server.reports.allSatisfy { $0.failure?.reason.contains("plain HTTP") == true }, "\(server.reports)")
    }

    @Test("a client that dawdles in the handshake is ended, and reported")
    func slowHandshake() throws {
        let server = try fixture.server { $0.timeouts.handshake = 0.3 }
        try server.start()
        defer { server.stop() }
        let raw = try RawClient(port: #require(server.port))
        raw.send(halfClientHello)
        #expect(raw.readToEnd() == "")
        #expect(server.reports.first?.failure?.reason == "the client did not finish the handshake in time")
    }

    @Test("a client that dawdles in a request gets 408, a silent one the end of the connection")
    func slowRequest() throws {
        let server = try fixture.server {
            $0.timeouts.request = 0.3
            $0.timeouts.idle = 0.6
        }
        try server.start()
        defer { server.stop() }
        let half = try fixture.sClient(server, alice, ["-quiet"], input: "GET / HTTP/1.1\r\nHost:")
        #expect(half.output.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(half)")
        let silent = try fixture.sClient(server, alice, ["-quiet"], input: "")
        #expect(silent.status == 0 && silent.output.isEmpty, "\(silent)")
    }

    @Test("what TLS can't read is refused with an alert, and reported")
    func noise() throws {
        let server = try fixture.server()
        try server.start()
        defer { server.stop() }
        let raw = try RawClient(port: #require(server.port))
        raw.send([UInt8](repeating: 0xFF, count: 100_000))
        _ = raw.readToEnd()
        #expect(try eventually { server.reports.count == 1 })
        #expect(server.reports.first?.failure?.reason.isEmpty == false)
    }
}
