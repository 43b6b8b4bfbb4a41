import Foundation
import Testing

@testable import MutualTLSTransport

@Suite("The answer to a WebSocket's request")
struct WebSocketResponseReaderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var input: String
        var status: Int
        var body = ""
        /// What is behind a 101.
        var rest = ""
        /// Whether it is only complete when the connection ends.
        var needsEnd = false
    }

    static let rows = [
        Row(testDescription: "an upgrade", input: "HTTP/1.1 101 S\r\nA: b\r\n\r\n", status: 101),
        Row(
            testDescription: "an upgrade and the first frames", input: "HTTP/1.1 101 S\r\nA: b\r\n\r\nframes\r\n\r\n",
            status: 101, rest: "frames\r\n\r\n"),
        Row(
            testDescription: "interim answers first",
            input: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 101 S\r\nA: b\r\n\r\nf",
            status: 101, rest: "f"),
        Row(
            testDescription: "a body with a length", input: "HTTP/1.1 400 B\r\ncontent-length: 4\r\n\r\npagemore",
            status: 400, body: "page"),
        Row(testDescription: "no body", input: "HTTP/1.1 403 F\r\nContent-Length: 0\r\n\r\n", status: 403),
        Row(testDescription: "a status without body", input: "HTTP/1.1 204 N\r\n\r\n", status: 204),
        Row(
            testDescription: "a body in chunks",
            input: "HTTP/1.1 502 B\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\npag\r\n01\r\ne\r\n0\r\n\r\n",
            status: 502,
            body: "page"),
        Row(
            testDescription: "chunks and trailers",
            input: "HTTP/1.1 502 B\r\nTransfer-Encoding: Chunked\r\n\r\n4\r\npage\r\n0\r\nA: b\r\n\r\n", status: 502,
            body: "page"),
        Row(
            testDescription: "chunks that are none",
            input: "HTTP/1.1 502 B\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npage\r\nxyz\r\n\r\n", status: 502,
            body: "page"),
        Row(
            testDescription: "a body to the connection's end", input: "HTTP/1.0 500 I\r\nA: b\r\n\r\npage", status: 500,
            body: "page", needsEnd: true),
        Row(
            testDescription: "a cut body", input: "HTTP/1.1 400 B\r\nContent-Length: 9\r\n\r\npage", status: 400,
            body: "page", needsEnd: true),
        Row(
            testDescription: "a cut chunk", input: "HTTP/1.1 400 B\r\nTransfer-Encoding: chunked\r\n\r\n9\r\npage",
            status: 400, body: "page", needsEnd: true),
        Row(
            testDescription: "a length that is none", input: "HTTP/1.1 400 B\r\nContent-Length: -1\r\n\r\npage",
            status: 400, body: "page", needsEnd: true),
    ]

    @Test("it is read to its end, in one piece and byte by byte", arguments: rows)
    func answers(row: Row) throws {
        for size in [row.input.utf8.count, 1] {
            var reader = WebSocketResponseReader()
            var found: (WebSocketResponse, rest: Data)?
            var rest = Data(row.input.utf8)[...]
            while found == nil, !rest.isEmpty {
                found = try reader.receive(Data(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            #expect((found == nil) == row.needsEnd)
            let (response, behind) = try #require(found ?? reader.receiveEnd())
            #expect(response.status == row.status)
            #expect(String(decoding: response.body, as: UTF8.self) == row.body)
            // Byte by byte, what is behind it has not come yet.
            #expect(String(decoding: behind + (row.status == 101 ? rest : Data()), as: UTF8.self) == row.rest)
        }
    }

    @Test("headers keep their order and spelling, and are found in any")
    func headers() throws {
        var reader = WebSocketResponseReader()
        let text = "HTTP/1.1 101 S\r\nSet-Cookie: a=b\r\nX: 1, ,2\r\nset-cookie: c\r\nx: 3\r\n\r\n"
        let response = try #require(try reader.receive(Data(text.utf8))).0
        #expect(response.headers.map(\.name) == ["Set-Cookie", "X", "set-cookie", "x"])
        #expect(response.values("SET-COOKIE") == ["a=b", "c"])
        #expect(response.tokens("x") == ["1", "2", "3"])
    }

    @Test("a head that doesn't end is given up after 64 KiB, and a body is cut there")
    func limits() throws {
        var reader = WebSocketResponseReader()
        _ = try reader.receive(Data("HTTP/1.1 101 S\r\n".utf8))
        let error = #expect(throws: WebSocketError.self) {
            for _ in 0..<100 { _ = try reader.receive(Data("X: \(String(repeating: "x", count: 1024))\r\n".utf8)) }
        }
        #expect(error?.code == .badUpgrade)

        for head in ["Content-Length: 1000000", "Transfer-Encoding: chunked\r\n\r\nf4240", "A: b"] {
            var reader = WebSocketResponseReader()
            let bytes = Data("HTTP/1.1 400 B\r\n\(head)\(head.contains("\r\n\r\n") ? "" : "\r\n")\r\n".utf8)
            var found = try reader.receive(bytes)
            var count = 0
            while found == nil, count < 100 {
                found = try reader.receive(Data(count: 1024))
                count += 1
            }
            #expect(count <= 64)
            #expect(try #require(found).0.body.count <= 64 << 10)
        }
    }
}
