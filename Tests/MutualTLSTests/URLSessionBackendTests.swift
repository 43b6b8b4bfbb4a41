import Foundation
import PortableSecurity
import TestSupport
import Testing

@testable import MutualTLS

/// A plain HTTP server with a few manners, good and bad.
private struct PlainServer {
    let port: Int
    private let folder: TemporaryFolder
    private let server: ChildServer

    init() throws {
        folder = try TemporaryFolder()
        port = try FreePort.next()
        let script = """
            import http.server, time
            class Handler(http.server.BaseHTTPRequestHandler):
                def log_message(self, *arguments): pass
                def answer(self):
                    length = int(self.headers.get("Content-Length") or 0)
                    body = self.rfile.read(length)
                    if self.path == "/slow": time.sleep(30)
                    text = f"{self.command}|{self.headers.get('X-Tag')}|{body.decode()}".encode()
                    self.send_response({"/redirect": 302, "/missing": 404}.get(self.path, 200))
                    if self.path == "/redirect": self.send_header("Location", "/elsewhere")
                    self.send_header("Content-Length", str(len(text) + (99 if self.path == "/short" else 0)))
                    self.end_headers()
                    self.wfile.write(text)
                do_GET = do_POST = do_DELETE = answer
            http.server.ThreadingHTTPServer(("127.0.0.1", \(port)), Handler).serve_forever()
            """
        try folder.write(Data(script.utf8), "plain.py")
        server = try ChildServer("python3", [folder.path("plain.py")], port: port, log: folder.path("log"))
    }

    func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
    }
}

@Suite("Requests over URLSession", .needs(.python, cases: 6))
struct URLSessionBackendTests {
    private func backend() -> URLSessionBackend {
        let responder = ChallengeResponder { _ in nil }
        return URLSessionBackend(responder: responder, withoutIdentity: responder, configuration: .quiet)
    }

    @Test("method, headers, body and status pass, with and without an identity", arguments: [true, false])
    func requests(mayCarryIdentity: Bool) async throws {
        let (server, backend) = (try PlainServer(), backend())
        defer { backend.invalidate(cancelling: true) }
        var request = try server.request("/")
        request.httpMethod = "POST"
        request.httpBody = Data("hello".utf8)
        request.setValue("t", forHTTPHeaderField: "X-Tag")
        let (body, response) = try await backend.send(request, mayCarryIdentity: mayCarryIdentity)
        #expect(text(body) == "POST|t|hello" && response.statusCode == 200)
        let missing = try await backend.send(server.request("/missing"), mayCarryIdentity: mayCarryIdentity)
        #expect(missing.1.statusCode == 404 && text(missing.0) == "GET|None|")
    }

    @Test("a redirect is given back, not followed")
    func redirect() async throws {
        let (server, backend) = (try PlainServer(), backend())
        defer { backend.invalidate(cancelling: true) }
        let (_, response) = try await backend.send(server.request("/redirect"), mayCarryIdentity: true)
        #expect(response.statusCode == 302)
        #expect(response.value(forHTTPHeaderField: "Location") == "/elsewhere")
        #expect(response.url?.path == "/redirect")
    }

    @Test("cancelling the task ends the request, also before it began", .timeLimit(.minutes(1)))
    func cancellation() async throws {
        let (server, backend) = (try PlainServer(), backend())
        defer { backend.invalidate(cancelling: true) }
        let request = try server.request("/slow")
        for delay in [0, 200] {
            let task = Task {
                if delay == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                return try await backend.send(request, mayCarryIdentity: true)
            }
            if delay > 0 {
                try await Task.sleep(nanoseconds: UInt64(delay) * 1_000_000)
                task.cancel()
            }
            let error = await #expect(throws: MutualTLSError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test("nobody listening, and an answer that breaks off, are failures")
    func failures() async throws {
        let (server, backend) = (try PlainServer(), backend())
        defer { backend.invalidate(cancelling: true) }
        let short = try server.request("/short")
        let broken = await #expect(throws: MutualTLSError.self) {
            try await backend.send(short, mayCarryIdentity: true)
        }
        #expect(broken?.code == .connectionLost)
        let nobody = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(FreePort.next())/")))
        let refused = await #expect(throws: MutualTLSError.self) {
            try await backend.send(nobody, mayCarryIdentity: true)
        }
        #expect(refused?.code == .cannotConnect)
    }
}

@Suite("The URLSession delegate")
struct HopDelegateTests {
    /// One challenge put to the delegate by hand; every call of its completion handler is remembered.
    private final class Exchange: Sendable {
        let answers = Recorder<URLSession.AuthChallengeDisposition>()
        private let session = URLSession(configuration: .ephemeral)
        private let hop = Protected<URLSessionHop?>(nil)
        var error: MutualTLSError? { hop.withLock { $0 }?.challengeError }

        func put(_ challenge: URLAuthenticationChallenge, _ responder: ChallengeResponder, timeout: TimeInterval) throws
        {
            let delegate = HopDelegate(responder: responder, challengeTimeout: timeout)
            let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/")))
            let hop = URLSessionHop(session.dataTask(with: request), request, Deaf())
            self.hop.withLock { $0 = hop }
            delegate.add(hop)
            delegate.urlSession(session, task: hop.task, didReceive: challenge) { disposition, _ in
                self.answers.append(disposition)
            }
        }

