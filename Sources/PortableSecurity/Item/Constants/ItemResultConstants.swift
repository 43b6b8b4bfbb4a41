#if !canImport(Security)
    // What comes back from a search, and what goes in.

    /// A boolean: return the item's data.
    public let kSecReturnData: CFString = "r_Data"
    /// A boolean: return a dictionary of its attributes.
    public let kSecReturnAttributes: CFString = "r_Attributes"
    /// A boolean: return a `SecCertificate`, `SecKey` or `SecIdentity`.
    public let kSecReturnRef: CFString = "r_Ref"
    /// A boolean: return data that leads to the item later, and in another process.
    public let kSecReturnPersistentRef: CFString = "r_PersistentRef"
    /// The item's data.
    public let kSecValueData: CFString = "v_Data"
    /// A `SecCertificate`, `SecKey` or `SecIdentity`, in the place of class and data.
    public let kSecValueRef: CFString = "v_Ref"
    /// A persistent reference.
    public let kSecValuePersistentRef: CFString = "v_PersistentRef"
#endif
