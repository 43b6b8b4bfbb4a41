import Foundation
import Testing

@testable import MutualTLSTransport

@Suite("A response's head, line by line")
struct ResponseHeadTests {
    private static func head(_ lines: [String]) -> ResponseHead {
        var head = ResponseHead()
        for line in lines { Array(line.utf8).withUnsafeBytes { head.take(line: $0) } }
        return head
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var lines: [String]
        var status: Int
        var version = "HTTP/1.1"
        var headers: [String] = []
    }

    static let rows = [
        Row(
            testDescription: "a plain one", lines: ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n"], status: 200,
            headers: ["A=b"]),
        Row(testDescription: "no reason", lines: ["HTTP/1.1 204\r\n", "\r\n"], status: 204),
        Row(
            testDescription: "HTTP/2 as libcurl writes it", lines: ["HTTP/2 404 \r\n", "a: b\r\n", "\r\n"],
            status: 404, version: "HTTP/2", headers: ["a=b"]),
        Row(
            testDescription: "an interim response's headers are not the final one's",
            lines: ["HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n"],
            status: 200, headers: ["A=b"]),
        Row(
            testDescription: "several interim responses",
            lines: ["HTTP/1.1 100 \r\n", "\r\n", "HTTP/1.1 102 \r\n", "\r\n", "HTTP/1.1 500 Oh\r\n", "\r\n"],
            status: 500),
        Row(
            testDescription: "a reason with colons and spaces", lines: ["HTTP/1.1 400 a: b c  d\r\n"], status: 400),
        Row(
            testDescription: "names repeat, keep their order and their spelling",
            lines: ["HTTP/1.1 200\r\n", "Set-Cookie: a\r\n", "x-TAG:1\r\n", "Set-Cookie: b\r\n"], status: 200,
            headers: ["Set-Cookie=a", "x-TAG=1", "Set-Cookie=b"]),
        Row(
            testDescription: "space around a value goes, inside it stays",
            lines: ["HTTP/1.1 200\r\n", "A: \t b  c \t\r\n", "B:\r\n", "C: \r\n"], status: 200,
            headers: ["A=b  c", "B=", "C="]),
        Row(
            testDescription: "a value with colons", lines: ["HTTP/1.1 200\r\n", "Location: http://[::1]:80/\r\n"],
            status: 200, headers: ["Location=http://[::1]:80/"]),
        Row(
            testDescription: "a folded line belongs to the value before it (RFC 9112, 5.2)",
            lines: ["HTTP/1.1 200\r\n", "A: b\r\n", " c: d\r\n", "\t e\r\n", "F: g\r\n"], status: 200,
            headers: ["A=b c: d e", "F=g"]),
        Row(
            testDescription: "a fold with nothing before it is dropped", lines: ["HTTP/1.1 200\r\n", " a: b\r\n"],
            status: 200),
        Row(
            testDescription: "space before the colon is not of the name (RFC 9112, 5.1)",
            lines: ["HTTP/1.1 200\r\n", "A : b\r\n"], status: 200, headers: ["A=b"]),
        Row(
            testDescription: "lines without a colon, and without a name, are dropped",
            lines: ["HTTP/1.1 200\r\n", "nonsense\r\n", ": b\r\n", "A: b\r\n"], status: 200, headers: ["A=b"]),
        Row(
            testDescription: "what follows the body is no header (RFC 9110, 6.5.1)",
            lines: ["HTTP/1.1 200\r\n", "A: b\r\n", "\r\n", "Set-Cookie: late\r\n", "\r\n"], status: 200,
            headers: ["A=b"]),
        Row(
            testDescription: "line feeds alone", lines: ["HTTP/1.0 200 OK\n", "A: b\n", "\n"], status: 200,
            version: "HTTP/1.0", headers: ["A=b"]),
        Row(testDescription: "a status that is no number", lines: ["HTTP/1.1 abc\r\n"], status: 0),
        Row(testDescription: "a version alone", lines: ["HTTP/1.1\r\n"], status: 0),
        Row(testDescription: "nothing", lines: [], status: 0, version: ""),
        Row(
            testDescription: "letters beyond ASCII, also joined to the colon",
            lines: ["HTTP/1.1 200\r\n", "A:\u{301}b\r\n", "B: \u{e9}\r\n"], status: 200,
            headers: ["A=\u{301}b", "B=\u{e9}"]),
    ]

    @Test("lines become status, version and headers", arguments: rows)
    func lines(row: Row) {
        let head = Self.head(row.lines)
        #expect(head.status == row.status)
        #expect(head.httpVersion == row.version)
        #expect(head.headers.map { "\($0.name)=\($0.value)" } == row.headers)
    }

    @Test("ten thousand headers, and one of a megabyte, are all kept")
    func large() {
        let many = Self.head(["HTTP/1.1 200\r\n"] + (0..<10_000).map { "X-\($0): \($0)\r\n" })
        #expect(many.headers.count == 10_000 && many.headers.last?.name == "X-9999")
        let long = Self.head(["HTTP/1.1 200\r\n", "A: " + String(repeating: "b", count: 1 << 20) + "\r\n"])
        #expect(long.headers.first?.value.utf8.count == 1 << 20)
    }

    @Test("any bytes are taken without a trap")
    func noise() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var head = ResponseHead()
            var bytes = Array("HTTP/1.1 200 \r\nA:".utf8.shuffled().prefix(Int.random(in: 0...17)))
            bytes += (0..<8).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            bytes.withUnsafeBytes {
                head.take(line: $0)
                head.take(line: UnsafeRawBufferPointer(rebasing: $0.dropFirst(3)))
            }
            // Line breaks among the bytes make more lines of them; a field has its colon.
            let colons = (bytes + bytes.dropFirst(3)).count { $0 == UInt8(ascii: ":") }
            #expect(head.headers.count <= colons && (0...999).contains(head.status))
        }
    }
}
