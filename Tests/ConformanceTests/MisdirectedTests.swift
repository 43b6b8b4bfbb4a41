import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("421 Misdirected Request (RFC 9110, 15.5.20), and connections that were kept too long")
    struct MisdirectedTests {
        static let refuses = [
            HostileServer.Step.handshake, .request, .answer("wrong place", status: "421 Misdirected Request"), .silence,
        ]
        static let answers = [HostileServer.Step.handshake, .request, .answer(), .silence]

        @Test("421 is tried once more on a fresh connection, with the body", arguments: Way.http1, ["GET", "POST"])
        func once(way: Way, method: String) async throws {
            let servers = try SharedServers.current
            let server = try HostileServer(
                Self.refuses, then: Self.answers, tls: .init(servers.pki, version: way.wire.tls))
            let client = try servers.client(way.transport)
            var request = URLRequest(url: server.url())
            request.httpMethod = method
            if method == "POST" { request.httpBody = Data("a body".utf8) }
            #expect(await client.outcome(of: request) == .answer(200, "ok"))
            #expect(server.connections.count == 2)
            let bodies = server.connections.flatMap(\.requests).map(\.body)
            #expect(bodies.allSatisfy { $0 == (request.httpBody ?? Data()) })
        }

        @Test("a second 421 is the answer", arguments: Way.http1)
        func twice(way: Way) async throws {
            let servers = try SharedServers.current
            let server = try HostileServer(Self.refuses, tls: .init(servers.pki, version: way.wire.tls))
            let client = try servers.client(way.transport)
            #expect(await client.outcome(of: URLRequest(url: server.url())) == .answer(421, "wrong place"))
            #expect(server.connections.map(\.requests.count) == [1, 1])
        }

        @Test(
            "a kept connection that the server has closed meanwhile costs nobody an answer", arguments: Way.http1,
            [HostileServer.Step.close, .reset])
        func staleConnection(way: Way, ending: HostileServer.Step) async throws {
            let servers = try SharedServers.current
            let server = try HostileServer(
                [.handshake, .request, .answer(), .request, ending], then: Self.answers,
                tls: .init(servers.pki, version: way.wire.tls))
            let client = try servers.client(way.transport)
            for _ in 0..<2 {
                #expect(await client.outcome(of: URLRequest(url: server.url())) == .answer(200, "ok"))
            }
            #expect(server.connections.map(\.requests.count) == [2, 1])
        }
    }
}
