#if !canImport(Security)
    // Policies and their properties.

    /// The basic X.509 policy.
    public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2"
    /// The TLS policy.
    public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3"
    /// The TLS policy for servers.
    public let kSecPolicyAppleSSLServer: CFString = "1.2.840.113635.100.1.3.1"
    /// The TLS policy for clients.
    public let kSecPolicyAppleSSLClient: CFString = "1.2.840.113635.100.1.3.2"
    /// The policy for mail.
    public let kSecPolicyAppleSMIME: CFString = "1.2.840.113635.100.1.8"
    /// Property: which policy.
    public let kSecPolicyOid: CFString = "SecPolicyOid"
    /// Property: the host name, or for mail the address.
    public let kSecPolicyName: CFString = "SecPolicyName"
    /// Property: whether a client's certificate is meant.
    public let kSecPolicyClient: CFString = "SecPolicyClient"
#endif
