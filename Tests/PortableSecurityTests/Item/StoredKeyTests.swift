// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// Keys that are opened when they are used.
    @Suite struct StoredKeyTests {
        let fixture: ItemFixture
        let alice: Issuer
        private static let passphrase = "correct horse"

        init() throws {
            fixture = try ItemFixture(passphrase: Self.passphrase)
            alice = try Issuer.root("Alice")
            #expect(fixture.add(try alice.secIdentity()) == errSecSuccess)
        }

        private func unlock(_ passphrase: String) -> OSStatus {
            let bytes = [UInt8](passphrase.utf8)
            return SecKeychainUnlock(fixture.keychain, UInt32(bytes.count), bytes, true)
        }

        private func identity() throws -> SecIdentity {
            try #require(fixture.find(.identities.with(kSecReturnRef, true)).result) as! SecIdentity
        }

        private func signature(_ key: SecKey) -> (signature: Data?, code: Int?) {
            var error: Unmanaged<CFError>?
            let signature = SecKeyCreateSignature(
                key, .ecdsaSignatureMessageX962SHA256, Data("message".utf8) as CFData, &error)
            return (signature, error?.takeRetainedValue().code)
        }

        @Test(
            "an identity is found in a locked keychain with all that its certificate tells, and its key does not open")
        func locked() throws {
            #expect(SecKeychainLock(fixture.keychain) == errSecSuccess)
            let found = try identity()
            #expect(found.certificate == alice.sec)
            #expect(found == (try alice.secIdentity()))
            var key: SecKey?
            #expect(SecIdentityCopyPrivateKey(found, &key) == errSecSuccess)
            let stored = try #require(key)
            #expect(SecKeyCopyPublicKey(stored) == SecKeyCopyPublicKey(alice.secKey))
            #expect(SecKeyIsAlgorithmSupported(stored, .sign, .ecdsaSignatureMessageX962SHA256))
            let (nothing, code) = signature(stored)
            #expect(nothing == nil)
            #expect(code == Int(errSecInteractionNotAllowed))
            var error: Unmanaged<CFError>?
            #expect(SecKeyCopyExternalRepresentation(stored, &error) == nil)
            #expect(error?.takeRetainedValue().code == Int(errSecInteractionNotAllowed))
            #expect(throws: NSError.self) { try found.privateKey }
            #expect(fixture.find(.identities.with(kSecReturnData, true)).status == errSecInteractionNotAllowed)
            #expect(fixture.add(.password("a")) == errSecInteractionNotAllowed)
        }

        @Test("the right passphrase unlocks it for the objects that there are, a wrong one does not")
        func unlocking() throws {
            #expect(SecKeychainLock(fixture.keychain) == errSecSuccess)
            let found = try identity()
            #expect(unlock("wrong") == errSecAuthFailed)
            #expect(SecKeychainUnlock(fixture.keychain, 0, nil, false) == errSecInteractionNotAllowed)
            #expect(signature(found.key).code == Int(errSecInteractionNotAllowed))
            #expect(unlock(Self.passphrase) == errSecSuccess)
            let made = try #require(signature(found.key).signature)
            let publicKey = try #require(SecCertificateCopyKey(alice.sec))
            #expect(
                SecKeyVerifySignature(
                    publicKey, .ecdsaSignatureMessageX962SHA256, Data("message".utf8) as CFData, made as CFData, nil))
        }

        @Test("a key that was deleted before it was used is a broken reference, one that was used stays")
        func deleted() throws {
            let (used, unused) = (try identity(), try identity())
            #expect(signature(used.key).signature != nil)
            #expect(fixture.delete(.identities) == errSecSuccess)
            #expect(signature(used.key).signature != nil)
            #expect(signature(unused.key).code == Int(errSecInvalidItemRef))
        }

        @Test("a stored key is used by many threads at once")
        func threads() async throws {
            let key = try identity().key
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 { group.addTask { signature(key).signature != nil } }
                for await isSigned in group { #expect(isSigned) }
            }
        }

        @Test("a key's object from one keychain can be added to another, and an identity be made of it")
        func copied() throws {
            let found = try identity()
            let other = try ItemFixture()
            #expect(other.add(found) == errSecSuccess)
            #expect(other.count(.of(found)) == 1)
            let again = try #require(SecIdentityCreate(nil, alice.sec, found.key))
            #expect(again == found)
            #expect(SecIdentityCreate(nil, try Issuer.root("Bob").sec, found.key) == nil)
        }
    }
#endif
