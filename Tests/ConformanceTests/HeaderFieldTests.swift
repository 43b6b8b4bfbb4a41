import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Header fields as they are on the wire")
    struct HeaderFieldTests {
        private func answer(
            _ way: Way, _ script: [HostileServer.Step], _ change: (inout URLRequest) -> Void = { _ in }
        ) async throws -> (Answer, HostileServer.Request) {
            let servers = try SharedServers.current
            let server = try HostileServer(
                [.handshake, .request] + script, tls: .init(servers.pki, version: way.wire.tls))
            var request = URLRequest(url: server.url("/path?query#fragment"))
            change(&request)
            let answer = try await servers.client(way.transport).send(request)
            let seen = try #require(server.connections.first?.requests.first)
            #expect(seen.values("Host") == ["localhost:\(server.port)"])
            return (answer, seen)
        }

        @Test("a GET names the host, what it accepts, and nothing that nobody gave", arguments: Way.http1)
        func plain(way: Way) async throws {
            let (_, seen) = try await answer(way, [.answer()])
            #expect(seen.head.hasPrefix("GET /path?query HTTP/1.1\r\n"))
            let codings = seen.values("Accept-Encoding").joined()
            #expect(["gzip", "br", "zstd"].allSatisfy(codings.contains))
            let absent = ["Content-Type", "Content-Length", "Transfer-Encoding", "Expect", "Authorization", "Cookie"]
            #expect(absent.allSatisfy { seen.values($0).isEmpty })
        }

        @Test("fields go out as they were given: empty, long, repeated, in any case", arguments: Way.http1)
        func given(way: Way) async throws {
            let long = String(repeating: "x", count: 60_000)
            let (_, seen) = try await answer(way, [.answer()]) { request in
                request.setValue("", forHTTPHeaderField: "X-Empty")
                request.setValue(long, forHTTPHeaderField: "x-long")
                request.addValue("one", forHTTPHeaderField: "X-Twice")
                request.addValue("two", forHTTPHeaderField: "X-Twice")
                request.setValue("other/1", forHTTPHeaderField: "User-Agent")
                request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
            }
            #expect(seen.values("X-Empty") == [""])
            #expect(seen.values("X-Long") == [long])
            #expect(seen.values("X-Twice").joined(separator: ",").filter { $0 != " " } == "one,two")
            #expect(seen.values("User-Agent") == ["other/1"])
            #expect(seen.values("Accept-Encoding") == ["identity"])
        }

        @Test("the length of a body is the true one, whatever was said, and no pause comes first", arguments: Way.http1)
        func body(way: Way) async throws {
            let (_, seen) = try await answer(way, [.answer()]) { request in
                request.httpMethod = "POST"
                request.httpBody = Data("a body".utf8)
                request.setValue("99", forHTTPHeaderField: "Content-Length")
                request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
            }
            #expect(seen.body == Data("a body".utf8))
            #expect(seen.values("Content-Length") == ["6"])
            #expect(seen.values("Content-Type") == ["text/plain"])
            #expect(seen.values("Expect").isEmpty)
        }

        @Test("a field that would break the head never does", arguments: Way.http1)
        func injection(way: Way) async throws {
            let servers = try SharedServers.current
            let server = try HostileServer(
                [.handshake, .request, .answer()], tls: .init(servers.pki, version: way.wire.tls))
            let client = try servers.client(way.transport)
            // corelibs' URLRequest drops some of them by itself.
            for (name, value) in [
                ("X-Tag", "a\r\nX-Other: b"), ("X-Tag", "a\nX-Other: b"), ("X-Tag", "a\0b"), ("X Tag", "a"),
                ("X-Tag: a\r\nX-Other", "b"),
            ] {
                var request = URLRequest(url: server.url())
                request.setValue(value, forHTTPHeaderField: name)
                let outcome = await client.outcome(of: request)
                #expect([.failure(.invalidRequest), .answer(200, "ok")].contains(outcome), "\(name): \(value)")
            }
            for head in server.connections.flatMap(\.requests).map(\.head) {
                #expect(!head.contains("X-Other") && !head.contains("X Tag") && !head.contains("\0"))
            }
        }

        struct Row: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var response: String
            var status = 200
            var body = "ok"
            var fields: [String: String?] = [:]
        }

        static let rows = [
            Row(
                testDescription: "empty, and without a space",
                response: "HTTP/1.1 200 OK\r\nX-Empty:\r\nX-Tight:a\r\nContent-Length: 2\r\n\r\nok",
                fields: ["X-Empty": "", "x-tight": "a", "X-Absent": nil]),
            Row(
                testDescription: "repeated, in different cases",
                response: "HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Length: 2\r\n\r\nok",
                fields: ["X-A": "1, 2"]),
            Row(
                testDescription: "those of interim responses are not the response's",
                response: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                    + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                fields: ["Link": nil]),
            Row(
                testDescription: "those behind the body are not the head's",
                response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\n0\r\nX-Late: a\r\n\r\n",
                fields: ["X-Late": nil]),
            Row(
                testDescription: "a status without a reason, of HTTP/1.0",
                response: "HTTP/1.0 404\r\nContent-Length: 2\r\n\r\nno", status: 404, body: "no"),
            Row(
                testDescription: "204 has no body, whatever follows",
                response: "HTTP/1.1 204 No Content\r\n\r\nnonsense", status: 204, body: ""),
            Row(
                testDescription: "304 has the length of what it stands for",
                response: "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", status: 304, body: "",
                fields: ["Content-Length": "9"]),
        ]

        @Test("a response's fields are read as RFC 9110 and 9112 have it", arguments: Way.http1, rows)
        func response(way: Way, row: Row) async throws {
            let (answer, _) = try await answer(way, [.send(row.response)])
            #expect(answer.status == row.status && answer.text == row.body)
            for (name, value) in row.fields { #expect(answer.header(name) == value, "\(name)") }
        }
    }
}
