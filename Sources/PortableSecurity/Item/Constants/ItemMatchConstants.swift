#if !canImport(Security)
    // What a search demands of items beyond their attributes.

    /// How many items: a number, `kSecMatchLimitOne` or `kSecMatchLimitAll`. One without it.
    public let kSecMatchLimit: CFString = "m_Limit"
    /// One item, which comes without an array around it.
    public let kSecMatchLimitOne: CFString = "m_LimitOne"
    /// All, in an array.
    public let kSecMatchLimitAll: CFString = "m_LimitAll"
    /// DER names: certificates whose issuer, or an issuer further up, is one of them. The way up is looked for
    /// among stored certificates.
    public let kSecMatchIssuers: CFString = "m_Issuers"
    /// A `SecPolicy` that the certificate must meet.
    public let kSecMatchPolicy: CFString = "m_Policy"
    /// A date in the certificate's validity; `NSNull` for now.
    public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"
    /// A boolean: whether the certificate must be trusted.
    public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"
    /// A string: an e-mail address of the certificate, the whole of it, in upper or lower case.
    public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"
    /// A string in the certificate's subject. iOS takes the key and heeds it not.
    public let kSecMatchSubjectContains: CFString = "m_SubjectContains"
    /// A string that begins the certificate's subject. macOS only.
    public let kSecMatchSubjectStartsWith: CFString = "m_SubjectStartsWith"
    /// A string that ends the certificate's subject. macOS only.
    public let kSecMatchSubjectEndsWith: CFString = "m_SubjectEndsWith"
    /// The certificate's subject. macOS only.
    public let kSecMatchSubjectWholeString: CFString = "m_SubjectWholeString"
    /// A boolean: whether upper and lower case are the same in the subject.
    public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"
    /// A boolean: whether accents don't count in the subject.
    public let kSecMatchDiacriticInsensitive: CFString = "m_DiacriticInsensitive"
    /// A boolean: whether the width of characters doesn't count in the subject.
    public let kSecMatchWidthInsensitive: CFString = "m_WidthInsensitive"
    /// A string: the host of an internet password, or a domain above it.
    public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"
    /// Taken and without effect, as on iOS.
    public let kSecMatchItemList: CFString = "m_ItemList"
    /// An array of `SecKeychain`: where to search. macOS only.
    public let kSecMatchSearchList: CFString = "m_SearchList"
#endif
