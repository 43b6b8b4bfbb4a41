import Foundation
internal import MutualTLSOpenSSL

extension CertificateAuthority {
    /// A CA whose certificate and key exist already.
    /// - Parameters:
    ///   - certificatePEM: the CA's certificate, first in the text; others behind it count as `issuers`.
    ///   - privateKeyPEM: its key, unencrypted: PKCS#8, PKCS#1 or SEC1.
    ///   - issuers: for an intermediate, the certificates above it in any order. They go with what it issues, but for
    ///     the root, which may be left out. Certificates that are not above it are left out.
    ///   - now: the clock that every validity starts from.
    /// - Throws: `PKIError`: `.malformedInput` for text that is neither, `.unusableAuthority` for a certificate that is
    ///   no CA's or belongs to another key.
    public init(
        certificatePEM: Data, privateKeyPEM: Data, issuers: Data = Data(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(PKIError) {
        let given = try PKIError.wrapping(.malformedInput, hint: "give PEM text, with -----BEGIN CERTIFICATE-----") {
            try X509Certificate.all(inPEM: certificatePEM)
        }
        guard let certificate = given.first else {
            throw PKIError(.malformedInput, "there is no -----BEGIN CERTIFICATE----- in the CA's certificate file")
        }
        let key = try PKIError.wrapping(.malformedInput, hint: "give an unencrypted private key as PEM text") {
            try PrivateKey(pem: privateKeyPEM)
        }
        let above = try PKIError.wrapping(.malformedInput, hint: "give the issuers' certificates as PEM text") {
            try X509Certificate.all(inPEM: issuers)
        }
        guard key.matches(certificate) else {
            throw PKIError(
                .unusableAuthority, "the private key does not belong to the certificate of \(certificate.subject)")
        }
        guard certificate.isCertificateAuthority, certificate.keyUsage?.contains(.keyCertSign) ?? true else {
            throw PKIError(
                .unusableAuthority,
                "the certificate of \(certificate.subject) is not a CA's: its basic constraints or key usage forbid to issue"
            )
        }
        self.init(
            certificate: certificate, key: key,
            intermediates: Self.path(from: certificate, among: given.dropFirst() + above), now: now)
    }

    /// `certificate` and what is above it, without a root; each certificate is used once, so a circle ends.
    private static func path(from certificate: X509Certificate, among others: [X509Certificate]) -> [X509Certificate] {
        var path: [X509Certificate] = []
        var rest = others
        var next: X509Certificate? = certificate
        while let current = next, !current.isSelfSigned {
            path.append(current)
            let index = rest.firstIndex { current.isIssued(by: $0) && !path.contains($0) }
            next = index.map { rest.remove(at: $0) }
        }
        return path
    }
}
