import Foundation
internal import MutualTLSOpenSSL

extension CertificateAuthority {
    /// A certificate for a TLS client whose key stays where it is.
    /// - Parameters:
    ///   - request: the DER of a PKCS#10 request (RFC 2986): its name and its key are taken, and nothing else of it.
    ///   - validity: how long it holds.
    /// - Returns: the DER of the certificate, and of those that go with it, the issuer's first, without a root.
    /// - Throws: `PKIError`: `.malformedInput` for what is no request, or is not signed by its own key.
    package func issueClient(
        request: Data, validity: Validity = .days(397)
    ) throws(PKIError) -> (certificate: Data, intermediates: [Data]) {
        let request = try PKIError.wrapping(.malformedInput) { try CertificationRequest(der: request) }
        let dates = try validity.dates(now: now(), limit: certificate.notAfter)
        return try PKIError.wrapping(.cryptography) {
            var builder = CertificateBuilder(
                subject: [], notBefore: dates.notBefore, notAfter: dates.notAfter,
                serialNumber: try CertificateBuilder.randomSerialNumber())
            builder.requestedName = request.subject
            builder.extendedKeyUsage = [try KeyPurpose.clientAuth.validated()]
            builder.keyUsage = KeyKind.usage(ofAlgorithm: request.publicKey.algorithm)
            let issued = try builder.signed(publicKey: request.publicKey, issuer: certificate, key: key)
            return (issued.der, intermediates.map(\.der))
        }
    }
}
