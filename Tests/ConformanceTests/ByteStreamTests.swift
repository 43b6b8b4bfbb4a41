import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Responses that are read as they come")
    struct ByteStreamTests {
        @Test("the pieces are the body, byte for byte, decoded", arguments: Way.offering(.bytes))
        func pieces(way: Way) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            let rows = [
                ("/files/0", Data()), ("/files/1", ServedContent.pattern(1)),
                ("/files/20971520", ServedContent.pattern(20 << 20)), ("/coded/gzip", Data(ServedContent.text.utf8)),
                ("/redirect/302", Data("GET||SUCCESS|CN=alice".utf8)),
            ]
            for (path, expected) in rows {
                let open = try await client.open(URLRequest(url: servers.url(path, over: way.wire)))
                var body = Data()
                while let piece = try await open.next() {
                    #expect(!piece.isEmpty)
                    body += piece
                }
                #expect(body == expected, "\(path)")
                #expect(try await open.next() == nil)
            }
        }

        /// Waits until no more is sent.
        private func settled(_ value: () -> Int) async throws -> Int {
            var (last, calm) = (-1, 0)
            while calm < 8 {
                try await Task.sleep(nanoseconds: 25_000_000)
                let now = value()
                (last, calm) = (now, now > 0 && now == last ? calm + 1 : 0)
            }
            return last
        }

        @Test(
            "a slow reader holds the server back: no more than 1 MiB is kept for it by a session",
            arguments: Way.offering(.bytes, http1: true))
        func backPressure(way: Way) async throws {
            let servers = try SharedServers.current
            let size = 64 << 20
            let head = Data("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8)
            let content = ServedContent.pattern(size)
            let server = try HostileServer(
                [.handshake, .request, .send(head + content), .silence],
                tls: .init(servers.pki, version: way.wire.tls))
            let request = URLRequest(url: server.url(), timeoutInterval: 600)
            let open = try await servers.client(way.transport).open(request)
            func sent() -> Int { server.connections.first?.sentBytes ?? 0 }
            let read = try await open.next()?.count ?? 0
            let total = try await settled(sent)
            let held = total - OpenSockets.bytesUnderWay(from: server.port) - read
            #expect(
                total < size && held <= way.transport.maximumKept, "\(total) bytes were sent, \(held) of them are held")
            #expect(held > 512 << 10, "\(held) bytes are held: too few to be quick")
            var count = read
            while let piece = try await open.next() { count += piece.count }
            #expect(count == size)
        }

        @Test(
            "while a reader is slow others go on over HTTP/2, and what is kept for it stays at 1 MiB",
            arguments: Way.offering(.bytes).filter { $0.wire.isHTTP2 && $0.transport.separatesReaders })
        func others(way: Way) async throws {
            let servers = try SharedServers.current
            let piece = ServedContent.pattern(64 << 10)
            let size = 1024 * piece.count
            let upstream = try HostileServer(
                [
                    .request, .send(Data("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8)),
                ] + Array(repeating: .send(piece), count: 1024) + [.silence])
            let client = try way.transport.client(ClientSetup(identity: servers.identity, trust: servers.trust))
            // A connection that carries many at once is there.
            #expect(try await client.get(servers.url("/echo", over: way.wire)).text == "GET||SUCCESS|CN=alice")
            let open = try await client.open(
                URLRequest(url: servers.url("/upstream/\(upstream.port)", over: way.wire)))
            var count = try await open.next()?.count ?? 0
            func sent() -> Int { upstream.connections.first?.sentBytes ?? 0 }
            let before = try await settled(sent)
            let other = 1 << 20
            for _ in 0..<10 {
                async let first = client.get(servers.url("/files/\(other)", over: way.wire))
                async let second = client.get(servers.url("/files/\(other)", over: way.wire))
                #expect(try await [first, second].allSatisfy { $0.body == ServedContent.pattern(other) })
            }
            let after = try await settled(sent)
            #expect(after - before < 1 << 20, "\(after - before) bytes more were taken while nobody read")
            while let piece = try await open.next() { count += piece.count }
            #expect(count == size)
        }

        @Test(
            "letting go of the pieces ends the transfer, and so does cancelling who reads",
            arguments: Way.offering(.bytes, http1: true),
            [true, false])
        func ending(way: Way, cancels: Bool) async throws {
            let servers = try SharedServers.current
            let server = try HostileServer(
                [.handshake, .request, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .silence],
                tls: .init(servers.pki, version: way.wire.tls))
            let client = try servers.client(way.transport)
            let task = Task {
                let open = try await client.open(URLRequest(url: server.url()))
                #expect(try await open.next() == Data("ok".utf8))
                if cancels { _ = try await open.next() }
            }
            if cancels {
                #expect(await eventually { server.connections.first?.requests.count == 1 })
                task.cancel()
                await #expect(throws: MutualTLSError(.cancelled, "")) { try await task.value }
            } else {
                try await task.value
            }
            let endings = await server.endedConnections().map(\.ending)
            #expect(endings == [.byClient])
        }

        @Test(
            "a body that breaks off ends with the error, after what came", arguments: Way.offering(.bytes, http1: true))
        func breaking(way: Way) async throws {
            let servers = try SharedServers.current
            let server = try HostileServer(
                [.handshake, .request, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .gate, .close],
                tls: .init(servers.pki, version: way.wire.tls))
            let open = try await servers.client(way.transport).open(URLRequest(url: server.url()))
            server.openGate()
            _ = await server.endedConnections()
            #expect(try await open.next() == Data("ok".utf8))
            for _ in 0..<2 {
                await #expect(throws: MutualTLSError(.connectionLost, "")) { try await open.next() }
            }
        }
    }
}
