import Foundation
import Testing

@testable import MutualTLSDevServer

@Suite struct HTTPResponseEncoderTests {
    private func encode(_ response: DevServer.Response, isHead: Bool = false, closes: Bool = false) -> String {
        let date = Date(timeIntervalSince1970: 784_111_777)
        return String(
            decoding: HTTPResponseEncoder.encode(response, isHead: isHead, closes: closes, date: date), as: UTF8.self)
    }

    @Test("a response is framed by its length, and dated as HTTP wants it")
    func plain() {
        #expect(
            encode(.text("hi")) == "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 2\r\n\r\nhi")
    }

    @Test("HEAD tells the length without the body, 204 and 304 have neither")
    func noBody() {
        #expect(encode(.text("hi"), isHead: true).hasSuffix("Content-Length: 2\r\n\r\n"))
        for status in [204, 304] {
            let text = encode(.text("hi", status: status))
            #expect(!text.contains("Content-Length") && text.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("the handler's own framing is ignored, and its wish to close obeyed")
    func framing() {
        let response = DevServer.Response(headers: [
            .init(name: "content-length", value: "7777"), .init(name: "Transfer-Encoding", value: "chunked"),
            .init(name: "Connection", value: "close"),
        ])
        #expect(HTTPResponseEncoder.closes(response))
        let text = encode(response, closes: true)
        #expect(!text.contains("7777") && !text.contains("chunked"))
        #expect(text.hasSuffix("Content-Length: 0\r\nConnection: close\r\n\r\n"))
    }

    @Test("a response that would break out of its header becomes a 500")
    func injection() {
        for response in [
            DevServer.Response(headers: [.init(name: "X", value: "a\r\nSet-Cookie: b")]),
            DevServer.Response(headers: [.init(name: "X: y\r\nZ", value: "a")]),
            DevServer.Response(headers: [.init(name: "", value: "a")]), DevServer.Response(status: 99),
            DevServer.Response(status: -1), DevServer.Response(status: 1_000), DevServer.Response(status: 101),
        ] {
            let text = encode(response)
            #expect(text.hasPrefix("HTTP/1.1 500 ") && !text.contains("Set-Cookie") && !text.contains("Z: a"))
        }
    }

    @Test("no clock breaks the date", arguments: [-1e18, 0, 1e18, .infinity])
    func dates(seconds: Double) {
        #expect(HTTPDate.text(Date(timeIntervalSince1970: seconds)).utf8.count == 29)
    }
}
