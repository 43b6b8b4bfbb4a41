#if !canImport(Security)
    import Foundation
    import FoundationNetworking

    extension URLProtectionSpace {
        /// The server's certificates, to be evaluated; nil when the challenge is about something else.
        public var serverTrust: SecTrust? { (self as? TLSProtectionSpace)?.heldTrust }

        /// The DER of the distinguished names of the CAs whose certificates the server takes; nil when the challenge is about
        /// something else, empty when the server named none.
        ///
        /// corelibs has a property of this name that is always nil. A file that imports FoundationNetworking itself sees both;
        /// `acceptableIssuers` works there too.
        public var distinguishedNames: [Data]? { (self as? TLSProtectionSpace)?.heldIssuers }

        /// `distinguishedNames`, empty instead of nil.
        public var acceptableIssuers: [Data] { (self as? TLSProtectionSpace)?.heldIssuers ?? [] }
    }

    extension URLProtectionSpace {
        /// All that the server asks for; nil when the challenge is about something else.
        package var certificateRequest: CertificateRequest? { (self as? TLSProtectionSpace)?.heldRequest }
    }

    // @unchecked: what this adds to URLProtectionSpace, which is Sendable, is immutable or has a lock.
    final class TLSProtectionSpace: URLProtectionSpace, @unchecked Sendable {
        fileprivate let heldTrust: SecTrust?
        fileprivate let heldRequest: CertificateRequest?
        fileprivate var heldIssuers: [Data]? { heldRequest?.acceptableIssuers }

        init(host: String, port: Int, trust: SecTrust) {
            (heldTrust, heldRequest) = (trust, nil)
            super.init(
                host: host, port: port, protocol: NSURLProtectionSpaceHTTPS, realm: nil,
                authenticationMethod: PortableSecurity.NSURLAuthenticationMethodServerTrust)
        }

        init(host: String, port: Int, request: CertificateRequest) {
            (heldTrust, heldRequest) = (nil, request)
            super.init(
                host: host, port: port, protocol: NSURLProtectionSpaceHTTPS, realm: nil,
                authenticationMethod: PortableSecurity.NSURLAuthenticationMethodClientCertificate)
        }

        override var receivesCredentialSecurely: Bool { true }
    }
#endif
