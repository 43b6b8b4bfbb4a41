#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain

    /// Searches the keychain.
    ///
    /// What comes back is one value where one item is wanted (no limit, `kSecMatchLimitOne`, 1), else an array, also for one
    /// item: data where only `kSecReturnData` or `kSecReturnPersistentRef` is asked for, an object for `kSecReturnRef` alone,
    /// and for everything else a dictionary. Keys that come back are opened when they are first used. `kSecMatchSubject...`
    /// filters, as on macOS; iOS takes `kSecMatchSubjectContains` and heeds it not.
    /// - Parameters:
    ///   - query: what is looked for.
    ///   - result: receives it; untouched where nothing is found, and where nothing is asked for and the limit is one.
    /// - Returns: `errSecItemNotFound` where nothing fits; `errSecParam` for a query that makes no sense, with nil for `result`
    ///   where something is to be returned; `errSecNoSuchClass`, `errSecNoSuchAttr`, `errSecUnimplemented`; and the codes of a
    ///   keychain that can't be read.
    @discardableResult
    public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        status { () throws(ItemFault) in
            let query = try ItemQuery(query)
            if result == nil && !query.returns.isEmpty { throw .parameter }
            let values = try query.found()
            switch query.limit {
            case .one: if let value = values.first { result?.pointee = value as CFTypeRef }
            case .many: result?.pointee = values as CFTypeRef
            }
        }
    }

    /// As `SecItemCopyMatching`, of which it is the part before an array becomes an object: with thousands of items that takes
    /// longer than to find them.
    package func itemsMatching(_ query: [String: Any]) -> (status: OSStatus, values: [Any]) {
        var values: [Any] = []
        let status = status { () throws(ItemFault) in values = try ItemQuery(query).found() }
        return (status, values)
    }

    extension ItemQuery {
        /// What is wanted of each item that fits.
        /// - Throws: `errSecItemNotFound` where none does.
        func found() throws(ItemFault) -> [Any] {
            var count = 0
            var values: [Any] = []
            for keychain in try searched() {
                let rest = limit.count.map { $0 - count }
                if rest == 0 { break }
                guard let file = try keychain.existing() else { continue }
                try faulting {
                    try file.read { transaction in
                        let items = try ItemSearch(transaction: transaction, query: self).items(limit: rest)
                        let results = ItemResult(keychain: file, transaction: transaction, returns: returns)
                        values += try items.compactMap(results.value)
                        count += items.count
                    }
                }
            }
            if count == 0 { throw ItemFault(errSecItemNotFound) }
            return values
        }

        /// Where to look, in order.
        func searched() throws(ItemFault) -> [SecKeychain] { keychains.isEmpty ? [SecKeychain.standard] : keychains }

        /// Where to write.
        var target: SecKeychain { keychains.first ?? SecKeychain.standard }
    }

    /// The code of what `body` throws, or of success.
    func status(_ body: () throws(ItemFault) -> Void) -> OSStatus {
        do {
            try body()
            return errSecSuccess
        } catch {
            LastKeychainFault.note(error)
            return error.status
        }
    }
#endif
