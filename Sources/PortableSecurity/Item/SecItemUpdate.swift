#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain

    /// Changes attributes or data of every item that a query finds. Of an identity first the certificate and then the key, each
    /// by the same query.
    /// - Parameters:
    ///   - query: which items; without `kSecReturn...` and `kSecMatch...`.
    ///   - attributesToUpdate: the new values, of attributes and of `kSecValueData`.
    /// - Returns: `errSecItemNotFound` where nothing fits; `errSecDuplicateItem` where another item has the new primary key:
    ///   nothing is changed then. `errSecParam`, `errSecNoSuchClass` and `errSecNoSuchAttr` for what makes no sense; and the
    ///   codes of a keychain that can't be written.
    @discardableResult
    public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
        status { () throws(ItemFault) in
            let query = try ItemQuery(query)
            if query.hasMatchKeys || !query.returns.isEmpty { throw .parameter }
            let change = try ItemChange(attributesToUpdate, query.kind)
            let halves = try query.halves()
            guard let file = try query.target.existing() else { throw ItemFault(errSecItemNotFound) }
            let isComplete = try faulting {
                try file.write { transaction in
                    for half in halves {
                        let items = try ItemSearch(transaction: transaction, query: half).items(limit: nil)
                        // What the first half of the query has changed stays changed, as by Apple.
                        if items.isEmpty { return false }
                        for row in items.flatMap(\.rows) { try change.apply(to: row, transaction) }
                    }
                    return true
                }
            }
            if !isComplete { throw ItemFault(errSecItemNotFound) }
        }
    }

    /// What is to become of an item.
    struct ItemChange {
        let attributes: [String: ItemValue]
        let data: Data?

        /// - Throws: `errSecParam` for anything that is neither attribute nor data, `errSecNoSuchAttr` for one that not all rows of
        ///   the class have.
        init(_ dictionary: CFDictionary, _ kind: ItemKind) throws(ItemFault) {
            var data: Data?
            var attributes: [String: ItemValue] = [:]
            for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
                if key == kSecValueData {
                    guard kind != .identity, let bytes = value as? Data else { throw .parameter }
                    data = bytes
                    continue
                }
                let forms = kind.classes.map { ItemAttributes.forms($0)[key] }
                guard forms.allSatisfy({ $0 != nil }), let form = forms.first ?? nil else {
                    throw ItemAttributes.isKnown(key) ? ItemFault(errSecNoSuchAttr) : .parameter
                }
                guard let value = form.value(value) else { throw .parameter }
                attributes[key] = value
            }
            if case .text? = attributes[kSecAttrSynchronizable] { throw .parameter }
            self.attributes = ItemRecord.settable(attributes)
            self.data = data
        }

        func apply(to row: ItemRow, _ transaction: KeychainTransaction) throws {
            guard let data else { return try transaction.update(row.id, attributes, payload: nil) }
            guard let kind = ItemKind(rawValue: row.itemClass.rawValue) else { throw ItemFault(errSecInternal) }
            // New data of a certificate or key bring their own attributes.
            let record = try ItemRecord(kind, row.attributes, data)
            let isRead = row.itemClass == .certificate || row.keyClass != nil
            var changed = isRead ? record.attributes : [:]
            changed[kSecAttrAccessible] = nil
            changed[kSecAttrLabel] = row.attributes[kSecAttrLabel]
            changed.merge(attributes) { _, new in new }
            try transaction.update(row.id, changed, payload: record.payload)
        }
    }
#endif
