import Foundation
import Testing

@testable import MutualTLSDevServer

@Suite struct HTTPRequestParserTests {
    /// All events of `text`, cut into pieces of `portion` bytes, in short words.
    private func events(_ text: String, portion: Int = .max, limits: HTTPRequestParser.Limits = .init()) -> [String] {
        var parser = HTTPRequestParser(limits: limits)
        var found: [String] = []
        var rest = Array(text.utf8)[...]
        while true {
            loop: while true {
                switch parser.next() {
                case .needsMore: break loop
                case .expectsContinue: found.append("100")
                case .request(let request, let keepsAlive):
                    let body = String(decoding: request.body, as: UTF8.self)
                    found.append("\(request.method) \(request.target) [\(body)]\(keepsAlive ? "" : " close")")
                case .refused(let refusal): return found + ["\(refusal.status)"]
                }
            }
            if rest.isEmpty { return found }
            parser.append(rest.prefix(portion))
            rest = rest.dropFirst(portion)
        }
    }

    static let good: [(String, [String])] = [
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", ["GET / []"]),
        ("\r\nGET / HTTP/1.1\nHost: a\n\n", ["GET / []"]),
        ("GET /a?b HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", ["GET /a?b [] close"]),
        ("GET / HTTP/1.0\r\n\r\n", ["GET / [] close"]),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", ["POST / [hello]"]),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", ["POST / []"]),
        (
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nhe\r\n003;x=y\r\nllo\r\n0\r\nT: 1\r\n\r\n",
            ["POST / [hello]"]
        ),
        (
            "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"
                + "HEAD /3 HTTP/1.1\r\nHost: a\r\n\r\n",
            ["GET /1 []", "POST /2 [hi]", "HEAD /3 []"]
        ),
    ]

    @Test("requests come out the same however their bytes are cut", arguments: good, [1, 2, 3, 7, .max])
    func requests(input: (text: String, events: [String]), portion: Int) {
        #expect(events(input.text, portion: portion) == input.events)
    }

    static let bad: [(String, String)] = [
        ("GET /\r\n\r\n", "400"), ("GET  / HTTP/1.1\r\n", "400"), ("G(T / HTTP/1.1\r\n", "400"),
        ("GET /\u{e9} HTTP/1.1\r\n", "400"), ("GET /a\tb HTTP/1.1\r\n", "400"), ("GET / http/1.1\r\n", "400"),
        ("GET / HTTP/1.1 \r\n", "400"), ("\r\n\r\n\r\n\r\n\r\n\r\n", "400"), ("GET / HTTP/2.0\r\n", "505"),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"), ("GET / HTTP/1.1\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", "400"), ("GET / HTTP/1.1\r\nHost\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: a\0b\r\n\r\n", "400"), ("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\n: a\r\n\r\n", "400"), ("\u{16}\u{3}\u{1}\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nContent-Length: 5, 5\r\n\r\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999999999999\r\n\r\n", "413"),
        ("P / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "501"),
        ("P / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", "501"),
        ("P / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
        ("P / HTTP/1.1\r\nHost: a\r\nExpect: the unexpected\r\n\r\n", "417"),
    ]

    @Test("what is no request, or could be read in two ways, is refused", arguments: bad, [1, .max])
    func refusals(input: (text: String, status: String), portion: Int) {
        #expect(events(input.text, portion: portion) == [input.status])
    }

    @Test(
        "broken chunks are refused",
        arguments: [
            "x\r\n", "\r\n", "-1\r\n", "0x5\r\n", "5 5\r\n", "1\r\nab\r\n", "1\r\na0\r\n\r\n", "ffffffffffffffff\r\n",
            "7fffffffffffffff\r\n", String(repeating: "0", count: 2_000), "1;" + String(repeating: "x", count: 2_000),
            "0\r\nno header\r\n",
        ])
    func chunks(body: String) {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        for portion in [1, .max] { #expect(events(head + body, portion: portion) == ["400"]) }
    }

    @Test("each limit holds, also for what never ends")
    func limits() {
        let limits = HTTPRequestParser.Limits(requestLine: 50, headerBytes: 100, headerLines: 3, body: 10)
        let head = "P / HTTP/1.1\r\nHost: a\r\n"
        let long = String(repeating: "a", count: 200)
        let cases = [
            (long, "414"), ("GET /\(long) HTTP/1.1\r\n", "414"), (head + "A: \(long)\r\n", "431"),
            (head + long, "431"), (head + "A: 1\r\nB: 2\r\nC: 3\r\n", "431"),
            (head + String(repeating: "A: 12345678901234567890123456789012345\r\n", count: 3), "431"),
            (head + "Content-Length: 11\r\n\r\n", "413"),
            (head + "Transfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n5\r\n", "413"),
        ]
        for (text, status) in cases {
            for portion in [1, .max] { #expect(events(text, portion: portion, limits: limits) == [status], "\(text)") }
        }
    }

    @Test("the client is told to go on only while its body is awaited")
    func continues() {
        let head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        #expect(events(head, portion: 1) == ["100"])
        #expect(events(head + "hi", portion: head.utf8.count) == ["100", "POST / [hi]"])
        #expect(events(head + "hi") == ["POST / [hi]"])
        let old = head.replacingOccurrences(of: "1.1", with: "1.0")
        #expect(events(old, portion: 1) == [])
    }

    @Test("a refused connection stays refused")
    func staysRefused() {
        var parser = HTTPRequestParser()
        parser.append("nonsense\r\n".utf8)
        for _ in 0..<2 {
            guard case .refused(let refusal) = parser.next() else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.status == 400)
            parser.append("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        }
    }

    @Test("a long line that comes byte by byte takes linear time")
    func linear() {
        let limits = HTTPRequestParser.Limits(requestLine: 1_000_000)
        let clock = ContinuousClock()
        let time = clock.measure {
            #expect(events("GET /" + String(repeating: "a", count: 400_000), portion: 1, limits: limits) == [])
        }
        #expect(time < .seconds(10))
    }

    @Test("headers keep their order, lose their blanks, and are found whatever their case")
    func headers() {
        var parser = HTTPRequestParser()
        parser.append("GET /p%20q?r HTTP/1.1\r\nHost:a\r\nX-One: \t 1 2 \t\r\nx-two:\r\n\r\n".utf8)
        guard case .request(let request, _) = parser.next() else {
            Issue.record("no request")
            return
        }
        #expect(request.headers.map(\.name) == ["Host", "X-One", "x-two"])
        #expect(request.header("x-ONE") == "1 2" && request.header("X-Two") == "" && request.header("none") == nil)
        #expect(request.path == "/p%20q")
    }
}
