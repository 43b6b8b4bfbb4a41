import Foundation
internal import MutualTLSOpenSSL

/// An issued certificate with its private key and the intermediates between it and the root.
public struct IssuedIdentity: Sendable {
    let certificate: X509Certificate
    let key: PrivateKey
    /// Those that a peer needs besides its root, the leaf's issuer first.
    let intermediates: [X509Certificate]

    /// The certificate as DER.
    public var certificateDER: Data { certificate.der }

    /// The certificate alone as PEM.
    public var certificatePEM: Data { get throws(PKIError) { try pem([certificate]) } }

    /// The certificate and the intermediates behind it as PEM, without the root: what a TLS peer sends.
    public var chainPEM: Data { get throws(PKIError) { try pem([certificate] + intermediates) } }

    /// The private key as PEM (unencrypted PKCS#8, RFC 5958). Guard it.
    public var privateKeyPEM: Data { get throws(PKIError) { try PKIError.wrapping(.cryptography) { try key.pem() } } }

    /// The name as RFC 4514 writes it.
    public var subject: String { certificate.subject.description }

    /// The serial number in upper-case hexadecimal, as nginx and OpenSSL print it.
    public var serialNumber: String { certificate.serialNumber.hex.uppercased() }

    /// SHA-256 over the certificate, in lower-case hexadecimal.
    public var fingerprintSHA256: String { certificate.sha256.hex }

    /// The first second at which it is valid.
    public var notBefore: Date { certificate.notBefore }

    /// The last second at which it is valid.
    public var notAfter: Date { certificate.notAfter }
}

extension IssuedIdentity: CustomStringConvertible, CustomReflectable {
    /// The name and the serial number.
    public var description: String { "identity of \(subject), serial number \(serialNumber)" }
    /// Without its parts: the key is none of a log's business.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
