// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import TestSupport
    import Testing

    /// The rows of `SecItem`: identities, items and matches. Each has a keychain of its own.
    @Suite(
        .enabled(
            if: CaseTable.folder != nil,
            "33 rows of Apple's keychain tests are not run: set MTLS_CORPORA to the folder that holds apple/cases.tsv"))
    struct ItemParityTests {
        typealias Item = [String: Any]
        let keychain: ParityKeychain

        init() throws { keychain = try ParityKeychain() }

        /// The rows that a test below runs.
        static let ids = [
            "p12-20", "p12-21", "p12-23", "identity-02", "identity-04", "identity-07", "identity-08", "identity-09",
            "identity-11", "identity-12", "identity-13", "identity-14", "identity-16", "item-04", "item-08", "item-09",
            "item-10", "item-11", "item-12", "item-13", "item-14", "item-17", "item-18", "item-20", "item-21",
            "match-01",
            "match-02", "match-07", "match-08", "match-09", "match-10", "match-11",
        ]

        /// What of a row can't be had here, and why.
        static let leftOut = [
            "match-11":
                "macOS's errSecParam for the class of certificates: its file keychain is not what this one follows"
        ]

        @Test("every row of the table is here, and a reason for what is left out of one")
        func complete() {
            let rows = CaseTable.rows.filter { ["identity", "item", "match"].contains($0.kind) }.map(\.id)
            #expect(rows.sorted() == Self.ids.filter { !$0.hasPrefix("p12") }.sorted())
            #expect(Set(Self.leftOut.keys).isSubset(of: Self.ids))
            for (row, part) in PKCS12ImportParityTests.leftOut { #expect(Self.ids.contains(row), "\(part)") }
        }

        // MARK: Identities

        /// What the rows call c1, k1 and its digest.
        private func first() throws -> (certificate: SecCertificate, key: SecKey, identity: SecIdentity, digest: Data) {
            let certificate = try certificate("id42_c1.cer")
            let key = SecKey(try PrivateKey(der: CaseTable.data("id42_k1.key.der")))
            let identity = try #require(SecIdentityCreate(nil, certificate, key))
            return (certificate, key, identity, try CaseTable.data("id42_k1_digest.bin"))
        }

        private func certificate(_ name: String) throws -> SecCertificate {
            try #require(SecCertificateCreateWithData(nil, CaseTable.data(name) as CFData))
        }

        @Test("identity-02: a key is found by its application label")
        func identity02() throws {
            let (_, key, identity, digest) = try first()
            #expect(keychain.add([kSecValueRef: identity]) == errSecSuccess)
            let query: Item = [kSecClass: kSecClassKey, kSecAttrApplicationLabel: digest, kSecReturnRef: true]
            let (status, result) = keychain.find(query)
            #expect(status == errSecSuccess)
            #expect(try #require(result) as! SecKey == key)
        }

        @Test("identity-04: halves are deleted by their objects")
        func identity04() throws {
            let (certificate, key, identity, _) = try first()
            #expect(keychain.add([kSecValueRef: identity]) == errSecSuccess)
            for half in [certificate, key] as [AnyObject] {
                #expect(keychain.delete([kSecValueRef: half]) == errSecSuccess)
                #expect(keychain.find([kSecValueRef: half, kSecReturnRef: true]).status == errSecItemNotFound)
            }
        }

        @Test("identity-07 and -08: persistent references lead from and to each object")
        func identity07() throws {
            let (certificate, key, identity, _) = try first()
            #expect(keychain.add([kSecValueRef: identity]) == errSecSuccess)
            for object in [identity, key, certificate] as [AnyObject] {
                let (status, result) = keychain.find([kSecValueRef: object, kSecReturnPersistentRef: true])
                #expect(status == errSecSuccess)
                let reference = try #require(result as? Data)
                let back = keychain.find([kSecValuePersistentRef: reference, kSecReturnRef: true])
                #expect(back.status == errSecSuccess)
                #expect(CFEqual(back.result, object))
            }
        }

        @Test("identity-09: an identity is deleted with both its halves")
        func identity09() throws {
            let (certificate, key, identity, _) = try first()
            #expect(keychain.add([kSecValueRef: identity]) == errSecSuccess)
            #expect(keychain.delete([kSecValueRef: identity]) == errSecSuccess)
            for object in [identity, certificate, key] as [AnyObject] {
                #expect(keychain.find([kSecValueRef: object, kSecReturnRef: true]).status == errSecItemNotFound)
            }
        }

        @Test("identity-11, -12 and -13: a label goes to both halves, and the certificate's is the identity's")
        func identityLabels() throws {
            let (_, _, identity, _) = try first()
            #expect(keychain.add([kSecValueRef: identity, kSecAttrLabel: "L"]) == errSecSuccess)
            for itemClass in [kSecClassIdentity, kSecClassCertificate, kSecClassKey] {
                #expect(keychain.find([kSecClass: itemClass, kSecAttrLabel: "L"]).status == errSecSuccess)
            }
            let change: Item = [kSecAttrLabel: "M"]
            #expect(keychain.update([kSecClass: kSecClassKey, kSecAttrLabel: "L"], change) == errSecSuccess)
            #expect(keychain.find([kSecClass: kSecClassIdentity, kSecAttrLabel: "L"]).status == errSecSuccess)
            #expect(keychain.update([kSecClass: kSecClassCertificate, kSecAttrLabel: "L"], change) == errSecSuccess)
            #expect(keychain.find([kSecClass: kSecClassIdentity, kSecAttrLabel: "L"]).status == errSecItemNotFound)
            #expect(keychain.find([kSecClass: kSecClassIdentity, kSecAttrLabel: "M"]).status == errSecSuccess)
        }

        @Test("identity-14: an issuer is the normalized content, or the whole name")
        func identity14() throws {
            let (certificate, _, identity, _) = try first()
            #expect(keychain.add([kSecValueRef: identity]) == errSecSuccess)
            let whole = try X509Certificate(der: SecCertificateCopyData(certificate) as Data).issuer.der
            for issuer in [try CaseTable.data("id42_DN.bin"), whole] {
                let query: Item = [kSecClass: kSecClassIdentity, kSecAttrIssuer: issuer, kSecReturnRef: true]
                #expect(try #require(keychain.find(query).result) as! SecIdentity == identity)
            }
        }

        @Test("identity-16: no identity is made of halves that don't belong together")
        func identity16() throws {
            #expect(SecIdentityCreate(nil, try certificate("id42_c0.cer"), try first().key) == nil)
        }

        // MARK: Items

        @Test("item-04 and -08: what is added comes back in the forms that are asked for")
        func item04() throws {
            let certificate = try certificate("add05_myCert.cer")
            let all: Item = [
                kSecReturnData: true, kSecReturnRef: true, kSecReturnAttributes: true, kSecReturnPersistentRef: true,
            ]
            let (status, result) = keychain.added(all.merging([kSecValueRef: certificate]) { $1 })
            #expect(status == errSecSuccess)
            let dictionary = try #require(result as? Item)
            #expect(Set([kSecValueData, kSecValueRef, kSecValuePersistentRef]).isSubset(of: dictionary.keys))
            #expect(dictionary[kSecAttrIssuer] is Data)
            let other = try ParityKeychain()
            let reference = other.added([kSecValueRef: certificate, kSecReturnPersistentRef: true]).result as? Data
            let query: Item = [kSecValuePersistentRef: try #require(reference), kSecReturnData: true]
            #expect(other.find(query).result as? Data == SecCertificateCopyData(certificate) as Data)
        }

        @Test("item-09 and -10: a certificate has no application tag", arguments: ["item-09", "item-10"])
        func item09(id: String) throws {
            let row = try #require(CaseTable.row(id))
            let file = try #require(row.files.first)
            let certificate = try certificate(file)
            let tagged: Item = [kSecValueRef: certificate, kSecAttrApplicationTag: Data([1])]
            #expect(keychain.add(tagged) == errSecNoSuchAttr)
            #expect(keychain.add([kSecValueRef: certificate]) == errSecSuccess)
            #expect(keychain.delete(tagged) == row.status)
            #expect(row.status == errSecNoSuchAttr)
        }

        @Test(
            "item-11: nothing is found where nothing is",
            arguments: [
                kSecClassCertificate, kSecClassKey, kSecClassIdentity, kSecClassGenericPassword,
                kSecClassInternetPassword,
            ])
        func item11(itemClass: String) throws {
            let (status, result) = keychain.find([kSecClass: itemClass, kSecReturnAttributes: true])
            #expect(status == errSecItemNotFound)
            #expect(result == nil)
        }

        private let address: Item = [
            kSecClass: kSecClassInternetPassword, kSecAttrServer: "example.com", kSecAttrAccount: "account",
            kSecAttrPort: 80, kSecAttrProtocol: kSecAttrProtocolHTTP, kSecAttrPath: "/path",
        ]

        @Test("item-12, -13 and -14: an address is there once, and no update makes it two")
        func item12() throws {
            #expect(keychain.add(address) == errSecSuccess)
            #expect(keychain.add(address) == errSecDuplicateItem)
            let change: Item = [kSecAttrAccount: "another"]
            #expect(keychain.update(address, change) == errSecSuccess)
            #expect(keychain.update(address, change) == errSecItemNotFound)
            #expect(keychain.add(address) == errSecSuccess)
            #expect(keychain.update(address, change) == errSecDuplicateItem)
        }

        @Test("item-17: an item is found, changed and deleted by its persistent reference")
        func item17() throws {
            let reference = keychain.added(address.merging([kSecReturnPersistentRef: true]) { $1 }).result as? Data
            let query: Item = [kSecValuePersistentRef: try #require(reference)]
            #expect(keychain.find(query).status == errSecSuccess)
            #expect(keychain.update(query, [kSecAttrAccount: "another"]) == errSecSuccess)
            #expect(keychain.delete(query) == errSecSuccess)
            #expect(keychain.find(query).status == errSecItemNotFound)
        }

        @Test("item-18 and -21: all items come as dictionaries in an array, also one")
        func item18() throws {
            for count in 1...3 {
                let item = address.merging([kSecAttrPort: count, kSecValueData: Data([UInt8(count)])]) { $1 }
                #expect(keychain.add(item) == errSecSuccess)
                for key in [kSecReturnData, kSecReturnAttributes] {
                    let query: Item = [
                        kSecClass: kSecClassInternetPassword, kSecMatchLimit: kSecMatchLimitAll, key: true,
                        kSecReturnPersistentRef: true,
                    ]
                    let found = try #require(keychain.find(query).result as? [Item])
                    #expect(found.count == count)
                    #expect(found.allSatisfy { $0[kSecValuePersistentRef] is Data })
                    if key == kSecReturnData { #expect(found.allSatisfy { ($0[kSecValueData] as? Data)?.count == 1 }) }
                }
            }
        }

        @Test("item-20: empty data comes back as empty data")
        func item20() throws {
            let item: Item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a", kSecValueData: Data()]
            #expect(keychain.add(item) == errSecSuccess)
            let (status, result) = keychain.find([kSecClass: kSecClassGenericPassword, kSecReturnData: true])
            #expect(status == errSecSuccess)
            #expect(result as? Data == Data())
        }
    }
#endif
