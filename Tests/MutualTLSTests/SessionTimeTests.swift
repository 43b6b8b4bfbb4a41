#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("A session's time limits", .timeLimit(.minutes(1)))
    struct SessionTimeTests {
        private let pki: TestPKI
        init() throws { pki = try TestPKI() }

        private func session(_ change: (inout MutualTLSSession.Configuration) -> Void = { _ in }) throws
            -> MutualTLSSession
        {
            var configuration = MutualTLSSession.Configuration.quiet
            change(&configuration)
            return try MutualTLSSession(
                identity: ClientIdentity(pki.client()), serverTrust: pki.trust, configuration: configuration)
        }

        /// Each way to use a session.
        static let uses: [@Sendable (MutualTLSSession, URLRequest) async throws -> Void] = [
            { _ = try await $0.data(for: $1) }, { _ = try await $0.upload(for: $1, from: Data("x".utf8)) },
            { session, request in
                for try await _ in try await session.bytes(for: request).0 {}
            },
            { session, request in
                let folder = try TemporaryFolder()
                try await session.download(for: request, to: folder.url("file"))
            },
        ]

        private static let stuck = [
            HostileServer.Step.handshake, .request, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .silence,
        ]

        @Test(
            "the request's own limit counts, or else the session's; what moves is waited for",
            arguments: [(0.2, 60.0), (60, 0.2), (0.2, 50)])
        func idle(_ row: (request: TimeInterval, session: TimeInterval)) async throws {
            let session = try session { $0.timeoutIntervalForRequest = row.session }
            for use in Self.uses {
                let server = try HostileServer(Self.stuck, tls: .init(pki))
                let request = URLRequest(url: server.url(), timeoutInterval: row.request)
                let error = await #expect(throws: MutualTLSError.self) { try await use(session, request) }
                #expect(
                    error?.code == .timedOut && error?.reason.contains("0.2 s") == true, "\(String(describing: error))")
                #expect(await server.endedConnections().map(\.ending) == [.byClient])
            }
        }

        @Test("a request that says more than the session has its time")
        func longer() async throws {
            let session = try session { $0.timeoutIntervalForRequest = 0.1 }
            let server = try HostileServer(
                [
                    .handshake, .request,
                    .drip(Data("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".prefix(3).utf8), every: 0.2),
                    .send("P/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .silence,
                ], tls: .init(pki))
            let request = URLRequest(url: server.url(), timeoutInterval: 59)
            #expect(try await session.data(for: request).1.statusCode == 200)
        }

        @Test("the limit for the whole ends what moves, redirects and challenges included")
        func whole() async throws {
            let drip = Data("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8) + Data(count: 1000)
            let scripts: [[HostileServer.Step]] = [
                [.handshake, .request, .drip(drip, every: 0.02)],
                [.handshake]
                    + (0..<60).flatMap { _ in
                        [
                            HostileServer.Step.request, .drip(Data("HTTP/1.1 302 Found\r\n".utf8), every: 0.002),
                            .send("Location: /\r\nContent-Length: 0\r\n\r\n"),
                        ]
                    },
                Self.stuck,
            ]
            let session = try session { $0.timeoutIntervalForResource = 0.3 }
            for script in scripts {
                for use in Self.uses {
                    let server = try HostileServer(script, tls: .init(pki))
                    let error = await #expect(throws: MutualTLSError.self) {
                        try await use(session, URLRequest(url: server.url()))
                    }
                    #expect(error?.code == .timedOut, "\(String(describing: error))")
                    #expect(await server.endedConnections().map(\.ending) == [.byClient])
                }
            }
            // A challenge that is thought about.
            var configuration = MutualTLSSession.Configuration.quiet
            configuration.timeoutIntervalForResource = 0.3
            let slow = try MutualTLSSession(serverTrust: pki.trust, configuration: configuration) { _ in
                try await Task.sleep(nanoseconds: 300_000_000_000)
                return nil
            }
            let server = try HostileServer([.handshake], tls: .init(pki))
            await #expect(throws: MutualTLSError(.timedOut, "")) { try await slow.data(from: server.url()) }
        }

        @Test("cancelling each use ends it at both ends, and the session goes on")
        func cancellation() async throws {
            let session = try session()
            for use in Self.uses {
                let server = try HostileServer(Self.stuck, then: [.handshake, .request, .answer()], tls: .init(pki))
                let task = Task { try await use(session, URLRequest(url: server.url())) }
                _ = await server.connections { $0.first?.requests.count == 1 }
                task.cancel()
                await #expect(throws: MutualTLSError(.cancelled, "")) { try await task.value }
                #expect(await server.endedConnections().map(\.ending) == [.byClient])
                #expect(try await session.data(from: server.url()).1.statusCode == 200)
                // Before it begins.
                let late = Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    try await use(session, URLRequest(url: server.url()))
                }
                await #expect(throws: MutualTLSError(.cancelled, "")) { try await late.value }
            }
        }
    }
#endif
