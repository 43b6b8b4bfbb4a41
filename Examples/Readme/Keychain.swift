// README: a keychain.
import MutualTLS
import PortableSecurity

/// Stores an identity, once or again, and uses it.
func session(keeping file: Data, password: String, trusting policy: ServerTrustPolicy) throws -> MutualTLSSession {
    let store = IdentityStore()
    try store.save(ClientIdentity(pkcs12: file, password: password), label: "client-certificate")
    return try MutualTLSSession(identityLabel: "client-certificate", in: store, serverTrust: policy)
}

/// A delegate as it is written for iOS.
final class KeychainIdentity: URLAuthenticationChallengeDelegate {
    func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        let query: [String: Any] = [
            kSecClass as String: kSecClassIdentity,
            kSecAttrLabel as String: "client-certificate",
            kSecReturnRef as String: true,
            kSecMatchLimit as String: kSecMatchLimitOne,
        ]
        var item: CFTypeRef?
        guard SecItemCopyMatching(query as CFDictionary, &item) == errSecSuccess, let item,
            CFGetTypeID(item) == SecIdentityGetTypeID()
        else { return nil }
        return URLCredential(identity: item as! SecIdentity, certificates: nil, persistence: .forSession)
    }
}

/// What people do with a store beyond that.
func administer(_ store: IdentityStore, renewed: ClientIdentity) throws -> [String] {
    try store.bind(label: "client-certificate", to: [Origin(host: "api.example.com")])
    try store.replace(label: "client-certificate", with: renewed)
    return try store.all().map { "\($0.label): \($0.identity.summary)" }
}

/// Tells what happens to a label, in this process and in others.
func watch(_ store: IdentityStore, _ tell: (IdentityStore.Change) -> Void) async {
    for await change in store.changes where change.label == "client-certificate" { tell(change) }
}

#if !canImport(Security)
    /// A keychain of its own, with a passphrase.
    func makeKeychain(in folder: URL, passphrase: String) -> IdentityStore? {
        var keychain: SecKeychain?
        let secret = Array(passphrase.utf8)
        let status = SecKeychainCreate(folder.path, UInt32(secret.count), secret, false, nil, &keychain)
        guard status == errSecSuccess, let keychain else { return nil }
        return IdentityStore(keychain: keychain)
    }
#endif
