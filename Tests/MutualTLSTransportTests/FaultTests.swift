import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import MutualTLSTransport
import TestSupport
import Testing

@Suite("Peers that misbehave, and callers who change their mind")
struct FaultTests {
    /// A TCP server in Python that does one rude thing to each connection.
    struct RudeServer {
        let url: URL
        private let folder: TemporaryFolder
        private let server: ChildServer

        init(_ behaviour: String) throws {
            folder = try TemporaryFolder()
            let port = try FreePort.next()
            let script = """
                import socket, struct, time
                listener = socket.socket()
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                listener.bind(("127.0.0.1", \(port)))
                listener.listen(16)
                held = []
                while True:
                    c, _ = listener.accept()
                    \(behaviour)
                """
            try folder.write(Data(script.utf8), "rude.py")
            server = try ChildServer("python3", [folder.path("rude.py")], port: port, log: folder.path("log"))
            url = URL(string: "https://127.0.0.1:\(port)/")!
        }
    }

    static let behaviours = [
        ("closes at once", "c.close()"),
        ("resets", "c.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0)); c.close()"),
        ("answers in clear", "c.recv(99); c.sendall(b'HTTP/1.1 400 Bad Request\\r\\n\\r\\n'); c.close()"),
        ("sends garbage", "c.recv(99); c.sendall(bytes(range(256)) * 40); c.close()"),
        ("closes within the handshake", "c.recv(4000); c.sendall(bytes([22, 3, 3, 0, 90, 2, 0])); c.close()"),
    ]

