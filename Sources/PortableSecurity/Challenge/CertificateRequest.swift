import Foundation

/// What a server's CertificateRequest says.
package struct CertificateRequest: Sendable {
    /// The DER of the names of the CAs whose certificates it takes.
    package var acceptableIssuers: [Data]
    /// The signature schemes that it takes (RFC 8446, 4.2.3); empty where that isn't known.
    package var signatureAlgorithms: [UInt16]
    /// The certificate types that it takes (RFC 5246, 7.4.4); empty where that isn't known.
    package var certificateTypes: [UInt8]
    /// 0x0303 or 0x0304; nil where that isn't known.
    package var tlsVersion: UInt16?

    /// A request as given.
    package init(
        acceptableIssuers: [Data], signatureAlgorithms: [UInt16] = [], certificateTypes: [UInt8] = [],
        tlsVersion: UInt16? = nil
    ) {
        self.acceptableIssuers = acceptableIssuers
        self.signatureAlgorithms = signatureAlgorithms
        self.certificateTypes = certificateTypes
        self.tlsVersion = tlsVersion
    }
}
