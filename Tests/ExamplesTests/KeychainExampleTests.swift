#if os(Linux)
    import Foundation
    import MutualTLS
    import MutualTLSDevServer
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLSReadmeExamples

    @Suite("The README's examples of the keychain run")
    struct KeychainExampleTests {
        /// The default keychain is a process's: each runs in one of its own.
        private static func inOwnProcess(_ folder: TemporaryFolder) throws -> (TestPKI, DevServer, URL, SecKeychain) {
            var keychain: SecKeychain?
            try #require(SecKeychainCreate(folder.path("keychain"), 0, nil, false, nil, &keychain) == errSecSuccess)
            SecKeychainSetDefault(keychain)
            let pki = try TestPKI()
            let identity = try pki.server()
            let server = DevServer(
                .init(
                    certificateChainPEM: try identity.chainPEM, privateKeyPEM: try identity.privateKeyPEM,
                    clientCertificateAuthoritiesPEM: try pki.root.certificatePEM))
            return (pki, server, try server.start(), try #require(keychain))
        }

        @Test("an identity is stored and shown, is found again by a delegate as it is written for iOS, and rotated")
        func keychain() async throws {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let (pki, server, url, _) = try Self.inOwnProcess(folder)
                defer { server.stop() }
                let trust = try ServerTrustPolicy.anchors(contentsOf: pki.root.certificatePEM)
                // The delegate sends no intermediates: this one needs none.
                let file = try pki.root.issueClient(name: "alice").pkcs12(password: "secret")
                for _ in 1...2 {
                    let session = try session(keeping: file, password: "secret", trusting: trust)
                    let (_, response) = try await session.data(from: url)
                    #expect(response.statusCode == 200)
                }
                let delegate = KeychainIdentity()
                let session = try MutualTLSSession(delegate: delegate, serverTrust: trust)
                let (_, response) = try await session.data(from: url)
                #expect(response.statusCode == 200)
                let subjects = server.reports.map(\.clientCertificate.subject)
                #expect(subjects == ["CN=alice", "CN=alice", "CN=alice"])

                let renewed = try ClientIdentity(
                    pkcs12: pki.client("alice 2027").pkcs12(password: "secret"), password: "secret")
                let list = try administer(IdentityStore(), renewed: renewed)
                #expect(list == ["client-certificate: \"alice 2027\""])
                let origins = try IdentityStore().origins(label: "client-certificate")
                #expect(origins == [Origin(host: "api.example.com")])
            }
        }

        @Test("changes of a label are told, and a keychain with a passphrase is made and locked")
        func changes() async throws {
            let folder = try TemporaryFolder()
            let store = try #require(makeKeychain(in: folder.url("keychain"), passphrase: "correct horse"))
            let alice = try ClientIdentity(
                pkcs12: TestPKI().client().pkcs12(password: "secret"), password: "secret")
            let (told, tell) = AsyncStream.makeStream(of: IdentityStore.Change.self)
            let watcher = Task { await watch(store) { tell.yield($0) } }
            var changes = told.makeAsyncIterator()
            // Again until it listens.
            let writer = Task {
                while !Task.isCancelled {
                    try store.save(alice, label: "client-certificate")
                    try store.remove(label: "client-certificate")
                    try await Task.sleep(nanoseconds: 10_000_000)
                }
            }
            let change = try #require(await changes.next())
            writer.cancel()
            #expect(change.label == "client-certificate")
            #expect([.added, .removed].contains(change.kind))
            _ = try? await writer.value
            watcher.cancel()
            await watcher.value
            var opened: SecKeychain?
            SecKeychainOpen(folder.path("keychain"), &opened)
            #expect(SecKeychainLock(opened) == errSecSuccess)
            #expect(throws: MutualTLSError(.keychainLocked, "")) { try store.save(alice, label: "alice") }
        }
    }
#endif
