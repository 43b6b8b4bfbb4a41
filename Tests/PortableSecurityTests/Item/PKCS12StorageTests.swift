// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    /// What an import stores.
    @Suite struct PKCS12StorageTests {
        let fixture: ItemFixture
        let file: ImportedFile
        let data: Data

        init() throws {
            fixture = try ItemFixture()
            file = try ImportedFile()
            data = try file.sealer.file(file.identity())
        }

        private func run(_ options: [String: Any]) -> (status: OSStatus, items: [[String: Any]]?) {
            var items: CFArray?
            let all: [String: Any] = [
                kSecImportExportPassphrase as String: "password",
                kSecImportExportKeychain as String: fixture.keychain,
            ]
            let status = SecPKCS12Import(
                data as CFData, all.merging(options) { _, new in new } as CFDictionary, &items)
            return (status, items as? [[String: Any]])
        }

        @Test(
            "nothing is stored unless that is asked for",
            arguments: [
                Query([:]), Query([kSecUseDataProtectionKeychain as String: false]),
                Query([kSecImportToMemoryOnly as String: true]),
            ])
        func notStored(options: Query) {
            #expect(run(options.dictionary).status == errSecSuccess)
            #expect(fixture.count(.certificates) + fixture.count(.keys) == 0)
        }

        @Test("an identity is stored, with what the options say of it, and twice is no error")
        func stored() throws {
            let options: [String: Any] = [
                kSecUseDataProtectionKeychain as String: true, kSecAttrLabel as String: "client-certificate",
                kSecImportToMemoryOnly as String: true,
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock,
            ]
            for _ in 0..<2 {
                let (status, items) = run(options)
                #expect(status == errSecSuccess)
                let item = try #require(items?.first)
                let identity = item[kSecImportItemIdentity as String] as! SecIdentity
                let query: [String: Any] = .identities.with(kSecAttrLabel, "client-certificate")
                    .with(kSecAttrAccessible, kSecAttrAccessibleAfterFirstUnlock)
                let found = try #require(fixture.find(query.with(kSecReturnRef, true)).result)
                #expect(found as! SecIdentity == identity)
                #expect(fixture.count(.identities) == 1)
            }
        }

        @Test("an option that is none of an item's is refused, and no items come back")
        func wrongOptions() {
            for (key, value) in [
                ("none", 1), (kSecUseDataProtectionKeychain, "yes"), (kSecAttrApplicationTag, Data([1])),
            ]
                as [(CFString, Any)]
            {
                let (status, items) = run([kSecUseDataProtectionKeychain as String: true].with(key, value))
                #expect(status != errSecSuccess && items == nil)
            }
            #expect(fixture.count(.certificates) + fixture.count(.keys) == 0)
        }
    }
#endif