    @Test("a broken handshake is an error, at once", arguments: behaviours)
    func brokenHandshake(name: String, code: String) async throws {
        let server = try RudeServer(code)
        let transport = try Transport(handler: Answers())
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(TransportRequest(url: server.url, timeout: 10))
        }
        let expected: Set<TransportError.Code> = [.handshakeFailed, .connectionLost, .cannotConnect]
        #expect(error.map { expected.contains($0.code) } == true, "\(name): \(String(describing: error))")
    }

    @Test("a server that says nothing is given up after the time limit", .timeLimit(.minutes(1)))
    func silence() async throws {
        let server = try RudeServer("held.append(c)")
        let transport = try Transport(handler: Answers())
        let start = ContinuousClock.now
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(TransportRequest(url: server.url, timeout: 0.4))
        }
        #expect(error?.code == .timedOut)
        #expect(ContinuousClock.now - start >= .milliseconds(400))
    }

    @Test("the time limit is for silence: a slow answer that keeps moving is waited for")
    func slowAnswer() async throws {
        let pki = try TestPKI()
        let upstream = try RudeHTTPServer()
        let nginx = try NginxServer(
            pki, locations: "location /slow { proxy_buffering off; proxy_pass http://127.0.0.1:\(upstream.port); }")
        let transport = try Transport(handler: Answers(pki.client()))
        let response = try await transport.perform(TransportRequest(url: nginx.url("/slow"), timeout: 0.9))
        #expect(String(decoding: response.body, as: UTF8.self) == "0123456789")
    }

    @Test("a truncated body is a lost connection, not a short answer")
    func truncated() async throws {
        let pki = try TestPKI()
        let upstream = try RudeHTTPServer(announced: 50)
        let nginx = try NginxServer(
            pki, locations: "location /slow { proxy_buffering off; proxy_pass http://127.0.0.1:\(upstream.port); }")
        let transport = try Transport(handler: Answers(pki.client()))
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(TransportRequest(url: nginx.url("/slow")))
        }
        #expect(error?.code == .connectionLost)
    }

    @Test(
        "cancelling ends a request wherever it is", .timeLimit(.minutes(2)),
        arguments: ["trust", "certificate", "response", "queue"])
    func cancellation(stage: String) async throws {
        let pki = try TestPKI()
        let upstream = try RudeHTTPServer(digits: 30)
        let nginx = try NginxServer(
            pki, locations: "location /slow { proxy_buffering off; proxy_pass http://127.0.0.1:\(upstream.port); }")
        let answers = stage == "response" ? try Answers(pki.client()) : try Answers(pki.client(), delay: .seconds(300))
        let quickTrust = Answers(identity: { _ in
            try? await Task.sleep(for: .seconds(300))
            return .continueWithout
        })
        let handler = stage == "certificate" ? quickTrust : answers
        let transport = try Transport(handler: handler)
        let first = stage == "queue" ? Task { try await transport.perform(.init(url: nginx.url("/slow"))) } : nil
        while stage == "queue" && handler.questions.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        let request = Task { try await transport.perform(.init(url: nginx.url("/slow"))) }
        let wanted = stage == "certificate" || stage == "response" ? 2 : stage == "queue" ? 1 : 1
        while handler.questions.count < wanted { try await Task.sleep(for: .milliseconds(5)) }
        if stage == "response" || stage == "queue" { try await Task.sleep(for: .milliseconds(150)) }
        request.cancel()
        let error = await #expect(throws: TransportError.self) { try await request.value }
        #expect(error?.code == .cancelled)
        first?.cancel()
    }

    @Test("a request that is cancelled before it starts never connects")
    func cancelledBeforeStart() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let answers = try Answers(pki.client())
        let transport = try Transport(handler: answers)
        let request = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.perform(.init(url: nginx.url()))
        }
        await #expect(throws: TransportError.self) { try await request.value }
        #expect(answers.questions.isEmpty)
    }

    @Test("a drained pool finishes what it has and takes no more")
    func drain() async throws {
        let pki = try TestPKI()
        let upstream = try RudeHTTPServer()
        let nginx = try NginxServer(
            pki, locations: "location /slow { proxy_buffering off; proxy_pass http://127.0.0.1:\(upstream.port); }")
        let answers = try Answers(pki.client())
        let transport = try Transport(handler: answers)
        let request = Task { try await transport.perform(.init(url: nginx.url("/slow"))) }
        while answers.questions.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        transport.drain()
        #expect(try await request.value.status == 200)
        let error = await #expect(throws: TransportError.self) { try await transport.perform(.init(url: nginx.url())) }
        #expect(error?.code == .closed)
    }

    @Test("a pool that goes away takes its thread along")
    func threads() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        for _ in 0..<5 {
            _ = try await Transport(handler: Answers(pki.client())).perform(.init(url: nginx.url()))
        }
        func poolThreads() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").filter { task in
                (try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)) == "mutual-tls\n"
            }.count
        }
        // Other tests have pools of their own at the same time, so this waits for a moment of few.
        let before = try poolThreads()
        for _ in 0..<20 { _ = try Transport(handler: Answers()) }
        for _ in 0..<200 where try poolThreads() > before + 15 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try poolThreads() <= before + 15)
    }
}

/// A plain HTTP server that sends digits, one each 100 ms.
struct RudeHTTPServer {
    let port: Int
    private let folder: TemporaryFolder
    private let server: ChildServer

    /// - Parameters:
    ///   - digits: how often it sends the ten digits.
    ///   - announced: the Content-Length that it claims, if not the true one.
    init(digits: Int = 1, announced: Int? = nil) throws {
        folder = try TemporaryFolder()
        port = try FreePort.next()
        let script = """
            import http.server, time
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.send_response(200)
                    self.send_header("Content-Length", "\(announced ?? digits * 10)")
                    self.end_headers()
                    for digit in "0123456789" * \(digits):
                        self.wfile.write(digit.encode())
                        self.wfile.flush()
                        time.sleep(0.1)
            http.server.ThreadingHTTPServer(("127.0.0.1", \(port)), Handler).serve_forever()
            """
        try folder.write(Data(script.utf8), "rude.py")
        server = try ChildServer("python3", [folder.path("rude.py")], port: port, log: folder.path("log"))
    }
}
