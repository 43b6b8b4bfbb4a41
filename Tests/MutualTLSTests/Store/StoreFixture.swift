#if os(Linux)
    import Foundation
    import MutualTLSPKI
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    /// A store in a keychain of one test.
    struct StoreFixture: Sendable {
        let folder: TemporaryFolder
        let keychain: SecKeychain
        let store: IdentityStore
        let pki: TestPKI

        /// - Parameter passphrase: what unlocks it; empty for a key file.
        init(passphrase: String = "") throws {
            folder = try TemporaryFolder()
            pki = try TestPKI()
            var made: SecKeychain?
            let bytes = [UInt8](passphrase.utf8)
            #expect(
                SecKeychainCreate(folder.path("keychain"), UInt32(bytes.count), bytes, false, nil, &made)
                    == errSecSuccess)
            keychain = try #require(made)
            store = IdentityStore(keychain: keychain)
        }

        /// A client from a file of its own, below the root and an issuing CA.
        func client(_ name: String = "alice") throws -> ClientIdentity { try ClientIdentity(pki.client(name)) }

        /// How many items of a class there are, whoever stored them.
        func count(_ itemClass: CFString) -> Int { find([kSecClass as String: itemClass]).count }

        /// What an app's own query finds.
        func find(_ query: [String: Any]) -> [[String: Any]] {
            var query = query
            query[kSecUseKeychain as String] = keychain
            query[kSecMatchLimit as String] = kSecMatchLimitAll
            query[kSecReturnAttributes as String] = true
            query[kSecReturnRef as String] = query[kSecClass as String] as? String != kSecClassGenericPassword
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            #expect(status == errSecSuccess || status == errSecItemNotFound)
            return result as? [[String: Any]] ?? []
        }

        /// What an app's own code stores.
        func add(_ object: AnyObject, label: String) -> OSStatus {
            let item: [String: Any] = [
                kSecValueRef as String: object, kSecAttrLabel as String: label, kSecUseKeychain as String: keychain,
            ]
            return SecItemAdd(item as CFDictionary, nil)
        }
    }

    /// The code that `body` fails with; nil where it doesn't, or with another error.
    func code<Result>(_ body: () throws -> Result) -> MutualTLSError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? MutualTLSError)?.code
        }
    }
#endif
