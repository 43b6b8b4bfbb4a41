#if !canImport(Security)
    // The class of an item.

    /// Key: the class of the item.
    public let kSecClass: CFString = "class"
    /// A certificate.
    public let kSecClassCertificate: CFString = "cert"
    /// A private or public key.
    public let kSecClassKey: CFString = "keys"
    /// A certificate and the private key that belongs to it; made of one item of each, none of its own.
    public let kSecClassIdentity: CFString = "idnt"
    /// A secret of an application.
    public let kSecClassGenericPassword: CFString = "genp"
    /// A secret for a server.
    public let kSecClassInternetPassword: CFString = "inet"
#endif
