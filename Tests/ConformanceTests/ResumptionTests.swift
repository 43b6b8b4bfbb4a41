import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("TLS sessions are never resumed")
    struct ResumptionTests {
        private func server(_ pki: TestPKI, _ version: TLSVersion) throws -> HostileServer {
            try HostileServer(
                [.handshake, .request, .answer(headers: "Connection: close\r\n")],
                tls: .init(pki, version: version, tickets: true))
        }

        @Test("each connection is a full handshake and shows the certificate, tickets or not", arguments: Way.http1)
        func tickets(way: Way) async throws {
            let servers = try SharedServers.current
            let server = try server(servers.pki, way.wire.tls)
            let client = try servers.client(way.transport)
            for _ in 0..<3 {
                #expect(await client.outcome(of: URLRequest(url: server.url())) == .answer(200, "ok"))
            }
            let seen = server.connections.compactMap(\.client)
            #expect(seen.map(\.isResumed) == [false, false, false])
            #expect(seen.allSatisfy { $0.chain.count == 2 && $0.verification?.isSuccess == true })
        }

        @Test(
            "that server does resume for a client that asks for it", .needs(.openssl, cases: 2),
            arguments: [TLSVersion.v1_2, .v1_3])
        func control(version: TLSVersion) async throws {
            let pki = try SharedServers.current.pki
            let server = try server(pki, version)
            let folder = try TemporaryFolder()
            let issued = try pki.client()
            let certificate = try folder.write(issued.chainPEM, "client.pem").path
            let key = try folder.write(issued.privateKeyPEM, "client.key").path
            let session = folder.path("session")
            let openssl = try #require(Tool("openssl"))
            for option in ["-sess_out", "-sess_in"] {
                let run = try openssl.run(
                    [
                        "s_client", "-connect", "127.0.0.1:\(server.port)", "-cert", certificate, "-cert_chain",
                        certificate, "-key", key, "-ign_eof", option, session,
                    ], input: Data("GET / HTTP/1.1\r\n\r\n".utf8))
                #expect(run.status == 0, "\(run)")
            }
            let seen = await server.endedConnections(atLeast: 2).compactMap(\.client)
            #expect(seen.map(\.isResumed) == [false, true])
        }
    }
}
