#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain

    /// Deletes every item that a query finds.
    ///
    /// Of an identity that is given by an object or a persistent reference, the key stays where another stored certificate is for
    /// it. The class of identities with attributes means every certificate and then every key that has them, whether they
    /// belong together or not; the class alone means all certificates and all keys.
    /// - Parameter query: which items; without any `kSecMatch...`, the limit included.
    /// - Returns: `errSecItemNotFound` where nothing fits; `errSecParam`, `errSecNoSuchClass` and `errSecNoSuchAttr` for a query
    ///   that makes no sense; and the codes of a keychain that can't be written.
    @discardableResult
    public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
        status { () throws(ItemFault) in
            let query = try ItemQuery(query)
            if query.hasMatchKeys { throw .parameter }
            let halves = try query.halves()
            guard let file = try query.target.existing() else { throw ItemFault(errSecItemNotFound) }
            let isComplete = try faulting {
                try file.write { transaction in
                    for half in halves {
                        let items = try ItemSearch(transaction: transaction, query: half).items(limit: nil)
                        // What the first half of the query has deleted stays deleted, as by Apple.
                        if items.isEmpty { return false }
                        for item in items { try transaction.delete(item) }
                    }
                    return true
                }
            }
            if !isComplete { throw ItemFault(errSecItemNotFound) }
        }
    }

    extension ItemQuery {
        /// The queries that one for identities stands for, where rows are changed: its certificates, then its keys. One
        /// for an identity that is named by an object or a persistent reference stays as it is.
        /// - Throws: `errSecNoSuchAttr` where not both classes have its attributes.
        func halves() throws(ItemFault) -> [ItemQuery] {
            guard kind == .identity, reference == nil, persistent == nil else { return [self] }
            let forms = kind.classes.map(ItemAttributes.forms)
            guard attributes.keys.allSatisfy({ key in forms.allSatisfy { $0[key] != nil } }) else {
                throw ItemFault(errSecNoSuchAttr)
            }
            return [ItemKind.certificate, .key].map { kind in
                var half = self
                half.kind = kind
                return half
            }
        }
    }

    extension KeychainTransaction {
        /// Deletes an item; a key only where no certificate is left that is for it.
        func delete(_ item: FoundItem) throws {
            // An identity with two keys is found twice, and its certificate with each.
            if try self.item(item.row.id) != nil { try delete(item.row.id) }
            guard let key = item.keyRow else { return }
            if let label = key.attributes[kSecAttrApplicationLabel],
                try !find(.certificate, where: [kSecAttrPublicKeyHash: label], limit: 1).isEmpty
            {
                return
            }
            try delete(key.id)
        }
    }
#endif
