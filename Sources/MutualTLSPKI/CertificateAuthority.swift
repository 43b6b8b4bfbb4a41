import Foundation
internal import MutualTLSOpenSSL

/// A certificate authority: a certificate, its private key, and a clock.
///
/// ```swift
/// let root = try CertificateAuthority(name: "Example Root")
/// let server = try root.issueServer(names: ["localhost", "127.0.0.1"])
/// let alice = try root.intermediate(named: "Example People").issueClient(name: "alice")
/// ```
///
/// It issues what Apple's systems accept unless told otherwise: a signature with SHA-256, names in the subject
/// alternative name, at most 825 days for servers. The certificates follow RFC 5280.
public struct CertificateAuthority: Sendable {
    let certificate: X509Certificate
    let key: PrivateKey
    /// What an end-entity of this CA sends behind its own certificate: this CA's and those above it, without a root.
    let intermediates: [X509Certificate]
    let now: @Sendable () -> Date

    init(
        certificate: X509Certificate, key: PrivateKey, intermediates: [X509Certificate],
        now: @escaping @Sendable () -> Date
    ) {
        self.certificate = certificate
        self.key = key
        self.intermediates = intermediates
        self.now = now
    }

    /// A new root with a new key.
    /// - Parameters:
    ///   - name: the common name, 1 to 64 characters.
    ///   - now: the clock that every validity starts from.
    /// - Throws: `PKIError` for a name, key kind or validity that can't be.
    public init(
        name: String, keyKind: KeyKind = .p256, validity: Validity = .days(3_650),
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(PKIError) {
        let subject = try CommonName.subject(name)
        let key = try keyKind.generate()
        let builder = try Self.authorityBuilder(
            subject: subject, validity: validity.dates(now: now(), limit: nil), pathLength: nil)
        let certificate = try PKIError.wrapping(.cryptography) {
            try builder.signed(publicKey: key.publicKey(), issuer: nil, key: key)
        }
        self.init(certificate: certificate, key: key, intermediates: [], now: now)
    }

    /// A new CA below this one, with a new key.
    /// - Parameters:
    ///   - name: the common name, 1 to 64 characters.
    ///   - pathLength: how many further CAs may stand below the new one; nil for any number.
    /// - Throws: `PKIError`; `.unusableAuthority` where this CA's path length allows no CA below it.
    public func intermediate(
        named name: String, keyKind: KeyKind = .p256, validity: Validity = .days(1_825), pathLength: Int? = 0
    ) throws(PKIError) -> CertificateAuthority {
        if let allowed = certificate.pathLength {
            guard allowed > 0 else {
                throw PKIError(
                    .unusableAuthority,
                    "the path length in the certificate of \(certificate.subject) allows no CA below it; issue from one above"
                )
            }
            if pathLength.map({ $0 >= allowed }) ?? true {
                throw PKIError(
                    .invalidParameter, "the path length of the new CA must be below its issuer's, which is \(allowed)")
            }
        }
        if let pathLength, !(0...100).contains(pathLength) {
            throw PKIError(.invalidParameter, "a path length is between 0 and 100; got \(pathLength)")
        }
        let builder = try Self.authorityBuilder(
            subject: CommonName.subject(name),
            validity: validity.dates(now: now(), limit: certificate.notAfter), pathLength: pathLength)
        let newKey = try keyKind.generate()
        let issued = try sign(builder, newKey)
        return CertificateAuthority(
            certificate: issued, key: newKey, intermediates: [issued] + intermediates, now: now)
    }

    private static func authorityBuilder(
        subject: [(type: String, value: String)], validity: (notBefore: Date, notAfter: Date), pathLength: Int?
    ) throws(PKIError) -> CertificateBuilder {
        try PKIError.wrapping(.cryptography) {
            var builder = CertificateBuilder(
                subject: subject, notBefore: validity.notBefore, notAfter: validity.notAfter,
                serialNumber: try CertificateBuilder.randomSerialNumber())
            builder.authority = CertificateBuilder.Authority(pathLength: pathLength)
            builder.keyUsage = [.keyCertSign, .cRLSign]
            return builder
        }
    }

    /// Signs with this CA's key for the key `subjectKey`.
    func sign(_ builder: CertificateBuilder, _ subjectKey: PrivateKey) throws(PKIError) -> X509Certificate {
        try PKIError.wrapping(.cryptography) {
            try builder.signed(publicKey: subjectKey.publicKey(), issuer: certificate, key: key)
        }
    }

    /// The CA's certificate as DER.
    public var certificateDER: Data { certificate.der }

    /// The CA's certificate as PEM: for a root, what goes into `ssl_client_certificate`, `--cacert` and trust stores.
    public var certificatePEM: Data { get throws(PKIError) { try pem([certificate]) } }

    /// The CA's certificate and the intermediates above it as PEM, without the root: empty for a root.
    public var intermediatesPEM: Data { get throws(PKIError) { try pem(intermediates) } }

    /// The CA's private key as PEM (unencrypted PKCS#8, RFC 5958). Guard it: whoever has it can issue.
    public var privateKeyPEM: Data { get throws(PKIError) { try PKIError.wrapping(.cryptography) { try key.pem() } } }

    /// The CA's name as RFC 4514 writes it.
    public var subject: String { certificate.subject.description }

    /// SHA-256 over the CA's certificate, in lower-case hexadecimal.
    public var fingerprintSHA256: String { certificate.sha256.hex }

    /// The last second at which the CA's certificate is valid.
    public var notAfter: Date { certificate.notAfter }
}

extension CertificateAuthority: CustomStringConvertible, CustomReflectable {
    /// The CA's name.
    public var description: String { "certificate authority \(subject)" }
    /// Without its parts: the key is none of a log's business.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

func pem(_ certificates: [X509Certificate]) throws(PKIError) -> Data {
    try PKIError.wrapping(.cryptography) { try X509Certificate.pem(of: certificates) }
}
