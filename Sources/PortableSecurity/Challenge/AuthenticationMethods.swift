#if !canImport(Security)
    import Foundation

    // corelibs declares both as unavailable. These win, also where FoundationNetworking is imported besides this module.

    /// The server asks for the client's certificate.
    public let NSURLAuthenticationMethodClientCertificate: String = "NSURLAuthenticationMethodClientCertificate"
    /// The server's certificate is to be judged.
    public let NSURLAuthenticationMethodServerTrust: String = "NSURLAuthenticationMethodServerTrust"
#endif
