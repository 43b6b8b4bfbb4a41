#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain

    /// Stores an item; of an identity, its certificate and its key.
    ///
    /// Of a certificate or key, given as `kSecValueRef` or `kSecValueData`, the attributes are read from it; those given win. A
    /// half of an identity that is already there is left as it is.
    /// - Parameters:
    ///   - attributes: the item, and with `kSecReturn...` what is wanted of it.
    ///   - result: receives what is wanted: of an identity a persistent reference alone. Untouched where nothing is.
    /// - Returns: `errSecDuplicateItem` where an item with the same primary key is there, of an identity both halves. No label is
    ///   part of a primary key. `errSecParam`, `errSecNoSuchClass` and `errSecNoSuchAttr` for what is no item; and the codes of
    ///   a keychain that can't be written.
    @discardableResult
    public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status { () throws(ItemFault) in
            let query = try ItemQuery(attributes)
            let records = try ItemRecord.all(query)
            let file = try query.target.created()
            let value = try faulting {
                try file.write { transaction -> Any? in
                    let item = try transaction.add(records, query)
                    if query.kind != .identity {
                        let results = ItemResult(keychain: file, transaction: transaction, returns: query.returns)
                        return try results.value(item)
                    }
                    return query.returns.contains(.persistentReference) ? item.persistentReference.data : nil
                }
            }
            if let value { result?.pointee = value as CFTypeRef }
        }
    }

    extension KeychainTransaction {
        /// Inserts rows; those that are there already are left alone where another is new.
        func add(_ records: [ItemRecord], _ query: ItemQuery) throws -> FoundItem {
            var ids: [UUID?] = []
            var duplicate: KeychainError?
            for record in records {
                do throws(KeychainError) {
                    ids.append(try insert(record.itemClass, record.attributes, record.payload))
                } catch {
                    guard error.code == .duplicate else { throw error }
                    duplicate = error
                    ids.append(nil)
                }
            }
            if let duplicate, ids.allSatisfy({ $0 == nil }) { throw duplicate }
            guard query.kind == .identity else {
                guard let id = ids.first ?? nil, let row = try item(id) else { throw ItemFault(errSecInternal) }
                return FoundItem(kind: query.kind, row: row)
            }
            // Of the half that was there, the row is to be looked for.
            var search = query
            search.attributes = [:]
            search.isAnySynchronizable = true
            guard let item = try ItemSearch(transaction: self, query: search).items(limit: 1).first else {
                throw ItemFault(errSecInternal)
            }
            return item
        }
    }
#endif
