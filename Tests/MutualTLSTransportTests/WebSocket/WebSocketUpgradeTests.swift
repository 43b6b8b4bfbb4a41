import Foundation
import Testing

@testable import MutualTLSTransport

@Suite("The upgrade to WebSocket")
struct WebSocketUpgradeTests {
    /// The example of RFC 6455, 1.2 and 1.3.
    private static let nonce = Data("the sample nonce".utf8)
    private static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    private static let good = [
        "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Accept: \(accept)",
    ]

    private func upgrade(
        _ url: String = "wss://example.com/chat", headers: [(name: String, value: String)] = [],
        protocols: [String] = ["chat", "superchat"]
    ) throws -> WebSocketUpgrade {
        try WebSocketUpgrade(
            url: try #require(URL(string: url)), headers: headers, protocols: protocols, nonce: Self.nonce)
    }

    @Test("the request is the RFC's")
    func request() throws {
        let made = try upgrade(headers: [("Origin", "https://example.com"), ("Authorization", "Bearer x")])
        #expect(
            String(decoding: made.request, as: UTF8.self).components(separatedBy: "\r\n") == [
                "GET /chat HTTP/1.1", "Host: example.com", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Protocol: chat, superchat", "Origin: https://example.com", "Authorization: Bearer x", "",
                "",
            ])
    }

    @Test(
        "the target and the host come from the URL; its fragment and its user don't",
        arguments: [
            ("wss://example.com", "/", "example.com"),
            ("wss://example.com?a=b", "/?a=b", "example.com"),
            ("wss://example.com:443/", "/", "example.com"), ("https://example.com:443/", "/", "example.com"),
            ("wss://example.com:80/", "/", "example.com:80"), ("ws://example.com:80/", "/", "example.com"),
            ("WSS://example.com:8443/a%20b/%2F?q=%26#f", "/a%20b/%2F?q=%26", "example.com:8443"),
            ("wss://user:word@example.com/", "/", "example.com"),
            ("wss://[::1]:8443/x", "/x", "[::1]:8443"), ("wss://127.0.0.1/x", "/x", "127.0.0.1"),
        ])
    func addresses(url: String, target: String, host: String) throws {
        let lines = String(decoding: try upgrade(url).request, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.prefix(2) == ["GET \(target) HTTP/1.1", "Host: \(host)"])
        #expect(!lines.joined().contains("word"))
    }

    @Test("what can't be asked is refused before anything is sent")
    func refusedRequests() throws {
        for url in ["ftp://example.com/", "wss:///x", "/x", "wss://example.com:70000/"] {
            #expect(throws: WebSocketError.self, "\(url)") { try upgrade(url) }
        }
        for protocols in [["a b"], [""], ["chat", "chat"], ["a,b"]] {
            #expect(throws: WebSocketError.self, "\(protocols)") { try upgrade(protocols: protocols) }
        }
        for header in [
            ("Host", "x"), ("sec-websocket-KEY", "x"), ("Connection", "close"), ("a b", "x"), ("", "x"),
            ("X", "a\r\nY: b"), ("X", "a\nb"), ("X", "\0"), ("Transfer-Encoding", "chunked"),
        ] {
            #expect(throws: WebSocketError.self, "\(header)") { try upgrade(headers: [header]) }
        }
    }

    @Test("each connection has a key of its own, of 16 bytes")
    func keys() throws {
        let nonces = Set((0..<100).map { _ in WebSocketUpgrade.randomNonce() })
        #expect(nonces.count == 100 && nonces.allSatisfy { $0.count == 16 })
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// Instead of the good lines; an empty one is left out.
        var changes: [Int: String] = [:]
        var more: [String] = []
        var code: WebSocketError.Code?
        var chosen: String?
    }

