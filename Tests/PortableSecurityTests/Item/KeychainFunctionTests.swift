// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import TestSupport
    import Testing

    /// `SecKeychain...`.
    @Suite struct KeychainFunctionTests {
        let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func open(_ name: String) throws -> SecKeychain {
            var keychain: SecKeychain?
            #expect(SecKeychainOpen(folder.path(name), &keychain) == errSecSuccess)
            return try #require(keychain)
        }

        @Test("a keychain that was named and isn't there is told, and not made")
        func missing() throws {
            let query: [String: Any] = .password("a").with(kSecUseKeychain, try open("missing"))
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecNoSuchKeychain)
            #expect(SecItemAdd(query as CFDictionary, nil) == errSecNoSuchKeychain)
            #expect(SecItemDelete(query as CFDictionary) == errSecNoSuchKeychain)
            #expect(SecItemUpdate(query as CFDictionary, [:] as CFDictionary) == errSecNoSuchKeychain)
            #expect(SecKeychainUnlock(try open("missing"), 0, nil, false) == errSecNoSuchKeychain)
            #expect(!FileManager.default.fileExists(atPath: folder.path("missing")))
        }

        @Test("a keychain is made once, is found by its folder, and holds what was stored in it")
        func made() throws {
            var keychain: SecKeychain?
            #expect(SecKeychainCreate(folder.path("a"), 0, nil, true, nil, &keychain) == errSecInteractionNotAllowed)
            #expect(SecKeychainCreate(folder.path("a"), 0, nil, false, nil, &keychain) == errSecSuccess)
            #expect(SecKeychainCreate(folder.path("a"), 0, nil, false, nil, &keychain) == errSecDuplicateKeychain)
            let made = try #require(keychain)
            #expect(CFGetTypeID(made) == SecKeychainGetTypeID())
            let (again, other) = (try open("a"), try open("b"))
            #expect(made == again && made != other)
            #expect(
                SecItemAdd([String: Any].password("x").with(kSecUseKeychain, made) as CFDictionary, nil)
                    == errSecSuccess)
            let query: [String: Any] = .genericPasswords.with(kSecUseKeychain, again)
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecSuccess)
        }

        @Test("its path is told where there is room for it")
        func path() throws {
            let keychain = try open("a")
            var room: UInt32 = 4096
            var bytes = [CChar](repeating: 1, count: 4096)
            #expect(SecKeychainGetPath(keychain, &room, &bytes) == errSecSuccess)
            let path = folder.path("a")
            #expect(bytes.prefix(while: { $0 != 0 }).map { UInt8(bitPattern: $0) } == Array(path.utf8))
            #expect(Int(room) == path.utf8.count)
            #expect(SecKeychainGetPath(keychain, &room, &bytes) == errSecBufferTooSmall)
            room += 1
            #expect(SecKeychainGetPath(keychain, &room, &bytes) == errSecSuccess)
        }
    }
#endif
