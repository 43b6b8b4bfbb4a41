import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Uploads, downloads, streams and WebSockets as clients that are known")
    struct KindTests {
        @Test("the server sees the certificate, and a redirect to another origin doesn't show it", arguments: Way.all)
        func identity(way: Way) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            for kind in Kind.http where way.transport.kinds.contains(kind) {
                let body = kind.sendsBody ? "1" : ""
                let echo = try await client.send(kind.request(servers.url("/echo", over: way.wire)), as: kind)
                #expect(echo.text.hasSuffix("|\(body)|SUCCESS|CN=alice"), "\(kind)")
                let away = try await client.send(kind.request(servers.url("/redirect/away", over: way.wire)), as: kind)
                #expect(away.response.url?.port == servers.elsewhere.port, "\(kind)")
                #expect(away.text.hasSuffix("|\(body)|NONE|"), "\(kind)")
            }
        }

        @Test("without a certificate, or with a stranger's, it is refused, and the error says so", arguments: Way.all)
        func refused(way: Way) async throws {
            let servers = try SharedServers.current
            for (identity, code) in [
                (nil, MutualTLSError.Code.clientCertificateRequired),
                (try ClientIdentity(servers.pki.strangerClient()), .clientCertificateRejected),
            ] {
                let client = try way.transport.client(ClientSetup(identity: identity, trust: servers.trust))
                for kind in Kind.http where way.transport.kinds.contains(kind) {
                    let request = kind.request(try servers.url("/echo", over: way.wire))
                    #expect(await client.outcome(of: request, as: kind) == .failure(code), "\(kind)")
                }
            }
        }

        @Test("cancelled, it ends as that, and frees its connection", .timeLimit(.minutes(1)), arguments: Way.http1)
        func cancelled(way: Way) async throws {
            let servers = try SharedServers.current
            for kind in Kind.allCases where way.transport.kinds.contains(kind) {
                let server = try HostileServer(
                    [.handshake, .request, .gate, .silence], tls: .init(servers.pki, version: way.wire.tls))
                let client = try servers.client(way.transport)
                let task = Task { await client.outcome(of: kind.request(server.url()), as: kind) }
                _ = await server.connections { $0.first?.reachedGate == true }
                server.openGate()
                task.cancel()
                #expect(await task.value == .failure(.cancelled), "\(kind)")
                let connections = await server.endedConnections()
                #expect(connections.map(\.ending) == [.byClient], "\(kind)")
                #expect(connections.map { $0.client?.verification?.isSuccess } == [true], "\(kind)")
            }
        }

        @Test(
            "a WebSocket's server sees the certificate, refuses whoever has none, and can't send the client elsewhere",
            .needs(.websockets, cases: TransportUnderTest.all.count), arguments: TransportUnderTest.all)
        func webSockets(transport: TransportUnderTest) async throws {
            let servers = try SharedServers.current
            let server = try WebSocketServer(servers.pki)
            defer { server.stop() }
            let known = try servers.client(transport)
            let whoami = URLRequest(url: server.url("/whoami"))
            #expect(await known.outcome(of: whoami, as: .webSocket) == .answer(101, "CN=alice"))
            let unknown = try transport.client(ClientSetup(identity: nil, trust: servers.trust))
            #expect(await unknown.outcome(of: whoami, as: .webSocket) == .failure(.clientCertificateRequired))

            let elsewhere = try HostileServer(
                [.handshake, .request, .silence], tls: .init(servers.pki, clients: .request))
            let moved = try HostileServer(
                [
                    .handshake, .request,
                    .answer("", status: "302 Found", headers: "Location: \(elsewhere.url().absoluteString)\r\n"),
                    .silence,
                ], tls: .init(servers.pki))
            let outcome = await known.outcome(of: URLRequest(url: moved.url()), as: .webSocket)
            #expect(outcome == .failure(.webSocketRefused))
            #expect(elsewhere.connections.isEmpty)
        }
    }
}
