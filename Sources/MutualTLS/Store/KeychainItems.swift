import Foundation
import PortableSecurity

/// The four functions of the keychain, with typed results.
struct KeychainItems: Sendable {
    let place: KeychainPlace

    private func scoped(_ query: [String: Any]) -> [String: Any] {
        query.merging(place.scope) { own, _ in own }
    }

    /// Adds an item.
    /// - Returns: whether it is new.
    func add(_ attributes: [String: Any]) throws(MutualTLSError) -> Bool {
        let status = SecItemAdd(scoped(attributes) as CFDictionary, nil)
        if status == errSecDuplicateItem { return false }
        try check(status, "store an item in")
        return true
    }

    /// Changes items.
    /// - Returns: whether there were any.
    func update(_ query: [String: Any], _ attributes: [String: Any]) throws(MutualTLSError) -> Bool {
        let status = SecItemUpdate(scoped(query) as CFDictionary, attributes as CFDictionary)
        if status == errSecItemNotFound { return false }
        try check(status, "change an item in")
        return true
    }

    /// Deletes items.
    /// - Returns: whether there were any.
    @discardableResult
    func delete(_ query: [String: Any]) throws(MutualTLSError) -> Bool {
        let status = SecItemDelete(scoped(query) as CFDictionary)
        if status == errSecItemNotFound { return false }
        try check(status, "remove an item from")
        return true
    }

    /// Finds all items; each as the dictionary of what `returning` names.
    func all(_ query: [String: Any], returning keys: CFString...) throws(MutualTLSError) -> [[String: Any]] {
        var query = query
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        for key in keys { query[key as String] = true }
        #if canImport(Security)
            var result: CFTypeRef?
            let status = SecItemCopyMatching(scoped(query) as CFDictionary, &result)
            let found = result as? [[String: Any]]
        #else
            let (status, values) = itemsMatching(scoped(query))
            let found = values as? [[String: Any]]
        #endif
        if status == errSecItemNotFound { return [] }
        try check(status, "search")
        return found ?? []
    }

    private func check(_ status: OSStatus, _ operation: String) throws(MutualTLSError) {
        if status != errSecSuccess { throw MutualTLSError(keychain: status, "can't \(operation) \(place.name)") }
    }
}
