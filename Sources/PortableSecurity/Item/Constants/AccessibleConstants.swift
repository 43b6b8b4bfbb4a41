#if !canImport(Security)
    // When an item may be read. On Linux they are stored; the keychain file's own lock decides.

    /// While the device is unlocked: the default of all but certificates.
    public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
    /// From the first time that the device was unlocked.
    public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
    /// Always: the default of certificates.
    public let kSecAttrAccessibleAlways: CFString = "dk"
    /// While unlocked, only where there is a passcode, on this device.
    public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString = "akpu"
    /// While unlocked, on this device.
    public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
    /// From the first unlocking, on this device.
    public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
    /// Always, on this device.
    public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
#endif
