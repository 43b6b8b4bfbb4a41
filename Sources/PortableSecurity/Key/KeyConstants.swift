#if !canImport(Security)
    // Keys of the dictionaries that describe a key, and their values.

    /// RSA or elliptic curve.
    public let kSecAttrKeyType: CFString = "type"
    /// RSA.
    public let kSecAttrKeyTypeRSA: CFString = "42"
    /// Elliptic curve.
    public let kSecAttrKeyTypeEC: CFString = "73"
    /// Elliptic curve over a prime field.
    public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
    /// Public or private.
    public let kSecAttrKeyClass: CFString = "kcls"
    /// A public key.
    public let kSecAttrKeyClassPublic: CFString = "0"
    /// A private key.
    public let kSecAttrKeyClassPrivate: CFString = "1"
    /// The size in bits, a number.
    public let kSecAttrKeySizeInBits: CFString = "bsiz"
    /// Whether the key is stored.
    public let kSecAttrIsPermanent: CFString = "perm"
    /// A label for people.
    public let kSecAttrLabel: CFString = "labl"
    /// SHA-1 of the public key, which joins a key and its certificate.
    public let kSecAttrApplicationLabel: CFString = "klbl"
    /// Bytes of the application's own.
    public let kSecAttrApplicationTag: CFString = "atag"
#endif
