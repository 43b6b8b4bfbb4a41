import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Redirects")
    struct RedirectTests {
        /// What is sent after a redirect, with a body of one byte in the first request (RFC 9110, 15.4).
        struct Row: Sendable, CustomTestStringConvertible {
            var status: Int
            var method: String
            var next: String
            var keepsBody = false
            var testDescription: String { "\(status) to \(method)" }
        }

        static let rows = [
            Row(status: 301, method: "POST", next: "GET"), Row(status: 302, method: "POST", next: "GET"),
            Row(status: 301, method: "PUT", next: "PUT", keepsBody: true),
            Row(status: 302, method: "PATCH", next: "PATCH", keepsBody: true),
            Row(status: 303, method: "POST", next: "GET"), Row(status: 303, method: "PUT", next: "GET"),
            Row(status: 303, method: "DELETE", next: "GET"), Row(status: 303, method: "HEAD", next: "HEAD"),
            Row(status: 307, method: "POST", next: "POST", keepsBody: true),
            Row(status: 308, method: "PUT", next: "PUT", keepsBody: true),
            Row(status: 302, method: "GET", next: "GET"), Row(status: 308, method: "HEAD", next: "HEAD"),
        ]

        @Test(
            "a redirect within the origin keeps the identity; the method and the body stay or go by its status",
            arguments: Way.all)
        func semantics(way: Way) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            for row in Self.rows {
                var request = URLRequest(url: try servers.url("/redirect/\(row.status)", over: way.wire))
                request.httpMethod = row.method
                if !["GET", "HEAD"].contains(row.method) { request.httpBody = Data("x".utf8) }
                let answer = try await client.send(request)
                let what = Comment(rawValue: row.testDescription)
                #expect(answer.status == 200 && answer.response.url?.path == "/echo", what)
                #expect(answer.header("X-Method") == row.next, what)
                let text = "\(row.next)|\(row.keepsBody ? "1" : "")|SUCCESS|CN=alice"
                #expect(answer.text == (row.next == "HEAD" ? "" : text), what)
            }
        }

        @Test("another origin never gets the identity, nor what was meant for the first", arguments: Way.all)
        func otherOrigin(way: Way) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            var request = URLRequest(url: try servers.url("/redirect/away", over: way.wire))
            request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
            let answer = try await client.send(request)
            #expect(answer.response.url?.port == servers.elsewhere.port)
            #expect(answer.text == "GET||NONE|")
            // The caller's own request there is another matter, and goes over another connection.
            #expect(try await client.get(servers.elsewhere.url("/echo")).text == "GET||SUCCESS|CN=alice")
            #expect(try await client.send(request).text == "GET||NONE|")
        }

        @Test("a redirect to plain http is refused", arguments: Way.all)
        func insecure(way: Way) async throws {
            let servers = try SharedServers.current
            let request = URLRequest(url: try servers.url("/redirect/clear", over: way.wire))
            #expect(try await servers.client(way.transport).outcome(of: request) == .failure(.insecureRedirect))
        }

        @Test(
            "a redirect that names no URL is the response, body and all",
            arguments: Way.http1, ["", "Location: http://[\r\n", "Location:\r\n"])
        func nowhere(way: Way, field: String) async throws {
            let servers = try SharedServers.current
            let server = try HostileServer(
                [.handshake, .request, .answer("look elsewhere", status: "302 Found", headers: field)],
                tls: .init(servers.pki, version: way.wire.tls))
            let answer = try await servers.client(way.transport).send(URLRequest(url: server.url()))
            #expect(answer.status == 302 && answer.text == "look elsewhere")
        }

        @Test("a circle of redirects ends after the twentieth", arguments: Way.all)
        func circle(way: Way) async throws {
            let servers = try SharedServers.current
            let request = URLRequest(url: try servers.url("/redirect/loop", over: way.wire))
            func count() throws -> Int {
                try #require(servers.nginx[way.wire]).log(atLeast: 0).filter { $0.path == "/redirect/loop" }.count
            }
            let before = try count()
            #expect(try await servers.client(way.transport).outcome(of: request) == .failure(.tooManyRedirects))
            for _ in 0..<200 where try count() < before + 21 { try await Task.sleep(nanoseconds: 10_000_000) }
            #expect(try count() == before + 21)
        }
    }
}
