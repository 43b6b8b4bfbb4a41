import Foundation
import TestSupport
import Testing

@testable import MutualTLSTransport

@Suite("A proxy that wants a password")
struct ProxyAuthenticationTests {
    private static let digest = HostileServer.Step.send(
        "HTTP/1.1 407 No\r\nProxy-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=MD5\r\n"
            + "Content-Length: 0\r\n\r\n")

    private func transport(_ server: HostileServer, _ user: String = "user:secret@") throws -> Transport {
        var configuration = Transport.Configuration()
        configuration.proxy = .proxy(try #require(Proxy("http://\(user)127.0.0.1:\(server.port)")))
        return try Transport(handler: Answers(), configuration: configuration)
    }

    private func authorizations(_ server: HostileServer) -> [[String]] {
        server.connections.map { connection in
            connection.requests.map { $0.values("Proxy-Authorization").joined().prefix { $0 != " " }.description }
        }
    }

    @Test("gets it by Basic at once, as with curl: some close on a request without it", arguments: ["http", "https"])
    func basic(scheme: String) async throws {
        let server = try HostileServer([.request, .close])
        let url = try #require(URL(string: "\(scheme)://host.example/"))
        let error = await #expect(throws: TransportError.self) {
            try await transport(server).perform(TransportRequest(url: url, timeout: 20))
        }
        #expect(error?.code == (scheme == "https" ? .proxyFailed : .connectionLost), "\(String(describing: error))")
        let heads = server.connections.flatMap(\.requests)
        // Not for ever: what is repeated is what was sent over a connection that may have been old.
        #expect((1...4).contains(heads.count))
        #expect(heads.allSatisfy { $0.values("Proxy-Authorization") == ["Basic dXNlcjpzZWNyZXQ="] }, "\(heads)")
    }

    @Test("gets none where there is none")
    func none() async throws {
        let server = try HostileServer([.request, .answer("no", status: "407 No")])
        let url = try #require(URL(string: "http://host.example/"))
        #expect(try await transport(server, "").perform(TransportRequest(url: url, timeout: 20)).status == 407)
        #expect(authorizations(server) == [[""]])
    }

    @Test("gets it by Digest where it turns Basic down and offers that")
    func digest() async throws {
        let server = try HostileServer(
            [.request, Self.digest], then: [.request, Self.digest, .request, .answer("done")])
        let url = try #require(URL(string: "http://host.example/"))
        let response = try await transport(server).perform(TransportRequest(url: url, timeout: 20))
        #expect(response.status == 200 && response.body == Data("done".utf8))
        #expect(authorizations(server) == [["Basic"], ["", "Digest"]])
    }

    @Test("gets it by Digest for a tunnel too, and once: a wrong one is an error that tells no password")
    func tunnel() async throws {
        let server = try HostileServer(
            [.request, Self.digest], then: [.request, Self.digest, .request, Self.digest])
        let url = try #require(URL(string: "https://host.example/"))
        let error = await #expect(throws: TransportError.self) {
            try await transport(server).perform(TransportRequest(url: url, timeout: 20))
        }
        #expect(
            error?.code == .proxyFailed && error?.reason.contains("secret") == false, "\(String(describing: error))")
        #expect(authorizations(server) == [["Basic"], ["", "Digest"]])
    }
}
