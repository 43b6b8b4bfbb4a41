#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("A session whose identities are in a store")
    struct StoreSessionTests {
        private let fixture: StoreFixture
        private var store: IdentityStore { fixture.store }
        private var pki: TestPKI { fixture.pki }

        init() throws { fixture = try StoreFixture() }

        @Test("the server sees the identity that has the label, with its intermediate", .needs(.nginx, cases: 1))
        func label() async throws {
            try store.save(fixture.client(), label: "client-certificate")
            try store.save(fixture.client("bob"), label: "other")
            let nginx = try NginxServer(pki)
            let session = try MutualTLSSession(
                identityLabel: "client-certificate", in: store, serverTrust: pki.trust)
            #expect(text(try await session.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|"))
        }

        @Test(
            "a rotation in the store holds from the next request on, in this process and from another",
            .needs(.nginx, cases: 1))
        func rotation() async throws {
            try store.save(fixture.client(), label: "label")
            let nginx = try NginxServer(pki)
            let session = try MutualTLSSession(identityLabel: "label", in: store, serverTrust: pki.trust)
            func seen() async throws -> String { text(try await session.data(from: nginx.url()).0) }
            #expect(try await seen().hasPrefix("SUCCESS|CN=alice|"))
            try store.replace(label: "label", with: fixture.client("bob"))
            #expect(try await seen().hasPrefix("SUCCESS|CN=bob|"))
            try fixture.folder.write(pki.client("carol").pkcs12(password: "secret"), "carol.p12")
            await #expect(processExitsWith: .success) {
                [path = fixture.folder.path("keychain") as String, file = fixture.folder.path("carol.p12") as String] in
                var keychain: SecKeychain?
                SecKeychainOpen(path, &keychain)
                let carol = try ClientIdentity(
                    pkcs12: Data(contentsOf: URL(fileURLWithPath: file)), password: "secret")
                try IdentityStore(keychain: #require(keychain)).replace(label: "label", with: carol)
            }
            #expect(try await seen().hasPrefix("SUCCESS|CN=carol|"))
        }

        @Test("what others are saved in the store leaves the connections alone")
        func others() async throws {
            let server = try HostileServer(
                [.handshake, .request, .answer(), .request, .answer(), .silence], tls: .init(pki))
            try store.save(fixture.client(), label: "label")
            let session = try MutualTLSSession(identityLabel: "label", in: store, serverTrust: pki.trust)
            _ = try await session.data(from: server.url())
            try store.save(fixture.client("bob"), label: "another")
            _ = try await session.data(from: server.url())
            #expect(server.connections.count == 1)
        }

        @Test("an identity that is removed is shown no more, and a label that nobody has is told")
        func removal() async throws {
            let server = try HostileServer([.handshake, .request, .answer(), .silence], tls: .init(pki))
            try store.save(fixture.client(), label: "label")
            let session = try MutualTLSSession(
                identityLabel: "label", in: store, serverTrust: pki.trust, configuration: .quiet)
            _ = try await session.data(from: server.url())
            try store.remove(label: "label")
            let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: server.url()) }
            #expect(error?.code == .noIdentity)
            #expect(error?.reason.contains("\"label\"") == true)
            #expect(server.connections.last?.client?.chain.isEmpty != false)
        }

        @Test("an identity that is bound to another origin is not shown, and the error names where it may go")
        func boundElsewhere() async throws {
            let server = try HostileServer([.handshake, .request, .answer(), .silence], tls: .init(pki))
            try store.save(fixture.client(), label: "label", origins: [Origin(host: "elsewhere.example")])
            let session = try MutualTLSSession(
                identityLabel: "label", in: store, serverTrust: pki.trust, configuration: .quiet)
            let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: server.url()) }
            #expect(error?.code == .noIdentity)
            #expect(error?.reason.contains("https://elsewhere.example") == true)
            #expect(server.connections.allSatisfy { $0.client?.chain.isEmpty != false })
            try store.bind(label: "label", to: [#require(Origin(server.url()))])
            #expect(try await session.data(from: server.url()).1.statusCode == 200)
            #expect(server.connections.last?.client?.chain.isEmpty == false)
        }

        @Test("of all identities that is shown which the server takes, and one that is bound to it comes first")
        func choice() async throws {
            let server = try HostileServer(
                [.handshake, .request, .answer(), .silence], tls: .init(pki))
            let (alice, bob) = (try fixture.client(), try fixture.client("bob"))
            try store.save(alice, label: "alice")
            try store.save(ClientIdentity(pki.strangerClient()), label: "mallory")
            let session = try MutualTLSSession(store: store, serverTrust: pki.trust, configuration: .quiet)
            _ = try await session.data(from: server.url())
            func last() -> Data? { server.connections.last?.client?.chain.first?.der }
            #expect(last() == SecCertificateCopyData(alice.certificate) as Data)
            try store.save(bob, label: "bob")
            let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: server.url()) }
            #expect(error?.code == .severalIdentities)
            try store.bind(label: "bob", to: [#require(Origin(server.url()))])
            _ = try await session.data(from: server.url())
            #expect(last() == SecCertificateCopyData(bob.certificate) as Data)
        }

        @Test("a delegate of one line answers at once with what has the label")
        func responder() throws {
            let responder = ChallengeResponder(identityLabel: "label", in: store)
            let challenge = URLAuthenticationChallenge.clientCertificate(
                host: "server.example", port: 443, acceptableIssuers: [])
            #expect(responder.credential(for: challenge) == nil)
            let alice = try fixture.client()
            try store.save(alice, label: "label")
            let credential = try #require(responder.credential(for: challenge))
            #expect(try ClientIdentity(#require(credential.secIdentity)).fingerprint == alice.fingerprint)
            #expect(credential.secCertificates == alice.intermediates)
        }

        @Test("a keychain that was locked meanwhile ends the handshake, and says so")
        func locked() async throws {
            let locked = try StoreFixture(passphrase: "secret")
            try locked.store.save(locked.client(), label: "label")
            SecKeychainLock(locked.keychain)
            let server = try HostileServer([.handshake, .request, .answer(), .silence], tls: .init(locked.pki))
            let session = try MutualTLSSession(
                identityLabel: "label", in: locked.store, serverTrust: locked.pki.trust, configuration: .quiet)
            let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: server.url()) }
            #expect(error?.code == .identityUnusable)
            #expect(error?.description.contains("locked") == true, "\(String(describing: error))")
        }
    }
#endif
