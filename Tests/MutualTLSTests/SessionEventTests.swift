import Foundation
import PortableSecurity
import Testing

@testable import MutualTLS

@Suite("Events")
struct SessionEventTests {
    private static let origin = "https://api.example.com"

    private static var handshake: SessionEvent.Handshake {
        var handshake = SessionEvent.Handshake()
        handshake.tlsVersion = "TLSv1.3"
        handshake.cipher = "TLS_AES_256_GCM_SHA384"
        handshake.applicationProtocol = "h2"
        handshake.leafFingerprint = "0a1b"
        handshake.duration = 0.01234
        return handshake
    }

    private static var request: SessionEvent.Request {
        var request = SessionEvent.Request(method: "POST", path: "/scans", status: 201)
        (request.bytesSent, request.bytesReceived) = (3, 1024)
        request.timings.total = 1.5
        return request
    }

    static let lines: [(SessionEvent, String)] = [
        (
            .challengeAsked(NSURLAuthenticationMethodServerTrust, origin: origin),
            "challenge asked: https://api.example.com, server trust"
        ),
        (
            .challengeAnswered(NSURLAuthenticationMethodClientCertificate, origin: origin, .useCredential),
            "challenge answered: https://api.example.com, client certificate, use the credential"
        ),
        (
            .challengeAnswered("Negotiate", origin: origin, .rejectProtectionSpace),
            "challenge answered: https://api.example.com, Negotiate, reject the protection space"
        ),
        (
            .handshakeDone(handshake, origin: origin),
            "handshake done: https://api.example.com, TLSv1.3, TLS_AES_256_GCM_SHA384, h2, as 0a1b, 12.3 ms"
        ),
        (
            .handshakeDone(.init(), origin: origin),
            "handshake done: https://api.example.com, without a certificate, 0.0 ms"
        ),
        (.connectionReused(origin: origin), "connection reused: https://api.example.com"),
        (
            .refused(MutualTLSError(.clientCertificateRejected, "r", alert: "unknown_ca (48)"), origin: origin),
            "refused: https://api.example.com, clientCertificateRejected, alert unknown_ca (48)"
        ),
        (
            .requestFinished(request, origin: origin),
            "request finished: POST https://api.example.com/scans 201, 3 bytes sent, 1024 received, 1500.0 ms"
        ),
        (
            .requestFinished(.init(method: "GET"), origin: origin, error: MutualTLSError(.timedOut, "r")),
            "request finished: GET https://api.example.com, timedOut, 0 bytes sent, 0 received"
        ),
    ]

    @Test("an event is one line of a log", arguments: lines)
    func line(event: SessionEvent, text: String) { #expect(event.description == text) }

    @Test("a kind of event has what belongs to it, and nothing else")
    func fields() throws {
        let refused = SessionEvent.refused(MutualTLSError(.noIdentity, "r"), origin: Self.origin)
        #expect(refused.kind == .refused && refused.errorCode == .noIdentity && refused.alert == nil)
        #expect(refused.request == nil && refused.handshake == nil && refused.disposition == nil)
        let done = SessionEvent.handshakeDone(Self.handshake, origin: Self.origin)
        #expect(done.kind == .handshakeDone && done.handshake == Self.handshake && done.errorCode == nil)
    }

    @Test(
        "what identifies a user in a URL is in neither origin nor path",
        arguments: [
            ("https://user:hunter2@API.example.com/a%20b?token=hunter2#hunter2", "https://api.example.com", "/a%20b"),
            ("http://user:hunter2@h:80/?hunter2", "http://h", "/"), ("http://h:8080", "http://h:8080", ""),
            ("https://[::1]:8443/x", "https://[::1]:8443", "/x"), ("http://[::1]/x", "http://[::1]", "/x"),
            ("https://h/a;hunter=2/%0Ab", "https://h", "/a;hunter=2/%0Ab"), ("mailto:hunter2@h", "no origin", nil),
        ] as [(String, String, String?)])
    func urls(_ row: (text: String, origin: String, path: String?)) throws {
        let url = try #require(URL(string: row.text))
        #expect(SessionEvent.origin(of: url) == row.origin)
        #expect(SessionEvent.path(of: url) == row.path)
    }

    @Test("what came from the network can't forge a second line or control the terminal")
    func escaping() {
        var request = SessionEvent.Request(method: "GET\n2026 ok")
        request.path = "/\u{1B}[31m\u{202E}\r"
        let line = SessionEvent.requestFinished(request, origin: "https://h\u{85}").description
        #expect(
            line
                == "request finished: GET\\u{a}2026 ok https://h\\u{85}/\\u{1b}[31m\\u{202e}\\u{d}, 0 bytes sent, 0 received"
        )
    }
}
