// On Apple platforms this module is the system's own Security framework. Every other file of it is for Linux,
// but for CertificateRequest.swift.
#if canImport(Security)
    @_exported import Foundation
    @_exported import Security

    extension URLProtectionSpace {
        /// The DER of the CA names that the server accepts; empty when it named none.
        public var acceptableIssuers: [Data] { distinguishedNames ?? [] }
        /// The system tells of the issuers alone.
        package var certificateRequest: CertificateRequest? {
            distinguishedNames.map { CertificateRequest(acceptableIssuers: $0) }
        }
    }

    extension URLCredential {
        /// Whether it was made of a trust object: the system doesn't tell, so by what it is not.
        package var isTrust: Bool { identity == nil && user == nil }
        /// The identity, in a credential made of one.
        package var secIdentity: SecIdentity? { identity }
        /// The intermediate CAs, in a credential made with an identity.
        package var secCertificates: [SecCertificate] { certificates as? [SecCertificate] ?? [] }
    }
#endif
