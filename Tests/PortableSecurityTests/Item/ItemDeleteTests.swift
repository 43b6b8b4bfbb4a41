// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// `SecItemDelete`.
    @Suite struct ItemDeleteTests {
        let fixture: ItemFixture
        let ca: Issuer
        let alice: Issuer

        init() throws {
            fixture = try ItemFixture()
            ca = try Issuer.root("CA")
            alice = try ca.person()
        }

        @Test("every item that fits is deleted, and where none does that is told")
        func all() {
            for account in ["a", "b"] { #expect(fixture.add(.password(account)) == errSecSuccess) }
            #expect(fixture.add(.password("c", service: "other")) == errSecSuccess)
            let query: [String: Any] = .genericPasswords.with(kSecAttrService, "service")
            #expect(fixture.delete(query.with(kSecReturnData, true)) == errSecSuccess)
            #expect(fixture.count(.genericPasswords) == 1)
            #expect(fixture.delete(query) == errSecItemNotFound)
        }

        @Test(
            "no kSecMatch is allowed, the limit included",
            arguments: [
                Query([kSecMatchLimit as String: kSecMatchLimitAll]),
                Query([kSecMatchLimit as String: kSecMatchLimitOne]),
                Query([kSecMatchTrustedOnly as String: false]), Query([kSecMatchIssuers as String: [Data]()]),
                Query([kSecMatchValidOnDate as String: NSNull()]),
            ])
        func matchKeys(query: Query) {
            #expect(fixture.add(alice.sec) == errSecSuccess)
            let whole = [String: Any].certificates.merging(query.dictionary) { _, new in new }
            #expect(fixture.delete(whole) == errSecParam)
            #expect(fixture.update(whole, [kSecAttrLabel as String: "x"]) == errSecParam)
            #expect(fixture.count(.certificates) == 1)
        }

        @Test("each half of an identity is deleted by its own object")
        func halves() throws {
            #expect(fixture.add(try alice.secIdentity()) == errSecSuccess)
            #expect(fixture.delete(.of(alice.sec)) == errSecSuccess)
            #expect(fixture.count(.of(alice.sec)) == 0)
            #expect(fixture.count(.of(alice.secKey)) == 1)
            #expect(fixture.delete(.of(alice.secKey)) == errSecSuccess)
            #expect(fixture.count(.keys) == 0)
        }

        @Test("an identity's key stays as long as another certificate is for it", arguments: [false, true])
        func sharedKey(isPersistent: Bool) throws {
            #expect(fixture.add(try alice.secIdentity()) == errSecSuccess)
            let renewed = try ca.certificate(for: alice)
            #expect(fixture.add(renewed) == errSecSuccess)
            let query: [String: Any]
            if isPersistent {
                let found = fixture.find(.of(try alice.secIdentity()).with(kSecReturnPersistentRef, true)).result
                query = [kSecValuePersistentRef as String: try #require(found as? Data)]
            } else {
                query = .of(try alice.secIdentity())
            }
            #expect(fixture.delete(query) == errSecSuccess)
            #expect(fixture.count(.of(alice.sec)) == 0)
            #expect(fixture.count(.of(renewed)) == 1)
            #expect(fixture.count(.keys) == 1)
            let rest = try #require(fixture.find(.identities.with(kSecReturnRef, true)).result)
            #expect(fixture.delete(.of(rest)) == errSecSuccess)
            #expect(fixture.count(.keys) + fixture.count(.certificates) == 0)
            #expect(fixture.delete(query) == errSecItemNotFound)
        }

        @Test("an identity whose key is stored twice is deleted with both")
        func twoKeys() throws {
            #expect(fixture.add(try alice.secIdentity()) == errSecSuccess)
            #expect(fixture.add(alice.secKey, [kSecAttrApplicationTag as String: Data([1])]) == errSecSuccess)
            #expect(fixture.delete(.of(try alice.secIdentity())) == errSecSuccess)
            #expect(fixture.count(.keys) + fixture.count(.certificates) == 0)
        }

        @Test("the class of identities means all certificates and all keys, joined or not")
        func identityClass() throws {
            #expect(fixture.add(ca.sec) == errSecSuccess)
            #expect(fixture.add(try ca.person("bob").secKey) == errSecSuccess)
            #expect(fixture.add(.password("a")) == errSecSuccess)
            #expect(fixture.count(.identities) == 0)
            #expect(fixture.delete(.identities) == errSecSuccess)
            #expect(fixture.count(.keys) + fixture.count(.certificates) == 0)
            #expect(fixture.count(.genericPasswords) == 1)
        }

        @Test("the class of identities with a label means the certificates that have it, and then the keys")
        func identityLabel() throws {
            #expect(fixture.add(ca.sec, [kSecAttrLabel as String: "L"]) == errSecSuccess)
            #expect(fixture.add(try alice.secIdentity(), [kSecAttrLabel as String: "M"]) == errSecSuccess)
            let bob = try ca.person("bob")
            #expect(fixture.add(bob.secKey, [kSecAttrLabel as String: "L"]) == errSecSuccess)
            #expect(fixture.delete(.identities.with(kSecAttrLabel, "L")) == errSecSuccess)
            #expect(fixture.count(.identities.with(kSecAttrLabel, "M")) == 1)
            #expect(fixture.count(.keys) == 1)
            // Certificates that have it, and no key: what is gone is gone.
            #expect(fixture.add(ca.sec, [kSecAttrLabel as String: "L"]) == errSecSuccess)
            #expect(fixture.delete(.identities.with(kSecAttrLabel, "L")) == errSecItemNotFound)
            #expect(fixture.count(.certificates) == 1)
        }

        @Test(
            "attributes that one half alone has delete nothing",
            arguments: [
                (kSecAttrApplicationTag, Data([1])), (kSecAttrKeySizeInBits, 256), (kSecAttrSerialNumber, Data([1])),
            ] as [(CFString, any Sendable)])
        func attributesOfOneHalf(key: CFString, value: any Sendable) throws {
            #expect(fixture.add(try alice.secIdentity()) == errSecSuccess)
            #expect(fixture.delete(.identities.with(key, value)) == errSecNoSuchAttr)
            #expect(fixture.count(.identities) == 1)
        }
    }
#endif
