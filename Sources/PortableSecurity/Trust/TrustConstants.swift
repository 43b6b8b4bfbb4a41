#if !canImport(Security)
    // Policies and their properties.

    /// The basic X.509 policy.
    public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
    /// The TLS policy.
    public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
    /// Property: which policy.
    public let kSecPolicyOid: CFString = "SecPolicyOid"
    /// Property: the host name.
    public let kSecPolicyName: CFString = "SecPolicyName"
    /// Property: whether a client's certificate is meant.
    public let kSecPolicyClient: CFString = "SecPolicyClient"
#endif
