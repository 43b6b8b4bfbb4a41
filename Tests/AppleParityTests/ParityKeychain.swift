// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    /// An empty keychain for one row.
    struct ParityKeychain {
        private let folder: TemporaryFolder
        let keychain: SecKeychain

        init() throws {
            folder = try TemporaryFolder()
            var made: SecKeychain?
            #expect(SecKeychainCreate(folder.path("keychain"), 0, nil, false, nil, &made) == errSecSuccess)
            keychain = try #require(made)
        }

        func add(_ item: [String: Any]) -> OSStatus { SecItemAdd(here(item) as CFDictionary, nil) }

        func added(_ item: [String: Any]) -> (status: OSStatus, result: CFTypeRef?) {
            var result: CFTypeRef?
            let status = SecItemAdd(here(item) as CFDictionary, &result)
            return (status, result)
        }

        func find(_ query: [String: Any]) -> (status: OSStatus, result: CFTypeRef?) {
            var result: CFTypeRef?
            let status = SecItemCopyMatching(here(query) as CFDictionary, &result)
            return (status, result)
        }

        /// How many items fit; nil where none does.
        func count(_ query: [String: Any]) -> Int? {
            let (status, result) = find(
                query.merging([kSecMatchLimit: kSecMatchLimitAll, kSecReturnRef: true]) { $1 })
            #expect(status == errSecSuccess || status == errSecItemNotFound)
            return status == errSecSuccess ? (result as? [Any])?.count : nil
        }

        func update(_ query: [String: Any], _ change: [String: Any]) -> OSStatus {
            SecItemUpdate(here(query) as CFDictionary, change as CFDictionary)
        }

        func delete(_ query: [String: Any]) -> OSStatus { SecItemDelete(here(query) as CFDictionary) }

        private func here(_ query: [String: Any]) -> [String: Any] {
            query.merging([kSecUseKeychain: keychain]) { given, _ in given }
        }
    }
#endif
