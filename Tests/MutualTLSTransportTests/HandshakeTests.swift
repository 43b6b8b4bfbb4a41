import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import MutualTLSTransport
import TestSupport
import Testing

@Suite("Handshakes with a real nginx", .needs(.nginx, cases: 12))
struct HandshakeTests {
    /// One way of talking to nginx.
    struct Wire: Sendable, CustomStringConvertible {
        var protocols: String
        var http2: Bool
        var description: String { "\(protocols)\(http2 ? " over HTTP/2" : "")" }
        static let all = ["TLSv1.2", "TLSv1.3"].flatMap { version in
            [false, true].map { Wire(protocols: version, http2: $0) }
        }
    }

    @Test("a good identity is seen by the server, whatever the versions", arguments: Wire.all)
    func goodIdentity(wire: Wire) async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki, protocols: wire.protocols, http2: wire.http2)
        let answers = try Answers(pki.client("alice"))
        let transport = try Transport(handler: answers)
        let response = try await transport.perform(TransportRequest(url: nginx.url()))
        #expect(response.status == 200)
        #expect(response.httpVersion == (wire.http2 ? "HTTP/2" : "HTTP/1.1"))
        let version = wire.http2 ? "HTTP/2.0" : "HTTP/1.1"
        #expect(String(decoding: response.body, as: UTF8.self) == "SUCCESS|CN=alice|\(wire.protocols)|\(version)")
        let seen = try #require(nginx.log().first)
        #expect(seen.verify == "SUCCESS" && seen.subject == "CN=alice" && seen.tlsVersion == wire.protocols)
        let facts = try #require(response.handshake)
        #expect(facts.isFinished && facts.isCertificateRequested && facts.isCertificateSent && !facts.isResumed)
        #expect(facts.version == wire.protocols)
        #expect(answers.questions == ["trust 2", "certificate CN=Test Root CA"])
    }

    @Test("the server is judged before any identity is shown, and an untrusted one gets no request")
    func untrustedServer() async throws {
        struct NotThisOne: Error {}
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let answers = Answers(trust: { _ in .reject(.unknownAuthority, NotThisOne()) })
        let transport = try Transport(handler: answers)
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(TransportRequest(url: nginx.url()))
        }
        #expect(error?.code == .serverNotTrusted)
        #expect(error?.underlying is NotThisOne)
        #expect(error?.handshake?.alertSent == .unknownCA)
        #expect(answers.questions == ["trust 2"])
        try await Task.sleep(for: .milliseconds(100))
        #expect(nginx.log(atLeast: 0).isEmpty)
    }

    @Test("without an identity nginx answers 400, and nothing is sent")
    func noIdentity() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let transport = try Transport(handler: Answers())
        let response = try await transport.perform(TransportRequest(url: nginx.url()))
        #expect(response.status == 400)
        #expect(response.handshake?.isCertificateRequested == true)
        #expect(response.handshake?.isCertificateSent == false)
        #expect(nginx.log().first?.verify == "NONE")
    }

    @Test("a delegate that cancels ends the request with its own error")
    func cancelledChallenge() async throws {
        struct NoKeyToday: Error {}
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let transport = try Transport(handler: Answers(identity: { _ in .cancel(NoKeyToday()) }))
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(TransportRequest(url: nginx.url()))
        }
        #expect(error?.code == .challengeCancelled)
        #expect(error?.underlying is NoKeyToday)
        #expect(nginx.log(atLeast: 0).isEmpty)
    }

    @Test("nothing is added to the chain that was given, though the anchors are at hand")
    func noAutomaticChain() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let issued = try pki.client("alice")
        let leaf = try X509Certificate(der: issued.certificateDER)
        let key = try PrivateKey(pem: issued.privateKeyPEM)
        let transport = try Transport(handler: Answers(identity: { _ in .use(leaf, key, intermediates: []) }))
        let response = try await transport.perform(TransportRequest(url: nginx.url()))
        #expect(response.status == 400)
        #expect(nginx.log().first?.verify.hasPrefix("FAILED") == true)
    }

    @Test("a key that is not the certificate's is an error that names it, and the server sees nothing")
    func mismatchedKey() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let leaf = try X509Certificate(der: pki.client("alice").certificateDER)
        let key = try PrivateKey(pem: pki.client("bob").privateKeyPEM)
        let transport = try Transport(handler: Answers(identity: { _ in .use(leaf, key, intermediates: []) }))
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(TransportRequest(url: nginx.url()))
        }
        #expect(error?.code == .identityUnusable)
        #expect(nginx.log(atLeast: 0).isEmpty)
    }

    @Test("methods, headers and bodies arrive as given", arguments: [false, true])
    func requests(http2: Bool) async throws {
        let pki = try TestPKI()
        let echo = "location /echo { return 200 \"$request_method|$http_x_tag|$content_type|$content_length\"; }"
        let nginx = try NginxServer(pki, http2: http2, locations: echo)
        let transport = try Transport(handler: Answers(pki.client()))
        func send(_ method: String, _ headers: [(String, String)], _ body: Data?) async throws -> String {
            let request = TransportRequest(
                url: nginx.url("/echo"), method: method, headers: headers.map { (name: $0.0, value: $0.1) },
                body: body.map(DataBody.init))
            return String(decoding: try await transport.perform(request).body, as: UTF8.self)
        }
        #expect(try await send("GET", [("X-Tag", "a")], nil) == "GET|a||")
        #expect(try await send("POST", [("Content-Type", "text/plain")], Data("hello".utf8)) == "POST||text/plain|5")
        #expect(try await send("PUT", [("X-Tag", "")], Data()) == "PUT|||0")
        #expect(try await send("DELETE", [], nil) == "DELETE|||")
        #expect(try await send("HEAD", [], nil) == "")
        #expect(try await send("POST", [("Content-Type", "x/y")], Data(count: 3_000_000)).hasPrefix("") == true)
    }

    @Test("what could break a request open is refused before it is sent")
    func invalidRequests() async throws {
        let transport = try Transport(handler: Answers())
        let url = URL(string: "https://localhost/")!
        let bad = [
            TransportRequest(url: url, method: "GET / HTTP/1.1\r\nX: y"),
            TransportRequest(url: url, headers: [(name: "X", value: "a\r\nY: b")]),
            TransportRequest(url: url, headers: [(name: "X Y", value: "a")]),
            TransportRequest(url: URL(string: "file:///etc/passwd")!),
        ]
        for request in bad {
            let error = await #expect(throws: TransportError.self) { try await transport.perform(request) }
            #expect(error?.code == .invalidRequest)
        }
    }
}