    static let answers = [
        Answer(testDescription: "as it should be"),
        Answer(
            testDescription: "in other letters",
            changes: [1: "UPGRADE: WebSocket", 2: "connection: keep-alive, upgrade"]),
        Answer(testDescription: "without a reason phrase", changes: [0: "HTTP/1.1 101"]),
        Answer(
            testDescription: "a subprotocol of ours", more: ["Sec-WebSocket-Protocol: superchat"], chosen: "superchat"),
        Answer(testDescription: "an empty list of extensions", more: ["Sec-WebSocket-Extensions:"]),
        Answer(testDescription: "spaces around the value", changes: [3: "Sec-WebSocket-Accept:  \t\(accept) "]),
        Answer(testDescription: "another status", changes: [0: "HTTP/1.1 200 OK"], code: .refused),
        Answer(testDescription: "no Upgrade", changes: [1: ""], code: .badUpgrade),
        Answer(testDescription: "another Upgrade", changes: [1: "Upgrade: h2c"], code: .badUpgrade),
        Answer(testDescription: "two Upgrades", changes: [1: "Upgrade: websocket, h2c"], code: .badUpgrade),
        Answer(testDescription: "no Connection", changes: [2: ""], code: .badUpgrade),
        Answer(testDescription: "another Connection", changes: [2: "Connection: keep-alive"], code: .badUpgrade),
        Answer(testDescription: "no key", changes: [3: ""], code: .badUpgrade),
        Answer(
            testDescription: "another key", changes: [3: "Sec-WebSocket-Accept: \(accept.lowercased())"],
            code: .badUpgrade),
        Answer(testDescription: "two keys", more: ["Sec-WebSocket-Accept: \(accept)"], code: .badUpgrade),
        Answer(
            testDescription: "an extension", more: ["Sec-WebSocket-Extensions: permessage-deflate"], code: .badUpgrade),
        Answer(testDescription: "a subprotocol of its own", more: ["Sec-WebSocket-Protocol: soap"], code: .badUpgrade),
        Answer(
            testDescription: "a subprotocol in other letters", more: ["Sec-WebSocket-Protocol: Chat"], code: .badUpgrade
        ),
        Answer(
            testDescription: "two subprotocols", more: ["Sec-WebSocket-Protocol: chat, superchat"], code: .badUpgrade),
        Answer(testDescription: "no HTTP", changes: [0: "SSH-2.0-OpenSSH"], code: .badUpgrade),
        Answer(testDescription: "HTTP/2", changes: [0: "HTTP/2 101 x"], code: .badUpgrade),
        Answer(testDescription: "a status of two digits", changes: [0: "HTTP/1.1 10 x"], code: .badUpgrade),
        Answer(testDescription: "a status that is no number", changes: [0: "HTTP/1.1 1O1 x"], code: .badUpgrade),
        Answer(testDescription: "a line without a colon", more: ["nonsense"], code: .badUpgrade),
        Answer(testDescription: "a folded line", more: [" folded: x"], code: .badUpgrade),
        Answer(testDescription: "a space before the colon", more: ["Name : x"], code: .badUpgrade),
        Answer(testDescription: "a header without a name", more: [": x"], code: .badUpgrade),
    ]

    @Test("an answer is an upgrade only by every rule of RFC 6455, 4.1", arguments: answers)
    func answer(row: Answer) throws {
        let lines = Self.good.enumerated().map { row.changes[$0] ?? $1 }.filter { !$0.isEmpty } + row.more
        let text = lines.joined(separator: "\r\n") + "\r\n\r\n"
        let upgrade = try upgrade()
        let result = Result {
            var reader = WebSocketResponseReader()
            // Another status than 101 has a body, which here ends with the connection.
            let response = try reader.receive(Data(text.utf8)) ?? reader.receiveEnd()
            return try upgrade.check(#require(response).0)
        }
        switch result {
        case .success(let chosen): #expect(row.code == nil && chosen == row.chosen)
        case .failure(let error): #expect((error as? WebSocketError)?.code == row.code)
        }
    }

    @Test("without subprotocols asked for, none may be chosen")
    func noProtocols() throws {
        let text = (Self.good + ["Sec-WebSocket-Protocol: chat"]).joined(separator: "\r\n") + "\r\n\r\n"
        var reader = WebSocketResponseReader()
        let response = try #require(try reader.receive(Data(text.utf8))).0
        #expect(throws: WebSocketError.self) { try upgrade(protocols: []).check(response) }
        #expect(try upgrade().check(response) == "chat")
    }
}

extension WebSocketResponseReader {
    mutating func receive(_ data: Data) throws -> (WebSocketResponse, rest: Data)? {
        try data.withUnsafeBytes { bytes throws(WebSocketError) in try receive(bytes) }
    }
}
