#if !canImport(Security)
    /// The domain of errors whose code is an `OSStatus`.
    public let NSOSStatusErrorDomain = "NSOSStatusErrorDomain"
    /// The same, by Core Foundation's name.
    public let kCFErrorDomainOSStatus: CFString = NSOSStatusErrorDomain
#endif
