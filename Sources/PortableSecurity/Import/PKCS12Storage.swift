#if !canImport(Security)
    import Foundation

    /// Stores what an import found, where its options say so, as iOS 18 does with `kSecUseDataProtectionKeychain`: each
    /// identity and the other certificates of its chain. What is there already is left alone.
    struct PKCS12Storage {
        /// What goes on to `SecItemAdd`: access group, label ...
        private let attributes: CFDictionary

        /// nil where nothing is to be stored.
        /// - Throws: `errSecParam` for an option of another type.
        init?(_ options: CFDictionary) throws(ItemFault) {
            guard let wish = options[kSecUseDataProtectionKeychain] else { return nil }
            guard let isWanted = AttributeForm.integer(wish) else { throw .parameter }
            if isWanted == 0 { return nil }
            var attributes = options.filter { !Self.own.contains($0.key) }
            if let keychain = options[kSecImportExportKeychain] { attributes[kSecUseKeychain] = keychain }
            self.attributes = attributes
        }

        /// The options that are the importer's.
        private static let own: Set = [
            kSecImportExportPassphrase, kSecImportToMemoryOnly, kSecImportExportKeychain, kSecUseDataProtectionKeychain,
        ]

        func store(_ identity: SecIdentity, chain: [SecCertificate]) throws(ItemFault) {
            try add(identity)
            for certificate in chain where certificate != identity.certificate { try add(certificate) }
        }

        private func add(_ object: AnyObject) throws(ItemFault) {
            var item = attributes
            item[kSecValueRef] = object
            let status = SecItemAdd(item, nil)
            if status != errSecSuccess && status != errSecDuplicateItem { throw ItemFault(status) }
        }
    }
#endif
