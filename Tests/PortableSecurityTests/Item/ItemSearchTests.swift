// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// `SecItemCopyMatching`: how many, in which form.
    @Suite struct ItemSearchTests {
        let fixture: ItemFixture

        init() throws { fixture = try ItemFixture() }

        private func addPasswords(_ accounts: [String]) {
            for account in accounts { #expect(fixture.add(.password(account, account)) == errSecSuccess) }
        }

        @Test(
            "nothing is found in an empty keychain, and the result is left as it was",
            arguments: [[String: Any].certificates, .keys, .identities, .genericPasswords, .internetPasswords].map {
                Query($0)
            })
        func nothing(query: Query) {
            var result: CFTypeRef? = fixture.keychain
            let whole: [String: Any] = query.dictionary.with(kSecReturnAttributes, true)
                .with(kSecUseKeychain, fixture.keychain)
            #expect(SecItemCopyMatching(whole as CFDictionary, &result) == errSecItemNotFound)
            #expect(result === fixture.keychain)
        }

        @Test("without a limit, with the limit one and with 1 there is one value, with any other an array")
        func limits() throws {
            addPasswords(["a", "b", "c"])
            let query: [String: Any] = .genericPasswords.with(kSecReturnData, true)
            #expect(fixture.find(query).result as? Data == Data("a".utf8))
            #expect(fixture.find(query.with(kSecMatchLimit, kSecMatchLimitOne)).result as? Data == Data("a".utf8))
            #expect(fixture.find(query.with(kSecMatchLimit, 1)).result as? Data == Data("a".utf8))
            #expect(fixture.find(query.with(kSecMatchLimit, NSNumber(value: 1))).result as? Data == Data("a".utf8))
            for (limit, count) in [(2, 2), (3, 3), (4, 3), (Int.max, 3)] {
                #expect((fixture.find(query.with(kSecMatchLimit, limit)).result as? [Data])?.count == count)
            }
            let all = fixture.find(query.with(kSecMatchLimit, kSecMatchLimitAll)).result as? [Data]
            #expect(all == ["a", "b", "c"].map { Data($0.utf8) })
            let one: [String: Any] = query.with(kSecMatchLimit, kSecMatchLimitAll).with(kSecAttrAccount, "b")
            #expect(fixture.find(one).result as? [Data] == [Data("b".utf8)])
        }

        @Test("where nothing is to be returned the status alone tells, with an empty array where all are asked for")
        func nothingReturned() throws {
            addPasswords(["a"])
            #expect(
                SecItemCopyMatching(
                    [kSecClass as String: kSecClassGenericPassword, kSecUseKeychain as String: fixture.keychain]
                        as CFDictionary, nil) == errSecSuccess)
            let (status, result) = fixture.find(.genericPasswords)
            #expect(status == errSecSuccess && result == nil)
            let all = fixture.find(.genericPasswords.with(kSecMatchLimit, kSecMatchLimitAll))
            #expect((all.result as? [Any])?.isEmpty == true)
        }

        @Test(
            "what is to be returned needs a place",
            arguments: [
                kSecReturnData, kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef,
            ])
        func noPlace(key: CFString) {
            addPasswords(["a"])
            let query: [String: Any] = .genericPasswords.with(key, true).with(kSecUseKeychain, fixture.keychain)
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecParam)
        }

        @Test("one kind of value comes by itself, several in a dictionary, which names the class with an object alone")
        func forms() throws {
            let root = try Issuer.root()
            #expect(fixture.add(root.sec) == errSecSuccess)
            let query: [String: Any] = .certificates
            #expect(fixture.find(query.with(kSecReturnData, true)).result as? Data == root.certificate.der)
            #expect(fixture.find(query.with(kSecReturnPersistentRef, true)).result is NSData)
            #expect(fixture.find(query.with(kSecReturnRef, true)).result as! SecCertificate == root.sec)
            for (keys, holds) in [
                ([kSecReturnAttributes], [kSecAttrIssuer]),
                ([kSecReturnData, kSecReturnAttributes], [kSecValueData, kSecAttrIssuer]),
                ([kSecReturnData, kSecReturnPersistentRef], [kSecValueData, kSecValuePersistentRef]),
                ([kSecReturnRef, kSecReturnData], [kSecValueRef, kSecValueData, kSecClass]),
                ([kSecReturnRef, kSecReturnAttributes], [kSecValueRef, kSecAttrIssuer, kSecClass]),
            ] {
                let whole = keys.reduce(query) { $0.with($1, true) }
                let dictionary = try #require(fixture.find(whole).result as? [String: Any])
                let special = Set(dictionary.keys).intersection([
                    kSecValueData, kSecValueRef, kSecValuePersistentRef, kSecClass, kSecAttrIssuer,
                ])
                #expect(special == Set(holds), "\(keys)")
            }
            #expect(fixture.find(query.with(kSecReturnData, false)).result == nil)
        }

        @Test("an item without data has empty data by itself, and none beside attributes", arguments: [nil, ""])
        func emptyData(secret: String?) throws {
            #expect(fixture.add(.password("a", secret)) == errSecSuccess)
            let query: [String: Any] = .genericPasswords.with(kSecReturnData, true)
            #expect(fixture.find(query).result as? Data == Data())
            let both = try #require(fixture.find(query.with(kSecReturnAttributes, true)).result as? [String: Any])
            #expect(both[kSecValueData as String] as? Data == secret.map { Data($0.utf8) })
        }

        @Test("what is synchronizable is found only when asked for")
        func synchronizable() {
            #expect(fixture.add(.password("a")) == errSecSuccess)
            #expect(fixture.add(.password("b").with(kSecAttrSynchronizable, true)) == errSecSuccess)
            #expect(fixture.count(.genericPasswords) == 1)
            #expect(fixture.count(.genericPasswords.with(kSecAttrSynchronizable, kCFBooleanTrue!)) == 1)
            #expect(fixture.count(.genericPasswords.with(kSecAttrSynchronizable, kSecAttrSynchronizableAny)) == 2)
        }

        @Test("a name is found as the whole DER and as its content, in whichever case and spacing")
        func names() throws {
            let root = try Issuer.root("Round  Table") { $0.subject = [("O", "Example"), ("CN", " Round  Table")] }
            #expect(fixture.add(root.sec) == errSecSuccess)
            let other = try Issuer.root { $0.subject = [("O", "EXAMPLE"), ("CN", "round table ")] }
            let whole = other.certificate.subject.der
            for key in [kSecAttrIssuer, kSecAttrSubject] {
                #expect(fixture.count(.certificates.with(key, whole)) == 1)
                #expect(fixture.count(.certificates.with(key, whole.dropFirst(2))) == 1)
                #expect(
                    fixture.count(.certificates.with(key, try Issuer.root("Roundtable").certificate.subject.der)) == 0)
                #expect(fixture.count(.certificates.with(key, Data("no name".utf8))) == 0)
            }
        }

        @Test("an object finds the item that is equal to it, whatever its attributes")
        func objects() throws {
            let (alice, bob) = (try Issuer.root("Alice"), try Issuer.root("Bob"))
            for issuer in [alice, bob] { #expect(fixture.add(try issuer.secIdentity()) == errSecSuccess) }
            for object in [alice.sec, alice.secKey, try alice.secIdentity()] as [AnyObject] {
                #expect(fixture.count(.of(object)) == 1)
            }
            let stranger = try SecIdentityFixture.twin(of: alice)
            #expect(fixture.count(.of(stranger)) == 0)
            let mine = fixture.find(.of(alice.sec).with(kSecReturnRef, true)).result
            #expect(mine as! SecCertificate == alice.sec)
        }

        @Test("several keychains are searched in the order of the list")
        func searchList() throws {
            let other = try ItemFixture()
            addPasswords(["a"])
            #expect(other.add(.password("b", "b")) == errSecSuccess)
            let query: [String: Any] = .genericPasswords.with(kSecReturnData, true)
                .with(kSecMatchLimit, kSecMatchLimitAll)
            var result: CFTypeRef?
            let list = [other.keychain, fixture.keychain]
            #expect(
                SecItemCopyMatching(query.with(kSecMatchSearchList, list) as CFDictionary, &result) == errSecSuccess)
            #expect(result as? [Data] == [Data("b".utf8), Data("a".utf8)])
        }

        @Test("many threads add, find and delete at once without losing an item")
        func threads() async throws {
            let fixture = fixture
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        for index in 0..<10 {
                            let item: [String: Any] = .password("\(task)-\(index)")
                            #expect(fixture.add(item) == errSecSuccess)
                            #expect(fixture.add(item) == errSecDuplicateItem)
                            let query: [String: Any] = .genericPasswords.with(kSecAttrAccount, "\(task)-\(index)")
                            #expect(fixture.count(query) == 1)
                            if index.isMultiple(of: 2) { #expect(fixture.delete(query) == errSecSuccess) }
                        }
                    }
                }
            }
            #expect(fixture.count(.genericPasswords) == 40)
        }
    }

    /// A dictionary as an argument of a test.
    struct Query: @unchecked Sendable {
        // @unchecked: nobody changes it, and what the tests put into it is immutable.
        let dictionary: [String: Any]
        init(_ dictionary: [String: Any]) { self.dictionary = dictionary }
    }

    enum SecIdentityFixture {
        /// Another certificate that has the same issuer and serial number.
        static func twin(of issuer: Issuer) throws -> SecCertificate {
            try Issuer.root("Alice") { $0.serialNumber = issuer.certificate.serialNumber }.sec
        }
    }
#endif
