import PortableSecurity

// A host app's code as it is written for iOS: this file has one import line, and that is the one that differs.

enum HostAppError: Error {
    case notBase64
    case importFailed(OSStatus)
    case noIdentity
}

/// Prepares the client identity of an SDK, and answers its challenges.
final class HostApp {
    private var clientIdentity: SecIdentity?

    func loadIdentity(base64: String, password: String) throws {
        guard let pkcs12 = Data(base64Encoded: base64) else { throw HostAppError.notBase64 }
        let options: [String: Any] = [kSecImportExportPassphrase as String: password]
        var items: CFArray?
        let status = SecPKCS12Import(pkcs12 as CFData, options as CFDictionary, &items)
        guard status == errSecSuccess else { throw HostAppError.importFailed(status) }
        guard let first = (items as? [[String: Any]])?.first,
            let identity = first[kSecImportItemIdentity as String]
        else { throw HostAppError.noIdentity }
        clientIdentity = (identity as! SecIdentity)
    }

    /// Keeps it for the next launch.
    func storeIdentity(label: String) -> OSStatus {
        guard let identity = clientIdentity else { return errSecItemNotFound }
        let attributes: [String: Any] = [
            kSecValueRef as String: identity,
            kSecAttrLabel as String: label,
        ]
        return SecItemAdd(attributes as CFDictionary, nil)
    }

    /// Finds it again.
    func findIdentity(label: String) throws {
        let query: [String: Any] = [
            kSecClass as String: kSecClassIdentity,
            kSecAttrLabel as String: label,
            kSecReturnRef as String: kCFBooleanTrue!,
            kSecMatchLimit as String: kSecMatchLimitOne,
        ]
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        guard status == errSecSuccess, let found = item, CFGetTypeID(found) == SecIdentityGetTypeID() else {
            throw HostAppError.importFailed(status)
        }
        clientIdentity = (item as! SecIdentity)
    }

    /// What people see of the identities that there are.
    func labels() -> [String] {
        let query: [String: Any] = [
            kSecClass as String: kSecClassIdentity,
            kSecReturnAttributes as String: true,
            kSecMatchLimit as String: kSecMatchLimitAll,
        ]
        var items: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &items) == errSecSuccess,
            let dictionaries = items as? [[String: Any]]
        else { return [] }
        return dictionaries.compactMap { $0[kSecAttrLabel as String] as? String }
    }

    func removeIdentity(label: String) -> OSStatus {
        SecItemDelete([kSecClass: kSecClassIdentity, kSecAttrLabel: label] as CFDictionary)
    }

    func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodClientCertificate:
            guard let identity = clientIdentity else { return nil }
            return URLCredential(identity: identity, certificates: nil, persistence: .forSession)
        default:
            return nil
        }
    }

    /// What a web view's delegate does with the server's certificates.
    func judge(_ challenge: URLAuthenticationChallenge, domain: String?, anchors: [SecCertificate]) -> URLCredential? {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let serverTrust = challenge.protectionSpace.serverTrust
        else { return nil }
        let policy: SecPolicy
        if let domain = domain {
            policy = SecPolicyCreateSSL(true, domain as CFString)
        } else {
            policy = SecPolicyCreateBasicX509()
        }
        SecTrustSetPolicies(serverTrust, policy)
        SecTrustSetAnchorCertificates(serverTrust, anchors as CFArray)
        var error: CFError?
        guard SecTrustEvaluateWithError(serverTrust, &error) else { return nil }
        return URLCredential(trust: serverTrust)
    }

    /// The distinguished names that the server sent.
    func issuers(_ challenge: URLAuthenticationChallenge) -> [Data] {
        challenge.protectionSpace.distinguishedNames ?? []
    }
}
