import Foundation
import PortableSecurity

/// Which keychain a store is in.
struct KeychainPlace: Sendable {
    /// On Apple platforms; nil for the app's first one.
    var accessGroup: String?
    #if !canImport(Security)
        /// nil for the default one at each call.
        var keychain: SecKeychain?
    #endif

    /// What each query and item says of it.
    var scope: [String: Any] {
        var scope: [String: Any] = [kSecUseDataProtectionKeychain as String: true]
        if let accessGroup { scope[kSecAttrAccessGroup as String] = accessGroup }
        #if !canImport(Security)
            if let keychain { scope[kSecUseKeychain as String] = keychain }
        #endif
        return scope
    }

    /// What errors call it.
    var name: String {
        #if canImport(Security)
            "the keychain"
        #else
            "the keychain in \((keychain ?? .current).path)"
        #endif
    }

    /// Runs calls as one, where the platform can: on Linux.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        defer { Self.notify() }
        #if canImport(Security)
            return try body()
        #else
            return try telling { try (keychain ?? .current).transaction(body) }
        #endif
    }

    /// Runs calls that read so that they see the same moment, where the platform can: on Linux.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        #if canImport(Security)
            try body()
        #else
            try telling { try (keychain ?? .current).snapshot(body) }
        #endif
    }

    private func telling<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as NSError where error.domain == NSOSStatusErrorDomain {
            throw MutualTLSError(keychain: error, "can't use \(name)")
        }
    }
}
