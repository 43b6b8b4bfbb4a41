#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("A session's WebSockets with a real server", .needs(.websockets, cases: 7), .timeLimit(.minutes(1)))
    struct SessionWebSocketTests {
        private let pki: TestPKI
        private let server: WebSocketServer

        init() throws {
            pki = try TestPKI()
            server = try WebSocketServer(pki)
        }

        private func session(_ proxy: MutualTLSSession.Proxy = .none) throws -> MutualTLSSession {
            var configuration = MutualTLSSession.Configuration.quiet
            configuration.proxy = proxy
            return try MutualTLSSession(
                identity: ClientIdentity(pki.client()), serverTrust: pki.trust, configuration: configuration)
        }

        private func whoami(_ socket: MutualTLSSession.WebSocket) async throws -> String {
            guard case .string(let name) = try await socket.receive() else { return "?" }
            return name
        }

        @Test("the server sees the certificate, directly and through each kind of proxy", .needs(.python, cases: 1))
        func identity() async throws {
            #expect(try await whoami(session().webSocket(with: server.url("/whoami"))) == "CN=alice")
            for kind in ProxyServer.Kind.allCases {
                let proxy = try ProxyServer(kind, pki, credentials: "u:p")
                let session = try session(.url(proxy.address("u:p@")))
                #expect(try await whoami(session.webSocket(with: server.url("/whoami"))) == "CN=alice")
                #expect(proxy.log.last == "localhost:\(server.port) u:p no certificate")
                let wrong = try self.session(.url(proxy.address("u:hunter2@")))
                let error = await #expect(throws: MutualTLSError.self) {
                    try await wrong.webSocket(with: server.url("/whoami"))
                }
                #expect(error?.code == .proxyFailed && error?.reason.contains("localhost:\(proxy.port)") == true)
            }
        }

        @Test("messages of all sizes come back, many at once, and the close codes reach both ends")
        func echo() async throws {
            let session = try session()
            let socket = try await session.webSocket(with: server.url("/echo"), protocols: ["chat"])
            #expect(socket.protocol == "chat")
            for size in [0, 125, 126, 65_536, 1 << 20] {
                let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
                try await socket.send(.data(data))
                #expect(try await socket.receive() == .data(data))
            }
            async let sent: Void = { for index in 0..<500 { try await socket.send(.string("\(index)")) } }()
            for index in 0..<500 { #expect(try await socket.receive() == .string("\(index)")) }
            try await sent
            try await socket.sendPing()
            socket.cancel(with: .goingAway, reason: Data("bye".utf8))
            #expect(server.log(until: "closed").contains("closed 1001 bye"))
            let closed = try await session.webSocket(with: server.url("/close/4001/why"))
            await #expect(throws: MutualTLSError.self) { try await closed.receive() }
            #expect(closed.closeCode.rawValue == 4001 && closed.closeReason == Data("why".utf8))
        }

        @Test("a slow reader holds the server back")
        func backPressure() async throws {
            let socket = try await session().webSocket(with: server.url("/flood/200000"))
            _ = server.log(until: "sent ")
            var (last, calm) = (-1, 0)
            while calm < 8 {
                try await Task.sleep(nanoseconds: 25_000_000)
                let count = server.log.count
                (last, calm) = (count, count == last ? calm + 1 : 0)
            }
            // The sockets' buffers hold most of that.
            #expect(last < 200_000 / 256, "the server could send everything")
            for index in 0..<5_000 {
                guard case .data(let data) = try await socket.receive() else { return #expect(Bool(false)) }
                #expect(data.count == 1024 && data.prefix(4).reduce(0) { $0 << 8 | Int($1) } == index)
            }
        }

        @Test("without a certificate the server's alert is the error; its refusal is told by its status")
        func refusals() async throws {
            let nobody = try MutualTLSSession(serverTrust: pki.trust)
            await #expect(throws: MutualTLSError(.clientCertificateRequired, "")) {
                try await nobody.webSocket(with: server.url("/echo"))
            }
            let stranger = try MutualTLSSession(identity: ClientIdentity(pki.strangerClient()), serverTrust: pki.trust)
            await #expect(throws: MutualTLSError(.clientCertificateRejected, "")) {
                try await stranger.webSocket(with: server.url("/echo"))
            }
            let refused = await #expect(throws: MutualTLSError.self) {
                try await session().webSocket(with: server.url("/refuse"))
            }
            #expect(refused?.code == .webSocketRefused && refused?.reason.contains("403") == true)
            let untrusting = try MutualTLSSession(identity: ClientIdentity(pki.client()))
            await #expect(throws: MutualTLSError(.serverNotTrusted, "")) {
                try await untrusting.webSocket(with: server.url("/echo"))
            }
        }

        @Test("an open one outlives a rotation, and a new one is the new identity")
        func rotation() async throws {
            let session = try session()
            let old = try await session.webSocket(with: server.url("/whoami"))
            try session.rotate(to: ClientIdentity(pki.client("bob")))
            #expect(try await whoami(session.webSocket(with: server.url("/whoami"))) == "CN=bob")
            #expect(try await whoami(old) == "CN=alice")
            try await old.send(.string("x"))
            #expect(try await old.receive() == .string("x"))
        }

        @Test("behind nginx it is as before it, beside other requests of the session", .needs(.nginx, cases: 1))
        func behindNginx() async throws {
            let plain = try WebSocketServer(nil)
            let nginx = try NginxServer(pki, http2: true, locations: plain.nginxLocation)
            let session = try session()
            let url = URL(string: "wss://localhost:\(nginx.port)/ws/whoami")!
            #expect(try await whoami(session.webSocket(with: url)) == "CN=alice")
            #expect(text(try await session.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|TLSv1.3|HTTP/2.0"))
        }

        @Test("invalidating the session ends its WebSockets")
        func invalidation() async throws {
            let session = try session()
            let socket = try await session.webSocket(with: server.url("/echo"))
            let reader = Task { try await socket.receive() }
            session.invalidateAndCancel()
            await #expect(throws: MutualTLSError.self) { try await reader.value }
            #expect(!server.log(until: "closed").isEmpty)
        }
    }
#endif
