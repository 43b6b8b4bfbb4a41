// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// `SecItemUpdate` and persistent references.
    @Suite struct ItemChangeTests {
        let fixture: ItemFixture
        let alice: Issuer

        init() throws {
            fixture = try ItemFixture()
            alice = try Issuer.root("Alice")
        }

        private func secret(_ account: String) -> Data? {
            fixture.find(.genericPasswords.with(kSecAttrAccount, account).with(kSecReturnData, true)).result as? Data
        }

        @Test("every item that fits is changed, and nothing of the others")
        func all() {
            for (account, service) in [("a", "one"), ("b", "one"), ("c", "two")] {
                #expect(fixture.add(.password(account, service: service)) == errSecSuccess)
            }
            let change: [String: Any] = [kSecValueData as String: Data([1]), kSecAttrLabel as String: "new"]
            #expect(fixture.update(.genericPasswords.with(kSecAttrService, "one"), change) == errSecSuccess)
            #expect(secret("a") == Data([1]) && secret("b") == Data([1]))
            #expect(secret("c") == Data("secret".utf8))
            #expect(fixture.count(.genericPasswords.with(kSecAttrLabel, "new")) == 2)
        }

        @Test("an item that was moved away is not found again, and none may be moved onto another")
        func primaryKeys() {
            #expect(fixture.add(.password("a")) == errSecSuccess)
            #expect(fixture.add(.password("b")) == errSecSuccess)
            let query: [String: Any] = .genericPasswords.with(kSecAttrAccount, "a")
            #expect(fixture.update(query, [kSecAttrAccount as String: "b"]) == errSecDuplicateItem)
            #expect(fixture.update(query, [kSecAttrAccount as String: "c"]) == errSecSuccess)
            #expect(fixture.update(query, [kSecAttrAccount as String: "c"]) == errSecItemNotFound)
            // All at once can't have the same primary key, and then none gets it.
            #expect(fixture.update(.genericPasswords, [kSecAttrAccount as String: "d"]) == errSecDuplicateItem)
            #expect(fixture.count(.genericPasswords.with(kSecAttrAccount, "d")) == 0)
        }

        @Test("of an identity first the certificate is changed and then the key, each by the same query")
        func identities() throws {
            #expect(fixture.add(try alice.secIdentity(), [kSecAttrLabel as String: "L"]) == errSecSuccess)
            let query: [String: Any] = .identities.with(kSecAttrLabel, "L")
            #expect(fixture.update(query, [kSecAttrLabel as String: "M"]) == errSecSuccess)
            for itemClass in [[String: Any].certificates, .keys, .identities] {
                #expect(fixture.count(itemClass.with(kSecAttrLabel, "M")) == 1)
            }
            #expect(fixture.update(.of(try alice.secIdentity()), [kSecAttrLabel as String: "N"]) == errSecSuccess)
            #expect(fixture.count(.keys.with(kSecAttrLabel, "N")) == 1)
            #expect(fixture.count(.certificates.with(kSecAttrLabel, "N")) == 1)
            #expect(fixture.update(query, [kSecAttrLabel as String: "M"]) == errSecItemNotFound)
            let tag: [String: Any] = [kSecAttrApplicationTag as String: Data([1])]
            #expect(fixture.update(.identities, tag) == errSecNoSuchAttr)
            let data: [String: Any] = [kSecValueData as String: Data([1])]
            #expect(fixture.update(.identities, data) == errSecParam)
        }

        @Test("a key that has no label keeps its code from the caller of an update by label, as by Apple")
        func identityWithoutLabelOfKey() throws {
            #expect(fixture.add(alice.sec, [kSecAttrLabel as String: "L"]) == errSecSuccess)
            #expect(fixture.add(alice.secKey) == errSecSuccess)
            let query: [String: Any] = .identities.with(kSecAttrLabel, "L")
            #expect(fixture.update(query, [kSecAttrLabel as String: "M"]) == errSecItemNotFound)
            #expect(fixture.count(.identities.with(kSecAttrLabel, "M")) == 1)
        }

        @Test("the key's label is not the identity's, the certificate's is")
        func labels() throws {
            #expect(fixture.add(try alice.secIdentity(), [kSecAttrLabel as String: "L"]) == errSecSuccess)
            #expect(fixture.update(.keys.with(kSecAttrLabel, "L"), [kSecAttrLabel as String: "M"]) == errSecSuccess)
            #expect(fixture.count(.identities.with(kSecAttrLabel, "L")) == 1)
            #expect(
                fixture.update(.certificates.with(kSecAttrLabel, "L"), [kSecAttrLabel as String: "M"]) == errSecSuccess)
            #expect(fixture.count(.identities.with(kSecAttrLabel, "L")) == 0)
            #expect(fixture.count(.identities.with(kSecAttrLabel, "M")) == 1)
        }

        @Test("new data of a certificate or a key bring their attributes with them")
        func newData() throws {
            let bob = try Issuer.root("Bob")
            #expect(fixture.add(try alice.secIdentity(), [kSecAttrLabel as String: "L"]) == errSecSuccess)
            let (der, key) = (bob.certificate.der, try bob.key.externalRepresentation())
            #expect(fixture.update(.certificates, [kSecValueData as String: der]) == errSecSuccess)
            #expect(fixture.count(.identities) == 0)
            #expect(fixture.update(.keys, [kSecValueData as String: key]) == errSecSuccess)
            let found = fixture.find(.identities.with(kSecAttrLabel, "L").with(kSecReturnRef, true)).result
            #expect(try #require(found) as! SecIdentity == (try bob.secIdentity()))
            #expect(fixture.update(.keys, [kSecValueData as String: Data([1])]) == errSecParam)
        }

        @Test("a persistent reference finds, changes and deletes its item, and then leads nowhere")
        func persistentReferences() throws {
            for object in [alice.sec, alice.secKey, try alice.secIdentity()] as [AnyObject] {
                _ = fixture.add(object)
            }
            #expect(fixture.add(.internetPasswords.with(kSecAttrServer, "a")) == errSecSuccess)
            for (query, letters) in [
                (.identities, "idnt"), (.certificates, "cert"), (.internetPasswords, "inet"), (.keys, "keys"),
            ] as [([String: Any], String)] {
                let found = fixture.find(query.with(kSecReturnPersistentRef, true)).result
                let reference = try #require(found as? Data)
                #expect(reference.count == 20 && reference.prefix(4) == Data(letters.utf8))
                let item: [String: Any] = [kSecValuePersistentRef as String: reference]
                #expect(fixture.count(item) == 1)
                #expect(fixture.count(item.merging(query) { given, _ in given }) == 1)
                #expect(fixture.update(item, [kSecAttrLabel as String: "M"]) == errSecSuccess)
                #expect(fixture.count(query.with(kSecAttrLabel, "M")) == 1)
                if letters == "idnt" { continue }
                #expect(fixture.delete(item) == errSecSuccess)
                #expect(fixture.delete(item) == errSecItemNotFound)
                #expect(fixture.update(item, [kSecAttrLabel as String: "M"]) == errSecItemNotFound)
                #expect(fixture.find(item).status == errSecItemNotFound)
            }
        }

        @Test("a persistent reference stands for itself, and means an item of its class")
        func wrongReferences() throws {
            #expect(fixture.add(alice.sec) == errSecSuccess)
            let found = fixture.find(.certificates.with(kSecReturnPersistentRef, true)).result
            let reference = try #require(found as? Data)
            let item: [String: Any] = [kSecValuePersistentRef as String: reference]
            #expect(fixture.find(item.with(kSecAttrLabel, "Alice")).status == errSecParam)
            #expect(fixture.find(item.with(kSecClass, kSecClassKey)).status == errSecNoSuchClass)
            #expect(fixture.find(item.with(kSecValueRef, alice.sec)).status == errSecParam)
            #expect(fixture.add(item) == errSecParam)
            let ofKey = Data("keys".utf8) + reference.dropFirst(4)
            let older = Data("cert".utf8) + Data(count: 8)
            for data in [ofKey, older, reference.dropLast(), Data("idnt".utf8) + reference.dropFirst(4), Data()] {
                #expect(fixture.find([kSecValuePersistentRef as String: data]).status == errSecItemNotFound)
            }
        }
    }
#endif
