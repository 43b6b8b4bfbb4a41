#if !canImport(Security)
    // Keys of the options that `SecPKCS12Import` takes and of the dictionaries it returns.

    /// Option: the password, a string.
    public let kSecImportExportPassphrase: CFString = "passphrase"
    /// Option: the `SecKeychain` to store in, instead of the default one (macOS only).
    public let kSecImportExportKeychain: CFString = "keychain"
    /// Option: store nothing, which is what happens anyway without `kSecUseDataProtectionKeychain`.
    public let kSecImportToMemoryOnly: CFString = "memory"
    /// Result: a label (macOS only).
    public let kSecImportItemLabel: CFString = "label"
    /// Result: SHA-1 of the public key (macOS only).
    public let kSecImportItemKeyID: CFString = "keyid"
    /// Result: a `SecTrust`, evaluated.
    public let kSecImportItemTrust: CFString = "trust"
    /// Result: certificates, the identity's first.
    public let kSecImportItemCertChain: CFString = "chain"
    /// Result: a `SecIdentity`.
    public let kSecImportItemIdentity: CFString = "identity"
#endif
