// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import TestSupport
    import Testing

    /// A keychain of one test.
    struct ItemFixture: Sendable {
        let folder: TemporaryFolder
        let keychain: SecKeychain

        /// - Parameter passphrase: what unlocks it; empty for a key file.
        init(passphrase: String = "") throws {
            folder = try TemporaryFolder()
            var made: SecKeychain?
            let bytes = [UInt8](passphrase.utf8)
            let status = SecKeychainCreate(folder.path("keychain"), UInt32(bytes.count), bytes, false, nil, &made)
            #expect(status == errSecSuccess)
            keychain = try #require(made)
        }

        func add(_ item: [String: Any]) -> OSStatus { SecItemAdd(here(item) as CFDictionary, nil) }

        /// Adds, and gives what comes back.
        func added(_ item: [String: Any]) -> (status: OSStatus, result: CFTypeRef?) {
            var result: CFTypeRef?
            let status = SecItemAdd(here(item) as CFDictionary, &result)
            return (status, result)
        }

        func add(_ object: AnyObject, _ attributes: [String: Any] = [:]) -> OSStatus {
            add(attributes.merging([kSecValueRef as String: object]) { _, new in new })
        }

        func find(_ query: [String: Any]) -> (status: OSStatus, result: CFTypeRef?) {
            var result: CFTypeRef?
            let status = SecItemCopyMatching(here(query) as CFDictionary, &result)
            return (status, result)
        }

        /// How many items fit; a failure other than that there are none is one of the test.
        func count(_ query: [String: Any]) -> Int {
            let all: [String: Any] = [
                kSecMatchLimit as String: kSecMatchLimitAll, kSecReturnPersistentRef as String: true,
            ]
            let (status, result) = find(query.merging(all) { given, _ in given })
            #expect(status == errSecSuccess || status == errSecItemNotFound)
            return (result as? [Any])?.count ?? 0
        }

        func update(_ query: [String: Any], _ change: [String: Any]) -> OSStatus {
            SecItemUpdate(here(query) as CFDictionary, change as CFDictionary)
        }

        func delete(_ query: [String: Any]) -> OSStatus { SecItemDelete(here(query) as CFDictionary) }

        private func here(_ query: [String: Any]) -> [String: Any] {
            query.merging([kSecUseKeychain as String: keychain]) { given, _ in given }
        }
    }

    extension [String: Any] {
        static var certificates: Self { [kSecClass as String: kSecClassCertificate] }
        static var keys: Self { [kSecClass as String: kSecClassKey] }
        static var identities: Self { [kSecClass as String: kSecClassIdentity] }
        static var genericPasswords: Self { [kSecClass as String: kSecClassGenericPassword] }
        static var internetPasswords: Self { [kSecClass as String: kSecClassInternetPassword] }

        /// With one more key.
        func with(_ key: CFString, _ value: Any) -> Self { merging([key as String: value]) { _, new in new } }
        /// An object in the place of class and data.
        static func of(_ object: AnyObject) -> Self { [kSecValueRef as String: object] }

        /// A password for an account.
        static func password(_ account: String, service: String = "service", _ secret: String? = "secret") -> Self {
            var item: Self = genericPasswords.with(kSecAttrAccount, account).with(kSecAttrService, service)
            if let secret { item[kSecValueData as String] = Data(secret.utf8) }
            return item
        }
    }

    extension Issuer {
        /// A person, below this CA.
        func person(
            _ name: String = "alice", kind: PrivateKey.Kind = .ec(256),
            _ change: (inout CertificateBuilder) -> Void = { _ in }
        ) throws -> Issuer {
            try Self.make(name, kind: kind, issuer: self) {
                $0.extendedKeyUsage = [ExtendedKeyUsage.clientAuth]
                $0.keyUsage = [.digitalSignature]
                change(&$0)
            }
        }

        /// A certificate for a key that there is already.
        func certificate(for other: Issuer, named name: String = "again") throws -> SecCertificate {
            let builder = CertificateBuilder(
                subject: [("CN", name)], notBefore: Self.now - Self.day, notAfter: Self.now + Self.day,
                serialNumber: try CertificateBuilder.randomSerialNumber())
            return SecCertificate(
                try builder.signed(publicKey: other.key.publicKey(), issuer: certificate, key: key))
        }

        var secKey: SecKey { SecKey(key) }
        func secIdentity() throws -> SecIdentity { try #require(identity) }
    }
#endif
