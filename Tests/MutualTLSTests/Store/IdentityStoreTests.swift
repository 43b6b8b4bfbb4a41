#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("A store of identities")
    struct IdentityStoreTests {
        private let fixture: StoreFixture
        private var store: IdentityStore { fixture.store }

        init() throws { fixture = try StoreFixture() }

        @Test("what is saved is found by its label, with its intermediates and a key that signs")
        func saving() throws {
            let alice = try fixture.client()
            #expect(try store.save(alice, label: "client-certificate") == .added)
            let found = try #require(try store.identity(label: "client-certificate"))
            #expect(found.fingerprint == alice.fingerprint)
            #expect(found.intermediates == alice.intermediates)
            #expect(found.intermediates.count == 1)
            #expect(found.friendlyName == "client-certificate")
            var key: SecKey?
            SecIdentityCopyPrivateKey(found.secIdentity, &key)
            let message = Data("message".utf8) as CFData
            let signature = SecKeyCreateSignature(
                try #require(key), .ecdsaSignatureMessageX962SHA256, message, nil)
            let publicKey = try #require(SecCertificateCopyKey(alice.certificate))
            #expect(
                SecKeyVerifySignature(
                    publicKey, .ecdsaSignatureMessageX962SHA256, message, try #require(signature), nil))
            #expect(try store.identity(label: "other") == nil)
        }

        @Test("an app's own query by label finds it, and what an app stored by itself is found here")
        func ownQueries() throws {
            try store.save(fixture.client(), label: "client-certificate")
            let query: [String: Any] = [
                kSecClass as String: kSecClassIdentity, kSecAttrLabel as String: "client-certificate",
                kSecReturnRef as String: true, kSecMatchLimit as String: kSecMatchLimitOne,
                kSecUseKeychain as String: fixture.keychain,
            ]
            var item: CFTypeRef?
            #expect(SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess)
            #expect(CFGetTypeID(item) == SecIdentityGetTypeID())

            let bob = try fixture.client("bob")
            #expect(fixture.add(bob.secIdentity, label: "own") == errSecSuccess)
            #expect(try store.identity(label: "own")?.fingerprint == bob.fingerprint)
            #expect(try store.all().map(\.label) == ["client-certificate", "own"])
        }

        @Test("saving twice is no error and makes one item; another label replaces the first one")
        func twice() throws {
            let alice = try fixture.client()
            #expect(try store.save(alice, label: "first") == .added)
            #expect(try store.save(alice, label: "first") == .unchanged)
            #expect(try store.save(alice, label: "second") == .relabelled(from: "first"))
            #expect(try store.all().map(\.label) == ["second"])
            #expect(try store.identity(label: "first") == nil)
            #expect(fixture.count(kSecClassKey) == 1)
            // The leaf and its intermediate.
            #expect(fixture.count(kSecClassCertificate) == 2)
        }

        @Test("the intermediates of a fuller file come to an identity that is there; a poorer one takes none away")
        func intermediates() throws {
            let issued = try fixture.pki.client()
            let (full, bare) = (
                try ClientIdentity(issued), try ClientIdentity(issued, includesIntermediates: false)
            )
            try store.save(bare, label: "alice")
            #expect(try store.identity(label: "alice")?.intermediates.isEmpty == true)
            try store.save(full, label: "alice")
            #expect(try store.identity(label: "alice")?.intermediates == full.intermediates)
            try store.save(bare, label: "alice")
            #expect(try store.identity(label: "alice")?.intermediates == full.intermediates)
        }

        @Test("an intermediate that was there under a label of its own goes with the identity all the same")
        func sharedIntermediate() throws {
            let (alice, bob) = (try fixture.client(), try fixture.client("bob"))
            let issuing = try #require(alice.intermediates.first)
            #expect(fixture.add(issuing, label: "our CA") == errSecSuccess)
            try store.save(alice, label: "alice")
            try store.save(bob, label: "bob")
            #expect(try store.identity(label: "alice")?.intermediates == [issuing])
            #expect(try store.identity(label: "bob")?.intermediates == [issuing])
            // It stays when they go: it was not the store's.
            try store.remove(label: "alice")
            try store.remove(label: "bob")
            #expect(fixture.find([kSecClass as String: kSecClassCertificate]).count == 1)
        }

        @Test("a label that another identity has is refused, and names it")
        func labelInUse() throws {
            try store.save(fixture.client(), label: "label")
            let bob = try fixture.client("bob")
            let error = #expect(throws: MutualTLSError.self) { try store.save(bob, label: "label") }
            #expect(error?.code == .labelInUse)
            #expect(error?.reason.contains("\"alice\"") == true)
            #expect(try store.all().map(\.identity.summary) == ["\"alice\""])
        }

        @Test("a label of blanks or nothing is refused", arguments: ["", " ", "\t\n"])
        func emptyLabel(label: String) throws {
            let alice = try fixture.client()
            #expect(code { try store.save(alice, label: label) } == .invalidRequest)
            #expect(try store.all().isEmpty)
        }

        @Test("what is removed is gone with its key and its intermediates, unless another identity needs them")
        func removing() throws {
            try store.save(fixture.client(), label: "alice", origins: [Origin(host: "a.example")])
            try store.save(fixture.client("bob"), label: "bob")
            #expect(try store.remove(label: "alice"))
            #expect(try store.identity(label: "alice") == nil)
            #expect(try store.identity(label: "bob")?.intermediates.count == 1)
            #expect(fixture.count(kSecClassKey) == 1)
            #expect(try store.remove(label: "bob"))
            for itemClass in [kSecClassKey, kSecClassCertificate, kSecClassGenericPassword] {
                #expect(fixture.count(itemClass) == 0, "\(itemClass)")
            }
            #expect(try !store.remove(label: "bob"))
        }

        @Test("to remove one of two certificates for a key leaves the other its key")
        func sharedKey() throws {
            let (first, second) = try renewed()
            try store.save(first, label: "first")
            try store.save(second, label: "second")
            #expect(fixture.count(kSecClassKey) == 1)
            try store.remove(label: "first")
            let left = try #require(try store.identity(label: "second"))
            #expect(left.fingerprint == second.fingerprint)
            #expect(try signs(left))
        }

        @Test("a rotation changes what the label finds, takes the origins along and removes the former identity")
        func replacing() throws {
            let (old, new) = (try fixture.client(), try fixture.client("alice 2027"))
            let origins: Set = [Origin(host: "a.example"), Origin(host: "b.example", port: 8443)]
            try store.save(old, label: "label", origins: origins)
            try store.replace(label: "label", with: new)
            #expect(try store.identity(label: "label")?.fingerprint == new.fingerprint)
            #expect(try store.origins(label: "label") == origins)
            #expect(fixture.count(kSecClassKey) == 1)
            #expect(try store.all().count == 1)
            // With itself: nothing changes.
            try store.replace(label: "label", with: new)
            #expect(try store.all().map(\.fingerprint) == [new.fingerprint])
            #expect(code { try store.replace(label: "none", with: old) } == .noIdentity)
        }

        @Test("a renewed certificate for the same key replaces the former one, and the key stays")
        func renewal() throws {
            let (first, second) = try renewed()
            try store.save(first, label: "label")
            try store.replace(label: "label", with: second)
            let found = try #require(try store.identity(label: "label"))
            #expect(found.fingerprint == second.fingerprint)
            #expect(try signs(found))
            #expect(fixture.count(kSecClassKey) == 1)
        }

        @Test("whoever looks the label up during rotations finds one of the two at any time")
        func atomicity() async throws {
            let (one, other) = (try fixture.client("one"), try fixture.client("other"))
            try store.save(one, label: "label")
            let second = IdentityStore(keychain: fixture.keychain)
            let found = Recorder<String?>()
            let reader = Task.detached {
                while !Task.isCancelled { found.append(try second.identity(label: "label")?.fingerprint) }
            }
            var round = 0
            while round < 20 || found.values.count < 20 {
                try store.replace(label: "label", with: round % 2 == 0 ? other : one)
                round += 1
                await Task.yield()
            }
            reader.cancel()
            try await reader.value
            #expect(Set(found.values).isSubset(of: [one.fingerprint, other.fingerprint]))
        }

        @Test("of two that others stored under one label, the one that begins last is found")
        func foreignDuplicates() throws {
            let now = Date()
            let people = try [-2.0, -1, -3].map { hours in
                try ClientIdentity(
                    fixture.pki.issuing.issueClient(
                        name: "alice", validity: .from(now + hours * 3600, to: now + 86_400)))
            }
            for identity in people { #expect(fixture.add(identity.secIdentity, label: "label") == errSecSuccess) }
            #expect(try store.identity(label: "label")?.fingerprint == people[1].fingerprint)
            #expect(try store.all().count == 3)
        }

        @Test("an identity is found by the CA that issued it and by those above, and not by another")
        func issuers() throws {
            let (alice, mallory) = (try fixture.client(), try ClientIdentity(fixture.pki.strangerClient()))
            try store.save(alice, label: "alice")
            try store.save(mallory, label: "mallory")
            func subject(_ authority: SecCertificate) throws -> Data { try CertificateFields(authority).subject }
            func name(_ pem: Data) throws -> Data {
                try subject(#require(try CertificateFile.certificates(in: pem).first))
            }
            let issuing = try subject(#require(alice.intermediates.first))
            let root = try CertificateFields(#require(alice.intermediates.first)).issuer
            let stranger = try name(fixture.pki.stranger.certificatePEM)
            #expect(try store.identities(acceptedBy: [issuing]).map(\.fingerprint) == [alice.fingerprint])
            #expect(try store.identities(acceptedBy: [root]).map(\.fingerprint) == [alice.fingerprint])
            #expect(try store.identities(acceptedBy: [stranger]).map(\.fingerprint) == [mallory.fingerprint])
            #expect(try store.identities(acceptedBy: [issuing, stranger]).count == 2)
            #expect(try store.identities(acceptedBy: []).count == 2)
            #expect(try store.identities(acceptedBy: [Data("nobody".utf8)]).isEmpty)
        }

        @Test("a list of many identities has each one's intermediates and origins, and opens no key")
        func many() throws {
            let locked = try StoreFixture(passphrase: "secret")
            for index in 0..<30 {
                try locked.store.save(
                    locked.client("client \(index)"), label: "label \(index)",
                    origins: [Origin(host: "host\(index).example")])
            }
            #expect(SecKeychainLock(locked.keychain) == errSecSuccess)
            let all = try locked.store.all()
            #expect(all.map(\.label) == (0..<30).map { "label \($0)" })
            #expect(all.allSatisfy { $0.identity.intermediates.count == 1 })
            #expect(all.enumerated().allSatisfy { $1.origins == [Origin(host: "host\($0).example")] })
        }

        // MARK: Helpers

        /// Two certificates for one key.
        private func renewed() throws -> (ClientIdentity, ClientIdentity) {
            let authority = try Made("CA", isCA: true)
            let first = try Made("alice", by: authority)
            let second = try Made("alice", by: authority, key: first.key)
            func identity(_ made: Made) throws -> ClientIdentity {
                try ClientIdentity(#require(SecIdentityCreate(nil, made.sec, SecKey(made.key))))
            }
            return (try identity(first), try identity(second))
        }

        private func signs(_ identity: ClientIdentity) throws -> Bool {
            var key: SecKey?
            SecIdentityCopyPrivateKey(identity.secIdentity, &key)
            return SecKeyCreateSignature(
                try #require(key), .ecdsaSignatureMessageX962SHA256, Data("message".utf8) as CFData, nil) != nil
        }
    }
#endif
