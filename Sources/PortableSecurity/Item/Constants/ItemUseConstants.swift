#if !canImport(Security)
    // Where and how the keychain is used.

    /// A `SecKeychain` instead of the default one. macOS only.
    public let kSecUseKeychain: CFString = "u_Keychain"
    /// A boolean. There is one kind of keychain here, so that both values mean it; `SecPKCS12Import` stores with
    /// true.
    public let kSecUseDataProtectionKeychain: CFString = "nleg"
    /// Refused, as on iOS.
    public let kSecUseItemList: CFString = "u_ItemList"
    /// Without effect: nobody is asked anything.
    public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
    /// Without effect: nobody is asked anything.
    public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"
    /// Without effect: nobody is asked anything.
    public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
    /// Let people be asked.
    public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"
    /// Fail rather than ask.
    public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
    /// Pass over items for which people would be asked.
    public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
    /// Without effect: nobody is asked anything.
    public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
#endif
