#if !canImport(Security)
    // Attributes of items, each with the type of its value.

    // Of every class.

    /// A string: who may see the item. Stored and looked for here; the file's owner sees every group.
    public let kSecAttrAccessGroup: CFString = "agrp"
    /// One of `kSecAttrAccessible...`: stored; here the keychain file's lock decides.
    public let kSecAttrAccessible: CFString = "pdmn"
    /// A boolean, or in a query `kSecAttrSynchronizableAny`. Items are never sent anywhere here.
    public let kSecAttrSynchronizable: CFString = "sync"
    /// In a query: whether synchronizable or not.
    public let kSecAttrSynchronizableAny: CFString = "syna"
    /// A date: when the item was added. Read only.
    public let kSecAttrCreationDate: CFString = "cdat"
    /// A date: when it was changed last. Read only.
    public let kSecAttrModificationDate: CFString = "mdat"
    /// A string, part of the primary key.
    public let kSecAttrSyncViewHint: CFString = "vwht"
    /// A string: the token that holds the key.
    public let kSecAttrTokenID: CFString = "tkid"

    // Of certificates.

    /// Data: the subject, normalized, without the header of the outer SEQUENCE; in a query also a whole DER Name.
    public let kSecAttrSubject: CFString = "subj"
    /// Data: the issuer, in the form of `kSecAttrSubject`.
    public let kSecAttrIssuer: CFString = "issr"
    /// Data: the content octets of the serial number, a leading zero byte included.
    public let kSecAttrSerialNumber: CFString = "slnr"
    /// Data: the subject key identifier.
    public let kSecAttrSubjectKeyID: CFString = "skid"
    /// Data: SHA-1 of the public key, which joins a certificate and its key.
    public let kSecAttrPublicKeyHash: CFString = "pkhh"
    /// A number: the X.509 version, 1 to 3.
    public let kSecAttrCertificateType: CFString = "ctyp"
    /// A number: 3, which is DER.
    public let kSecAttrCertificateEncoding: CFString = "cenc"

    // Of keys.

    /// A boolean: whether the key may leave the keychain encrypted only.
    public let kSecAttrIsSensitive: CFString = "sens"
    /// A boolean: whether the key may leave the keychain.
    public let kSecAttrIsExtractable: CFString = "extr"
    /// A number: the bits that count.
    public let kSecAttrEffectiveKeySize: CFString = "esiz"
    /// A boolean.
    public let kSecAttrCanEncrypt: CFString = "encr"
    /// A boolean.
    public let kSecAttrCanDecrypt: CFString = "decr"
    /// A boolean.
    public let kSecAttrCanDerive: CFString = "drve"
    /// A boolean.
    public let kSecAttrCanSign: CFString = "sign"
    /// A boolean.
    public let kSecAttrCanVerify: CFString = "vrfy"
    /// A boolean.
    public let kSecAttrCanWrap: CFString = "wrap"
    /// A boolean.
    public let kSecAttrCanUnwrap: CFString = "unwp"
    /// A symmetric key.
    public let kSecAttrKeyClassSymmetric: CFString = "2"

    // Of passwords.

    /// A string: the kind of item, for people.
    public let kSecAttrDescription: CFString = "desc"
    /// A string: a remark, for people.
    public let kSecAttrComment: CFString = "icmt"
    /// A number.
    public let kSecAttrCreator: CFString = "crtr"
    /// A number.
    public let kSecAttrType: CFString = "type"
    /// A boolean: whether lists leave it out.
    public let kSecAttrIsInvisible: CFString = "invi"
    /// A boolean: whether no password is meant to be there.
    public let kSecAttrIsNegative: CFString = "nega"
    /// A string: the account, part of the primary key.
    public let kSecAttrAccount: CFString = "acct"
    /// A string: the service, part of a generic password's primary key.
    public let kSecAttrService: CFString = "svce"
    /// Data of the application's own.
    public let kSecAttrGeneric: CFString = "gena"
    /// A string: the realm.
    public let kSecAttrSecurityDomain: CFString = "sdmn"
    /// A string: the host.
    public let kSecAttrServer: CFString = "srvr"
    /// One of `kSecAttrProtocol...`.
    public let kSecAttrProtocol: CFString = "ptcl"
    /// One of `kSecAttrAuthenticationType...`.
    public let kSecAttrAuthenticationType: CFString = "atyp"
    /// A number.
    public let kSecAttrPort: CFString = "port"
    /// A string.
    public let kSecAttrPath: CFString = "path"
#endif
