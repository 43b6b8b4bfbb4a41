#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("What can be wrong with a store of identities")
    struct IdentityStoreFaultTests {
        @Test("a locked keychain lists its identities, and neither stores nor gives a key, which is told as locked")
        func locked() throws {
            let fixture = try StoreFixture(passphrase: "secret")
            let (alice, bob) = (try fixture.client(), try fixture.client("bob"))
            try fixture.store.save(alice, label: "alice")
            #expect(SecKeychainLock(fixture.keychain) == errSecSuccess)
            #expect(code { try fixture.store.save(bob, label: "bob") } == .keychainLocked)
            let found = try #require(try fixture.store.identity(label: "alice"))
            var key: SecKey?
            SecIdentityCopyPrivateKey(found.secIdentity, &key)
            let lockedKey = try #require(key)
            #expect(
                SecKeyCreateSignature(
                    lockedKey, .ecdsaSignatureMessageX962SHA256, Data("message".utf8) as CFData, nil) == nil)
            let passphrase = [UInt8]("secret".utf8)
            #expect(
                SecKeychainUnlock(fixture.keychain, UInt32(passphrase.count), passphrase, true) == errSecSuccess)
            #expect(
                SecKeyCreateSignature(
                    lockedKey, .ecdsaSignatureMessageX962SHA256, Data("message".utf8) as CFData, nil) != nil)
            try fixture.store.save(bob, label: "bob")
            #expect(try fixture.store.all().map(\.label) == ["alice", "bob"])
        }

        @Test("a damaged file is told with its folder and the system's code, and stays as it is")
        func damaged() throws {
            let fixture = try StoreFixture()
            let other = try TemporaryFolder()
            let garbage = Data(repeating: 0x55, count: 4096)
            try other.write(garbage, "keychain.sqlite")
            chmod(other.path("keychain.sqlite"), 0o600)
            chmod(other.path(""), 0o700)
            var opened: SecKeychain?
            SecKeychainOpen(other.path(""), &opened)
            let store = IdentityStore(keychain: try #require(opened))
            let alice = try fixture.client()
            for body in [{ _ = try store.all() }, { _ = try store.save(alice, label: "alice") }] as [() throws -> Void]
            {
                let error = #expect(throws: MutualTLSError.self) { try body() }
                #expect(error?.code == .keychainFailed)
                #expect((error?.underlying as NSError?)?.code == Int(errSecInvalidKeychain))
                #expect(error?.description.contains(other.path("").trimmingCharacters(in: ["/"])) == true)
            }
            #expect(try Data(contentsOf: other.url("keychain.sqlite")) == garbage)
        }

        @Test("a keychain that was never made has no identities, and to look makes none")
        func absent() throws {
            let folder = try TemporaryFolder()
            var opened: SecKeychain?
            SecKeychainOpen(folder.path("none"), &opened)
            let store = IdentityStore(keychain: try #require(opened))
            #expect(code { try store.all() } == .keychainFailed)
            #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
        }

        @Test("a file in the folder's place is told as one, and not as a keychain that is still to be made")
        func file() throws {
            let folder = try TemporaryFolder()
            try folder.write(Data("secret".utf8), "file")
            var opened: SecKeychain?
            SecKeychainOpen(folder.path("file"), &opened)
            let store = IdentityStore(keychain: try #require(opened))
            let error = #expect(throws: MutualTLSError.self) { try store.all() }
            #expect(error?.code == .keychainFailed)
            #expect(error?.reason.contains("a keychain is a folder") == true)
        }

        @Test("many tasks that save at once, the same and others, lose nothing and make nothing twice")
        func concurrency() async throws {
            let fixture = try StoreFixture()
            let people = try (0..<8).map { try fixture.client("client \($0)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for round in 0..<4 {
                    for (index, identity) in people.enumerated() {
                        group.addTask {
                            let host = "host\(round).example"
                            try fixture.store.save(identity, label: "label \(index)", origins: [Origin(host: host)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            let all = try fixture.store.all()
            #expect(Set(all.map(\.label)) == Set((0..<8).map { "label \($0)" }))
            #expect(all.count == 8)
            #expect(all.allSatisfy { $0.origins.count == 4 })
        }
    }
#endif
