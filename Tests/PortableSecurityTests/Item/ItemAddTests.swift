// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// What is stored of an item, and when there is one already.
    @Suite struct ItemAddTests {
        let fixture: ItemFixture
        let alice: Issuer

        init() throws {
            fixture = try ItemFixture()
            alice = try Issuer.root("Alice")
        }

        @Test("the label is in no primary key, so that the same item under another label is a duplicate")
        func labels() throws {
            for object in [alice.sec, alice.secKey] as [AnyObject] {
                #expect(fixture.add(object, [kSecAttrLabel as String: "one"]) == errSecSuccess)
                #expect(fixture.add(object, [kSecAttrLabel as String: "two"]) == errSecDuplicateItem)
            }
            #expect(fixture.add(.password("a").with(kSecAttrLabel, "one")) == errSecSuccess)
            #expect(fixture.add(.password("a").with(kSecAttrLabel, "two")) == errSecDuplicateItem)
        }

        @Test(
            "an item that differs in its primary key is another one",
            arguments: [
                (kSecAttrAccount, "b"), (kSecAttrService, "b"), (kSecAttrAccessGroup, "b"),
                (kSecAttrSynchronizable, true),
                (kSecAttrSyncViewHint, "b"),
            ] as [(CFString, any Sendable)])
        func primary(key: CFString, value: any Sendable) {
            #expect(fixture.add(.password("a")) == errSecSuccess)
            #expect(fixture.add(.password("a").with(key, value)) == errSecSuccess)
            #expect(fixture.add(.password("a").with(key, value)) == errSecDuplicateItem)
            #expect(fixture.count(.genericPasswords.with(kSecAttrSynchronizable, kSecAttrSynchronizableAny)) == 2)
        }

        @Test("an internet password's primary key is the whole address of the account")
        func internetPasswords() {
            let item: [String: Any] = .internetPasswords.with(kSecAttrAccount, "a").with(kSecAttrServer, "example.com")
                .with(kSecAttrProtocol, kSecAttrProtocolHTTPS).with(kSecAttrPort, 443).with(kSecAttrPath, "/")
            #expect(fixture.add(item) == errSecSuccess)
            #expect(fixture.add(item.with(kSecAttrComment, "another")) == errSecDuplicateItem)
            for (key, value) in [
                (kSecAttrPort, 444), (kSecAttrPath, "/x"), (kSecAttrProtocol, kSecAttrProtocolHTTP),
                (kSecAttrServer, "example.org"), (kSecAttrSecurityDomain, "realm"),
                (kSecAttrAuthenticationType, kSecAttrAuthenticationTypeHTTPBasic),
            ] as [(CFString, Any)] {
                #expect(fixture.add(item.with(key, value)) == errSecSuccess)
            }
        }

        @Test("the same key with another application tag is another item, and then the identity is found twice")
        func tags() throws {
            #expect(fixture.add(alice.secKey) == errSecSuccess)
            #expect(fixture.add(alice.secKey, [kSecAttrApplicationTag as String: Data([1])]) == errSecSuccess)
            #expect(fixture.add(alice.sec) == errSecSuccess)
            #expect(fixture.count(.identities) == 2)
        }

        @Test("a certificate's attributes come from it, as Apple encodes them")
        func certificate() throws {
            let (status, result) = fixture.added(.of(alice.sec).with(kSecReturnAttributes, true))
            #expect(status == errSecSuccess)
            let attributes = try #require(result as? [String: Any])
            #expect(attributes[kSecAttrLabel as String] as? String == "Alice")
            #expect(attributes[kSecAttrCertificateType as String] as? Int == 3)
            #expect(attributes[kSecAttrCertificateEncoding as String] as? Int == 3)
            #expect(attributes[kSecAttrAccessible as String] as? String == kSecAttrAccessibleAlways)
            #expect(attributes[kSecAttrSynchronizable as String] as? Int == 0)
            #expect(attributes[kSecAttrSerialNumber as String] as? Data == alice.certificate.encodedSerialNumber)
            // Of an elliptic curve the uncompressed point.
            let point = try alice.key.publicKey().externalRepresentation()
            #expect(point.count == 65)
            #expect(attributes[kSecAttrPublicKeyHash as String] as? Data == Digest.sha1(point))
            let content = try #require(attributes[kSecAttrIssuer as String] as? Data)
            #expect(content == attributes[kSecAttrSubject as String] as? Data)
            #expect(content.first == 0x31)
            #expect(attributes[kSecAttrCreationDate as String] is Date)
            #expect(attributes[kSecValueData as String] == nil && attributes[kSecValueRef as String] == nil)
            #expect(attributes[kSecClass as String] == nil)
        }

        @Test(
            "a key has no label of its own, and the hash of its public half joins it to its certificate",
            arguments: [
                PrivateKey.Kind.rsa(2048), .ec(256), .ec(384), .ed25519,
            ])
        func key(kind: PrivateKey.Kind) throws {
            let bob = try Issuer.root("Bob", kind: kind)
            let (status, result) = fixture.added(.of(bob.secKey).with(kSecReturnAttributes, true))
            #expect(status == errSecSuccess)
            let attributes = try #require(result as? [String: Any])
            #expect(attributes[kSecAttrLabel as String] == nil)
            #expect(attributes[kSecAttrKeyClass as String] as? Int == 1)
            #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == bob.key.bits)
            #expect(attributes[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked)
            #expect(attributes[kSecAttrIsPermanent as String] as? Int == 1)
            #expect(attributes[kSecAttrIsExtractable as String] as? Int == 1)
            #expect(attributes[kSecAttrIsSensitive as String] as? Int == 0)
            #expect(attributes[kSecAttrCanSign as String] as? Int == 1)
            #expect(attributes[kSecAttrCanVerify as String] as? Int == 0)
            #expect(Set(attributes.keys).isDisjoint(with: ["pubk", kSecValueData]))
            #expect(fixture.add(bob.sec) == errSecSuccess)
            #expect(fixture.count(.identities) == 1)
        }

        @Test("given attributes win over those of the object, and the object over the class")
        func given() throws {
            let item: [String: Any] = .of(alice.sec).with(kSecClass, kSecClassGenericPassword)
                .with(kSecAttrLabel, "mine").with(kSecAttrAccessible, kSecAttrAccessibleAfterFirstUnlock)
            #expect(fixture.add(item) == errSecSuccess)
            #expect(fixture.count(.genericPasswords) == 0)
            #expect(fixture.count(.certificates.with(kSecAttrLabel, "Alice")) == 0)
            let query: [String: Any] = .certificates.with(kSecAttrLabel, "mine")
            #expect(fixture.count(query.with(kSecAttrAccessible, kSecAttrAccessibleAfterFirstUnlock)) == 1)
        }

        @Test("what comes back has the form that was asked for")
        func results() throws {
            var untouched: CFTypeRef? = fixture.keychain
            let plain: [String: Any] = .password("a").with(kSecUseKeychain, fixture.keychain)
            #expect(SecItemAdd(plain as CFDictionary, &untouched) == errSecSuccess)
            #expect(untouched === fixture.keychain)
            #expect(fixture.added(.password("b").with(kSecReturnData, true)).result as? Data == Data("secret".utf8))
            #expect((fixture.added(.password("c").with(kSecReturnPersistentRef, true)).result as? Data)?.count == 20)
            let object = try #require(fixture.added(.of(alice.sec).with(kSecReturnRef, true)).result)
            #expect(CFGetTypeID(object) == SecCertificateGetTypeID())
            #expect(object as! SecCertificate == alice.sec)
            let all: [String: Any] = .of(alice.secKey).with(kSecReturnRef, true).with(kSecReturnData, true)
                .with(kSecReturnAttributes, true).with(kSecReturnPersistentRef, true)
            let dictionary = try #require(fixture.added(all).result as? [String: Any])
            #expect(dictionary[kSecValueRef as String] as! SecKey == alice.secKey)
            #expect(dictionary[kSecValueData as String] as? Data == (try alice.key.externalRepresentation()))
            #expect(dictionary[kSecValuePersistentRef as String] is Data)
            #expect(dictionary[kSecClass as String] as? String == kSecClassKey)
            #expect(dictionary[kSecAttrKeySizeInBits as String] as? Int == 256)
        }

        @Test("certificates and keys are also taken as data, and read")
        func data() throws {
            let certificate: [String: Any] = .certificates.with(kSecValueData, alice.certificate.der)
            #expect(fixture.add(certificate) == errSecSuccess)
            #expect(fixture.add(alice.sec) == errSecDuplicateItem)
            let key: [String: Any] = .keys.with(kSecAttrKeyType, kSecAttrKeyTypeECSECPrimeRandom)
                .with(kSecAttrKeyClass, kSecAttrKeyClassPrivate)
                .with(kSecValueData, try alice.key.externalRepresentation())
            #expect(fixture.add(key) == errSecSuccess)
            let found = try #require(fixture.find(.identities.with(kSecReturnRef, true)).result)
            #expect(found as! SecIdentity == (try alice.secIdentity()))
            let symmetric: [String: Any] = .keys.with(kSecAttrKeyClass, kSecAttrKeyClassSymmetric)
                .with(kSecAttrApplicationTag, Data([9])).with(kSecValueData, Data([1, 2, 3]))
            #expect(fixture.add(symmetric) == errSecSuccess)
            let query: [String: Any] = .keys.with(kSecAttrApplicationTag, Data([9]))
            #expect(fixture.find(query.with(kSecReturnData, true)).result as? Data == Data([1, 2, 3]))
            #expect(fixture.find(query.with(kSecReturnRef, true)).status == errSecUnimplemented)
        }

        @Test("what is added with dates that another search returned gets its own")
        func dates() throws {
            let item: [String: Any] = .password("a").with(kSecAttrCreationDate, Date(timeIntervalSince1970: 0))
            #expect(fixture.add(item) == errSecSuccess)
            let attributes = try #require(
                fixture.find(.genericPasswords.with(kSecReturnAttributes, true)).result as? [String: Any])
            let date = try #require(attributes[kSecAttrCreationDate as String] as? Date)
            #expect(date.timeIntervalSinceNow > -3600)
            #expect(fixture.count(.genericPasswords.with(kSecAttrCreationDate, date)) == 1)
            #expect(fixture.count(.genericPasswords.with(kSecAttrCreationDate, date - 1)) == 0)
        }
    }
#endif
