#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("A session whose identity changes")
    struct SessionRotationTests {
        private let pki: TestPKI
        private let alice, bob: ClientIdentity

        init() throws {
            pki = try TestPKI()
            (alice, bob) = (try ClientIdentity(pki.client()), try ClientIdentity(pki.client("bob")))
        }

        /// Who a connection of a server's is from, by the leaf that it got.
        private func people(_ server: HostileServer) -> [String] {
            server.connections.map { connection in
                let leaf = connection.client?.chain.first?.der
                return [("alice", alice), ("bob", bob)].first {
                    leaf == SecCertificateCopyData($1.certificate) as Data
                }?.0
                    ?? "nobody"
            }
        }

        @Test(
            "requests under way finish as the old one, new ones are the new one at once, and old connections close",
            arguments: [true, false])
        func rotation(tickets: Bool) async throws {
            let waits = [HostileServer.Step.handshake, .request, .gate, .answer("old"), .silence]
            let server = try HostileServer(
                waits, then: [.handshake, .request, .answer("new"), .request, .answer("again"), .silence],
                tls: .init(pki, tickets: tickets))
            let session = try MutualTLSSession(identity: alice, serverTrust: pki.trust)
            async let old = session.data(for: URLRequest(url: server.url(), timeoutInterval: 600))
            _ = await server.connections { $0.first?.reachedGate == true }
            try session.rotate(to: bob)
            #expect(text(try await session.data(from: server.url()).0) == "new")
            #expect(server.connections.first?.ending == nil, "the old connection has something to finish")
            server.openGate()
            #expect(text(try await old.0) == "old")
            // Its end, without anybody asking.
            let seen = await server.connections { $0.first?.ending != nil }
            #expect(seen.first?.ending == .byClient)
            #expect(text(try await session.data(from: server.url()).0) == "again")
            #expect(people(server) == ["alice", "bob"])
            #expect(server.connections.allSatisfy { $0.client?.isResumed == false })
        }

        @Test("idle connections of the old identity close with the rotation")
        func idle() async throws {
            let server = try HostileServer([.handshake, .request, .answer(), .silence], tls: .init(pki))
            let session = try MutualTLSSession(identity: alice, serverTrust: pki.trust)
            _ = try await session.data(from: server.url())
            try session.rotate(to: bob)
            #expect(await server.endedConnections().map(\.ending) == [.byClient])
        }

        @Test(
            "under load each request is wholly one of them, and from the rotation on the new one",
            .needs(.nginx, cases: 2), arguments: [false, true])
        func load(http2: Bool) async throws {
            let nginx = try NginxServer(pki, http2: http2, tickets: true)
            let session = try MutualTLSSession(identity: alice, serverTrust: pki.trust)
            try await withThrowingTaskGroup(of: (Bool, String).self) { group in
                for index in 0..<200 {
                    if index == 100 { try session.rotate(to: bob) }
                    group.addTask { (index >= 100, text(try await session.data(from: nginx.url()).0)) }
                    if index == 50 { try await Task.sleep(nanoseconds: 20_000_000) }
                }
                for try await (isNew, body) in group {
                    #expect(
                        body.hasPrefix("SUCCESS|CN=bob|") || !isNew && body.hasPrefix("SUCCESS|CN=alice|"), "\(body)")
                }
            }
            #expect(nginx.log(atLeast: 200).allSatisfy { !$0.isResumed })
            #expect(text(try await session.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=bob|"))
        }

        @Test("a provider is asked before each request; when its answer changes, the session rotates")
        func provider() async throws {
            let answers = [HostileServer.Step.request, .answer(), .request, .answer(), .silence]
            let server = try HostileServer([.handshake] + answers, tls: .init(pki, clients: .request, tickets: true))
            let turn = Recorder<Int>()
            let people: [ClientIdentity?] = [alice, alice, bob, nil, alice]
            var configuration = MutualTLSSession.Configuration.quiet
            configuration.whenNoIdentity = .continueWithout
            let session = try MutualTLSSession(
                identityProvider: {
                    defer { turn.append(1) }
                    return people[turn.values.count]
                }, serverTrust: pki.trust, configuration: configuration)
            for _ in people { #expect(try await session.data(from: server.url()).1.statusCode == 200) }
            #expect(self.people(server) == ["alice", "bob", "nobody", "alice"])
            #expect(server.connections.allSatisfy { $0.client?.isResumed == false })
            #expect(turn.values.count == people.count)
        }

        @Test("the end of an identity is told before it comes, of the first and of the one that it was rotated to")
        func expiry() async throws {
            let told = Recorder<String>()
            var configuration = MutualTLSSession.Configuration.quiet
            configuration.expiryWarningTime = 2 * 3600
            configuration.identityExpires = { identity, date in
                #expect(date > Date())
                told.append(identity.summary)
            }
            func person(_ name: String, hours: Double) throws -> ClientIdentity {
                try ClientIdentity(
                    pki.issuing.issueClient(
                        name: name, validity: .from(Date(), to: Date(timeIntervalSinceNow: hours * 3600))))
            }
            let session = try MutualTLSSession(
                identity: person("short", hours: 1), serverTrust: pki.trust, configuration: configuration)
            while told.values.count < 1 { try await Task.sleep(nanoseconds: 5_000_000) }
            try session.rotate(to: person("long", hours: 24))
            try session.rotate(to: person("brief", hours: 1))
            while told.values.count < 2 { try await Task.sleep(nanoseconds: 5_000_000) }
            #expect(told.values == ["\"short\"", "\"brief\""])
        }

        @Test("events come in order, and hold what the server saw")
        func events() async throws {
            let server = try HostileServer(
                [.handshake, .request, .answer(), .request, .answer(status: "404 Not Found"), .silence],
                then: [.handshake, .request, .answer()], tls: .init(pki))
            let events = Recorder<SessionEvent>()
            var configuration = MutualTLSSession.Configuration.quiet
            configuration.events = { events.append($0) }
            let session = try MutualTLSSession(identity: alice, serverTrust: pki.trust, configuration: configuration)
            let url = server.url("/path?token=hunter2")
            for _ in 0..<2 { _ = try await session.data(from: url) }
            let asked: [SessionEvent.Kind] = [.challengeAsked, .challengeAnswered]
            let first = asked + asked + [.handshakeDone, .requestFinished]
            #expect(events.values.map(\.kind) == first + [.connectionReused, .requestFinished])
            #expect(
                events.values.compactMap(\.authenticationMethod)
                    == [NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate].flatMap {
                        [$0, $0]
                    })
            #expect(events.values.compactMap(\.disposition) == [.useCredential, .useCredential])
            let handshake = events.values.compactMap(\.handshake).first
            #expect(handshake?.leafFingerprint?.isEmpty == false)
            #expect(handshake?.tlsVersion == "TLSv1.3" && handshake?.cipher == server.connections.first?.client?.cipher)
            #expect((handshake?.duration ?? 0) > 0)
            #expect(events.values.compactMap(\.request?.status) == [200, 404])
            #expect(events.values.allSatisfy { $0.origin == "https://localhost:\(server.port)" })
            try session.rotate(to: ClientIdentity(pki.strangerClient()))
            await #expect(throws: MutualTLSError(.clientCertificateRejected, "")) { try await session.data(from: url) }
            let last = events.values.dropFirst(8)
            #expect(last.suffix(2).map(\.kind) == [.refused, .requestFinished])
            #expect(last.suffix(2).map(\.errorCode) == [.clientCertificateRejected, .clientCertificateRejected])
            #expect(last.first { $0.kind == .refused }?.alert?.hasPrefix("unknown_ca") == true)
            #expect(!"\(events.values)".contains("hunter2"))
        }
    }
#endif
