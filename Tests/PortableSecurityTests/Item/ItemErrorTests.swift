// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// Dictionaries that make no sense.
    @Suite struct ItemErrorTests {
        let fixture: ItemFixture

        init() throws { fixture = try ItemFixture() }

        /// No value of any key: a type of its own.
        private struct Nonsense {}

        private static let ofAnyClass = [
            kSecAttrAccessGroup, kSecAttrAccessible, kSecAttrSynchronizable, kSecAttrCreationDate,
            kSecAttrModificationDate, kSecAttrSyncViewHint, kSecAttrTokenID, kSecAttrLabel, kSecReturnData,
            kSecReturnAttributes, kSecReturnRef, kSecReturnPersistentRef, kSecMatchLimit, kSecMatchIssuers,
            kSecMatchPolicy, kSecMatchValidOnDate, kSecMatchTrustedOnly, kSecMatchEmailAddressIfPresent,
            kSecMatchSubjectContains, kSecMatchSubjectStartsWith, kSecMatchSubjectEndsWith,
            kSecMatchSubjectWholeString, kSecMatchCaseInsensitive, kSecMatchDiacriticInsensitive,
            kSecMatchWidthInsensitive, kSecMatchHostOrSubdomainOfHost, kSecMatchItemList, kSecMatchSearchList,
            kSecUseKeychain, kSecUseDataProtectionKeychain, kSecUseItemList, kSecValueData, kSecValueRef,
            kSecValuePersistentRef, kSecClass,
        ]
        private static let ofCertificates = [
            kSecAttrSubject, kSecAttrIssuer, kSecAttrSerialNumber, kSecAttrSubjectKeyID, kSecAttrPublicKeyHash,
            kSecAttrCertificateType, kSecAttrCertificateEncoding,
        ]
        private static let ofKeys = [
            kSecAttrKeyClass, kSecAttrApplicationLabel, kSecAttrIsPermanent, kSecAttrApplicationTag, kSecAttrKeyType,
            kSecAttrKeySizeInBits, kSecAttrEffectiveKeySize, kSecAttrIsSensitive, kSecAttrIsExtractable,
            kSecAttrCanEncrypt, kSecAttrCanDecrypt, kSecAttrCanDerive, kSecAttrCanSign, kSecAttrCanVerify,
            kSecAttrCanWrap, kSecAttrCanUnwrap,
        ]
        private static let ofPasswords = [
            kSecAttrDescription, kSecAttrComment, kSecAttrCreator, kSecAttrType, kSecAttrIsInvisible,
            kSecAttrIsNegative, kSecAttrAccount, kSecAttrService, kSecAttrGeneric,
        ]
        private static let ofServers = [
            kSecAttrSecurityDomain, kSecAttrServer, kSecAttrProtocol, kSecAttrAuthenticationType, kSecAttrPort,
            kSecAttrPath,
        ]
        private static let owners: [(CFString, [CFString])] = [
            (kSecClassCertificate, ofCertificates), (kSecClassKey, ofKeys), (kSecClassGenericPassword, ofPasswords),
            (kSecClassInternetPassword, ofServers),
        ]

        @Test(
            "a value of another type is errSecParam wherever it stands, and traps nowhere",
            arguments: [0, 1, 2, 3, 4, 5, 6])
        func types(number: Int) {
            let optional: String? = nil
            let values: [Any] = [
                Nonsense(), [Nonsense()], ["a": 1], Double.nan, Double.infinity, optional as Any, NSObject(),
            ]
            for (itemClass, keys) in Self.owners {
                let item: [String: Any] = [kSecClass as String: itemClass]
                for key in keys + Self.ofAnyClass {
                    // Arrays of anything are lists of items, or of issuers of which none is left.
                    if number == 1, [kSecMatchItemList, kSecMatchIssuers].contains(key) { continue }
                    let query = item.with(key, values[number])
                    #expect(fixture.find(query).status == errSecParam, "\(itemClass) \(key)")
                    #expect(fixture.add(query) == errSecParam, "\(itemClass) \(key)")
                    #expect(fixture.delete(query) == errSecParam, "\(itemClass) \(key)")
                    #expect(fixture.update(query, [:]) == errSecParam, "\(itemClass) \(key)")
                    let change: [String: Any] = [key as String: values[number]]
                    #expect(fixture.update(item, change) == errSecParam, "\(itemClass) \(key)")
                }
            }
        }

        @Test("an attribute of another class is errSecNoSuchAttr, in every function")
        func otherAttributes() {
            for (itemClass, own) in Self.owners {
                for (_, keys) in Self.owners where keys != own {
                    // Creator and type have the same names in several classes.
                    for key in keys where !(own + [kSecAttrCreator, kSecAttrType, kSecAttrKeyType]).contains(key) {
                        let isShared =
                            ![kSecClassCertificate, kSecClassKey].contains(itemClass) && Self.ofPasswords.contains(key)
                            && ![kSecAttrService, kSecAttrGeneric].contains(key)
                        if isShared { continue }
                        let item: [String: Any] = [kSecClass as String: itemClass]
                        let query = item.with(key, Data([1]))
                        #expect(fixture.find(query).status == errSecNoSuchAttr, "\(itemClass) \(key)")
                        #expect(fixture.delete(query) == errSecNoSuchAttr, "\(itemClass) \(key)")
                        #expect(fixture.update(item, [key as String: Data([1])]) == errSecNoSuchAttr)
                        #expect(fixture.add(query.with(kSecValueData, Data())) == errSecNoSuchAttr)
                    }
                }
            }
        }

        @Test("a class is needed, and one that there is")
        func classes() {
            for query in [[:], [kSecAttrLabel as String: "a"]] as [[String: Any]] {
                #expect(fixture.find(query).status == errSecParam)
                #expect(fixture.add(query) == errSecParam)
                #expect(fixture.delete(query) == errSecParam)
                #expect(fixture.update(query, [:]) == errSecParam)
            }
            let unknown: [String: Any] = [kSecClass as String: "none"]
            #expect(fixture.find(unknown).status == errSecNoSuchClass)
            #expect(fixture.add(unknown) == errSecNoSuchClass)
            #expect(fixture.delete(unknown) == errSecNoSuchClass)
            #expect(fixture.update(unknown, [:]) == errSecNoSuchClass)
        }

        @Test("an unknown key is errSecParam")
        func unknownKeys() {
            for key in ["none", "", "m_None", "pubk", "perm "] {
                let query: [String: Any] = .keys.with(key, 1)
                #expect(fixture.find(query).status == errSecParam)
                #expect(fixture.update(.keys, [key: 1]) == errSecParam)
            }
        }

        @Test("a limit is a number above zero, or one of the two constants", arguments: [0, -1, Int.min])
        func limits(limit: Int) {
            #expect(fixture.find(.keys.with(kSecMatchLimit, limit)).status == errSecParam)
            #expect(fixture.find(.keys.with(kSecMatchLimit, "\(limit)")).status == errSecParam)
            #expect(fixture.find(.keys.with(kSecMatchLimit, true)).status == errSecParam)
        }

        @Test("an update asks for nothing, and changes attributes and data alone")
        func updates() {
            #expect(fixture.add(.password("a")) == errSecSuccess)
            let change: [String: Any] = [kSecAttrLabel as String: "a"]
            for key in [kSecReturnData, kSecReturnRef, kSecReturnAttributes, kSecReturnPersistentRef] {
                #expect(fixture.update(.genericPasswords.with(key, true), change) == errSecParam)
            }
            #expect(fixture.update(.genericPasswords.with(kSecMatchLimit, kSecMatchLimitAll), change) == errSecParam)
            for (key, value) in [
                (kSecValueData, NSNull()), (kSecValueData, "text"), (kSecClass, kSecClassKey),
                (kSecReturnData, true), (kSecMatchLimit, 1), (kSecValueRef, fixture.keychain),
                (kSecAttrSynchronizable, kSecAttrSynchronizableAny),
            ] as [(CFString, Any)] {
                #expect(fixture.update(.genericPasswords, [key as String: value]) == errSecParam, "\(key)")
            }
            #expect(fixture.update(.genericPasswords, change) == errSecSuccess)
        }

        @Test("what is no certificate and no key is not stored as one")
        func noItems() {
            #expect(fixture.add(.certificates) == errSecParam)
            #expect(fixture.add(.certificates.with(kSecValueData, Data([1, 2, 3]))) == errSecParam)
            #expect(fixture.add(.keys) == errSecParam)
            let key: [String: Any] = .keys.with(kSecAttrKeyType, kSecAttrKeyTypeRSA)
                .with(kSecAttrKeyClass, kSecAttrKeyClassPrivate)
            #expect(fixture.add(key.with(kSecValueData, Data([1, 2, 3]))) == errSecParam)
            #expect(fixture.add(.of(fixture.keychain)) == errSecParam)
            #expect(fixture.add(.of(SecPolicyCreateBasicX509())) == errSecParam)
            #expect(fixture.add(.password("a").with(kSecAttrSynchronizable, kSecAttrSynchronizableAny)) == errSecParam)
            for query in [[String: Any].certificates, .keys, .genericPasswords] { #expect(fixture.count(query) == 0) }
        }

        @Test("numbers come in whichever type, and codes of letters are kept")
        func numbers() {
            let item: [String: Any] = .internetPasswords.with(kSecAttrPort, UInt8(80)).with(kSecAttrServer, "a")
                .with(kSecAttrProtocol, kSecAttrProtocolHTTPS)
            #expect(fixture.add(item) == errSecSuccess)
            for port in [80, Int32(80), NSNumber(value: 80), "80", UInt64(80)] as [Any] {
                #expect(fixture.count(.internetPasswords.with(kSecAttrPort, port)) == 1)
            }
            #expect(fixture.count(.internetPasswords.with(kSecAttrProtocol, kSecAttrProtocolHTTPS)) == 1)
            #expect(fixture.find(.internetPasswords.with(kSecAttrPort, UInt64.max)).status == errSecParam)
        }
    }
#endif