        func first() async throws -> URLSession.AuthChallengeDisposition? {
            for _ in 0..<1_000 where answers.values.isEmpty { try await Task.sleep(nanoseconds: 5_000_000) }
            return answers.values.first
        }

        deinit { session.invalidateAndCancel() }
    }

    private var challenge: URLAuthenticationChallenge {
        .clientCertificate(host: "api.example", port: 443, acceptableIssuers: [])
    }

    @Test("an answer in time is the only one, and leaves no error")
    func inTime() async throws {
        let identity = try ClientIdentity(TestPKI().client())
        let exchange = Exchange()
        try exchange.put(challenge, ChallengeResponder { _ in identity.credential() }, timeout: 0.3)
        #expect(try await exchange.first() == .useCredential)
        try await Task.sleep(nanoseconds: 500_000_000)
        #expect(exchange.answers.values.count == 1)
        #expect(exchange.error == nil)
    }

    @Test("a refusal leaves its reason for the request's error")
    func refusal() async throws {
        let exchange = Exchange()
        try exchange.put(challenge, ChallengeResponder { _ in nil }, timeout: 60)
        #expect(try await exchange.first() == .cancelAuthenticationChallenge)
        #expect(exchange.error?.code == .noIdentity)
    }

    @Test("the watchdog cancels what nobody answers, and the late answer goes nowhere")
    func late() async throws {
        let identity = try ClientIdentity(TestPKI().client())
        let exchange = Exchange()
        let finished = Recorder<Bool>()
        let responder = ChallengeResponder { _ in
            try? await Task.sleep(nanoseconds: 400_000_000)
            finished.append(true)
            return identity.credential()
        }
        try exchange.put(challenge, responder, timeout: 0.05)
        #expect(try await exchange.first() == .cancelAuthenticationChallenge)
        #expect(exchange.error?.code == .challengeTimedOut)
        while finished.values.isEmpty { try await Task.sleep(nanoseconds: 10_000_000) }
        try await Task.sleep(nanoseconds: 100_000_000)
        #expect(exchange.answers.values == [.cancelAuthenticationChallenge])
    }

    @Test("a limit that is no time is none, and no trap", arguments: [.nan, -1, -.infinity, 0] as [TimeInterval])
    func oddLimits(limit: TimeInterval) async throws {
        let exchange = Exchange()
        let responder = ChallengeResponder { _ in
            try? await Task.sleep(nanoseconds: 1_000_000_000)
            return nil
        }
        try exchange.put(challenge, responder, timeout: limit)
        #expect(try await exchange.first() == .cancelAuthenticationChallenge)
        #expect(exchange.error?.code == .challengeTimedOut)
    }

    @Test("an endless limit waits for the answer", arguments: [.infinity, .greatestFiniteMagnitude] as [TimeInterval])
    func endless(limit: TimeInterval) async throws {
        let exchange = Exchange()
        try exchange.put(challenge, ChallengeResponder { _ in nil }, timeout: limit)
        #expect(try await exchange.first() == .cancelAuthenticationChallenge)
        #expect(exchange.error?.code == .noIdentity)
    }

    @Test("each request has its own reasons")
    func collectors() async throws {
        let (one, other) = (Exchange(), Exchange())
        try one.put(challenge, ChallengeResponder { _ in nil }, timeout: 60)
        let space = URLProtectionSpace(
            host: "api.example", port: 443, protocol: "https", realm: nil,
            authenticationMethod: NSURLAuthenticationMethodServerTrust)
        let trustless = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: challenge.sender ?? NoSender())
        try other.put(trustless, ChallengeResponder { _ in nil }, timeout: 60)
        #expect(try await one.first() == .cancelAuthenticationChallenge)
        #expect(try await other.first() == .cancelAuthenticationChallenge)
        #expect(one.error?.code == .noIdentity && other.error?.code == .serverNotTrusted)
    }
}

/// Hears nothing.
private final class Deaf: HopObserver {
    func didSend(_ bytes: Int64, of total: Int64?) {}
    func didReceive(_ response: HopResponse) {}
    func didReceive(_ body: UnsafeRawBufferPointer) -> HopFlow { .taken }
    func didFinish(_ error: MutualTLSError?) {}
}

extension SessionBackend {
    /// Sends one hop, and collects its response.
    func send(_ original: URLRequest, mayCarryIdentity: Bool) async throws -> (Data, HTTPURLResponse) {
        var request = original
        let body: RequestBody = request.httpBody.map { .data($0) } ?? .none
        request.httpBody = nil
        let sink = DataSink(limit: 1 << 20)
        let hop = Hop(request: request, body: body, mayCarryIdentity: mayCarryIdentity)
        let observer = WholeResponse(hop, sink, NoHooks())
        let response = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { observer.begin($0, self) }
        } onCancel: {
            observer.cancel()
        }
        return (sink.take(), try response.make())
    }
}

private final class NoSender: NSObject, URLAuthenticationChallengeSender, Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
