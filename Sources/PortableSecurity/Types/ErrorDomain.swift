#if !canImport(Security)
    import Foundation

    /// The domain of errors whose code is an `OSStatus`, by Core Foundation's name. Foundation has `NSOSStatusErrorDomain`.
    public let kCFErrorDomainOSStatus: CFString = NSOSStatusErrorDomain
#endif
