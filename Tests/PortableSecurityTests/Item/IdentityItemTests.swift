// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// Identities: two items that find each other.
    @Suite struct IdentityItemTests {
        let fixture: ItemFixture
        let ca: Issuer
        let alice: Issuer

        init() throws {
            fixture = try ItemFixture()
            ca = try Issuer.root("CA")
            alice = try ca.person()
        }

        @Test("an identity is its two halves, whichever comes first", arguments: [false, true])
        func halves(isKeyFirst: Bool) throws {
            let halves: [AnyObject] = isKeyFirst ? [alice.secKey, alice.sec] : [alice.sec, alice.secKey]
            #expect(fixture.add(halves[0]) == errSecSuccess)
            #expect(fixture.count(.identities) == 0)
            #expect(fixture.add(halves[1]) == errSecSuccess)
            let found = try #require(fixture.find(.identities.with(kSecReturnRef, true)).result)
            #expect(CFGetTypeID(found) == SecIdentityGetTypeID())
            #expect(found as! SecIdentity == (try alice.secIdentity()))
        }

        @Test("a public key makes no identity, and neither does a stranger's key")
        func strangers() throws {
            #expect(fixture.add(alice.sec) == errSecSuccess)
            #expect(fixture.add(try #require(SecKeyCopyPublicKey(alice.secKey))) == errSecSuccess)
            #expect(fixture.add(try ca.person("bob").secKey) == errSecSuccess)
            #expect(fixture.count(.identities) == 0)
        }

        @Test("a half that is there already is no obstacle, both are", arguments: [0, 1])
        func present(half: Int) throws {
            #expect(
                fixture.add(half == 0 ? alice.sec : alice.secKey, [kSecAttrLabel as String: "old"]) == errSecSuccess)
            #expect(fixture.add(try alice.secIdentity(), [kSecAttrLabel as String: "new"]) == errSecSuccess)
            #expect(fixture.count(.certificates.with(kSecAttrLabel, half == 0 ? "old" : "new")) == 1)
            #expect(fixture.count(.keys.with(kSecAttrLabel, half == 0 ? "new" : "old")) == 1)
            let (status, result) = fixture.added(
                .of(try alice.secIdentity()).with(kSecAttrLabel, "third").with(kSecReturnPersistentRef, true))
            #expect(status == errSecDuplicateItem)
            #expect(result == nil)
        }

        @Test("of an added identity a persistent reference comes back, and nothing else does")
        func results() throws {
            let bob = try ca.person("bob")
            let (status, result) = fixture.added(.of(try bob.secIdentity()).with(kSecReturnPersistentRef, true))
            #expect(status == errSecSuccess)
            let reference = try #require(result as? Data)
            #expect(reference.prefix(4) == Data("idnt".utf8))
            for key in [kSecReturnRef, kSecReturnData, kSecReturnAttributes] {
                let other = try ca.person("other").secIdentity()
                let (status, result) = fixture.added(.of(other).with(key, true))
                #expect(status == errSecSuccess)
                #expect(result == nil)
            }
        }

        @Test("attributes that not both halves have are none of an identity that is added")
        func attributes() throws {
            let identity = try alice.secIdentity()
            #expect(fixture.add(identity, [kSecAttrApplicationTag as String: Data([1])]) == errSecNoSuchAttr)
            #expect(fixture.count(.certificates) == 0)
            #expect(fixture.add(.identities) == errSecParam)
        }

        @Test("label, issuer, serial number and subject key id are the certificate's, all else is the key's")
        func owners() throws {
            #expect(fixture.add(alice.sec, [kSecAttrLabel as String: "certificate"]) == errSecSuccess)
            #expect(
                fixture.add(
                    alice.secKey, [kSecAttrLabel as String: "key", kSecAttrApplicationTag as String: Data([7])])
                    == errSecSuccess)
            let x509 = alice.certificate
            for (key, value) in [
                (kSecAttrLabel, "certificate"), (kSecAttrIssuer, x509.issuer.der),
                (kSecAttrSerialNumber, x509.encodedSerialNumber),
                (kSecAttrSubjectKeyID, x509.subjectKeyIdentifier ?? Data()),
                (kSecAttrApplicationTag, Data([7])), (kSecAttrKeyType, kSecAttrKeyTypeEC),
                (kSecAttrApplicationLabel, Digest.sha1(try alice.key.publicKey().externalRepresentation())),
            ] as [(CFString, Any)] {
                #expect(fixture.count(.identities.with(key, value)) == 1, "\(key)")
            }
            #expect(fixture.count(.identities.with(kSecAttrLabel, "key")) == 0)
            #expect(fixture.count(.identities.with(kSecAttrApplicationTag, Data([8]))) == 0)
            for (key, value) in [(kSecAttrSubject, x509.subject.der), (kSecAttrPublicKeyHash, Data())]
                as [(CFString, Any)]
            {
                #expect(fixture.find(.identities.with(key, value)).status == errSecNoSuchAttr)
            }
        }

        @Test("an identity's data is its private key, and its attributes are those of both, the certificate's first")
        func values() throws {
            #expect(fixture.add(alice.sec, [kSecAttrLabel as String: "certificate"]) == errSecSuccess)
            #expect(fixture.add(alice.secKey, [kSecAttrLabel as String: "key"]) == errSecSuccess)
            let data = fixture.find(.identities.with(kSecReturnData, true)).result as? Data
            #expect(data == (try alice.key.externalRepresentation()))
            let attributes = try #require(
                fixture.find(.identities.with(kSecReturnAttributes, true)).result as? [String: Any])
            #expect(attributes[kSecAttrLabel as String] as? String == "certificate")
            #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == 256)
            #expect(attributes[kSecAttrIssuer as String] is Data)
        }

        @Test("a key with two certificates is two identities")
        func renewed() throws {
            #expect(fixture.add(try alice.secIdentity()) == errSecSuccess)
            let renewed = try ca.certificate(for: alice)
            #expect(fixture.add(renewed) == errSecSuccess)
            let identities = try #require(
                fixture.find(
                    .identities.with(kSecReturnRef, true).with(kSecMatchLimit, kSecMatchLimitAll)
                ).result as? [SecIdentity])
            #expect(Set(identities.map(\.certificate)) == [alice.sec, renewed])
            #expect(identities.allSatisfy { $0.key == alice.secKey })
        }
    }
#endif
