#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSOpenSSL

    /// An item as its rows hold it: one row, or for an identity the certificate's and the key's.
    struct FoundItem {
        let kind: ItemKind
        /// The certificate's for an identity.
        let row: ItemRow
        /// An identity's key.
        var keyRow: ItemRow?

        var rows: [ItemRow] { [row, keyRow].compactMap { $0 } }
        /// The row that has the data: for an identity the key's.
        var dataRow: ItemRow { keyRow ?? row }
        var persistentReference: PersistentReference { PersistentReference(kind, row.id) }
    }

    /// Makes of an item what a query wants returned.
    struct ItemResult {
        let keychain: KeychainFile
        let transaction: KeychainTransaction
        let returns: ItemReturns

        /// The value: data or an object where only one is wanted, else a dictionary; nil where nothing is wanted.
        func value(_ item: FoundItem) throws -> Any? {
            switch returns {
            case []: return nil
            case .data: return try data(item) ?? Data()
            case .persistentReference: return item.persistentReference.data
            case .reference: return try reference(item)
            default:
                var dictionary: CFDictionary = [:]
                if returns.contains(.attributes) { dictionary = Self.attributes(item) }
                if returns.contains(.data) { dictionary[kSecValueData] = try data(item) }
                if returns.contains(.persistentReference) {
                    dictionary[kSecValuePersistentRef] = item.persistentReference.data
                }
                if returns.contains(.reference) {
                    dictionary[kSecValueRef] = try reference(item)
                    dictionary[kSecClass] = item.kind.rawValue
                }
                return dictionary
            }
        }

        /// The attributes; where an identity's certificate and key have the same, the certificate's.
        private static func attributes(_ item: FoundItem) -> CFDictionary {
            var dictionary: CFDictionary = [:]
            for row in item.rows.reversed() {
                let forms = ItemAttributes.forms(row.itemClass)
                for (key, value) in row.attributes {
                    if let form = forms[key] { dictionary[key] = form.returned(value) }
                }
                dictionary[kSecAttrCreationDate] = row.created
                dictionary[kSecAttrModificationDate] = row.modified
            }
            return dictionary
        }

        /// The certificate's DER, the key's external representation, a password's bytes.
        private func data(_ item: FoundItem) throws -> Data? {
            if item.dataRow.itemClass == .key, let keyClass = item.dataRow.keyClass {
                // Opened here, and not by its object, which would begin a transaction of its own.
                let key =
                    keyClass == 1
                    ? SecKey(try StoredKey.key(transaction.payload(of: item.dataRow.id))) : try key(item.dataRow)
                return try SecKeyCopyExternalRepresentation(key, nil) ?? key.openedPrivateKey().pkcs8()
            }
            switch try transaction.payload(of: item.dataRow.id) {
            case .open(let data): return data
            case .sealed(let secret): return secret.withUnsafeBytes { Data($0) }
            case nil: return nil
            }
        }

        private func reference(_ item: FoundItem) throws -> Any {
            switch item.kind {
            case .certificate: return try transaction.certificate(item.row)
            case .key: return try key(item.row)
            case .identity:
                return SecIdentity(
                    unchecked: try transaction.certificate(item.row), key: try key(item.dataRow))
            // They have no object of their own: Apple gives none either.
            case .genericPassword, .internetPassword: throw ItemFault(errSecUnimplemented)
            }
        }

        private func key(_ row: ItemRow) throws -> SecKey {
            switch row.keyClass {
            case 1?: return SecKey(StoredKey(keychain, row))
            case 0?:
                guard case .open(let encoded)? = try transaction.payload(of: row.id),
                    let key = try? PublicKey(spki: encoded)
                else { throw ItemFault(errSecDecode) }
                return SecKey(key)
            default: throw ItemFault(errSecUnimplemented)
            }
        }
    }

    extension ItemRow {
        /// 0 for a public, 1 for a private key; nil for other keys, of which nothing is known but their bytes.
        var keyClass: Int64? {
            attributes[kSecAttrKeyClass]?.number.flatMap { (0...1).contains($0) ? $0 : nil }
        }
    }

    extension KeychainTransaction {
        /// The certificate of a row.
        func certificate(_ row: ItemRow) throws -> SecCertificate {
            guard case .open(let der)? = try payload(of: row.id) else { throw ItemFault(errSecDecode) }
            return SecCertificate(stored: der)
        }
    }
#endif
