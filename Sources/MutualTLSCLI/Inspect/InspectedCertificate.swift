import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

/// A certificate as people and scripts want to see it.
struct InspectedCertificate: Encodable {
    /// What a server or a phone will hold against it.
    struct Problem: Encodable {
        let code: String
        let message: String
    }

    let subject: String
    let issuer: String
    /// Upper-case hexadecimal, as nginx and OpenSSL print it.
    let serial: String
    /// ISO 8601, in UTC.
    let notBefore: String
    /// ISO 8601, in UTC.
    let notAfter: String
    /// The same as dates; not encoded.
    let validity: (start: Date, end: Date)
    /// Lower-case hexadecimal.
    let fingerprintSHA256: String
    /// Such as `RSA 2048` or `EC P-256`.
    let keyType: String
    let friendlyName: String?
    /// nil where the certificate has none, which allows any usage.
    let keyUsage: [String]?
    /// nil where the certificate has none, which allows any usage.
    let extendedKeyUsage: [String]?
    /// With their kinds in front, as OpenSSL writes them: `DNS:localhost`.
    let subjectAlternativeNames: [String]
    /// The fingerprints of what would be sent, this one first; nil for a certificate without a key.
    let chain: [String]?
    /// The subjects of the same.
    let chainSubjects: [String]
    /// Only for one with a key.
    let problems: [Problem]?
    /// Only for one without: intermediate, root or loose.
    let role: String?

    /// Of an identity.
    init(_ identity: ClientIdentity) throws {
        let chain = try ([identity.certificate] + identity.intermediates).map(Self.x509)
        try self.init(
            Self.x509(identity.certificate), keyType: identity.keyType, friendlyName: identity.friendlyName,
            chain: chain,
            problems: identity.problems().map { Problem(code: $0.code.description, message: $0.message) }, role: nil)
    }

    /// Of a certificate without a key.
    init(_ entry: IdentityFile.Certificate) throws {
        try self.init(
            Self.x509(entry.certificate), keyType: entry.keyType, friendlyName: entry.friendlyName, chain: nil,
            problems: nil, role: entry.role.rawValue)
    }

    private init(
        _ certificate: X509Certificate, keyType: String, friendlyName: String?, chain: [X509Certificate]?,
        problems: [Problem]?, role: String?
    ) {
        subject = certificate.subject.description
        issuer = certificate.issuer.description
        serial = certificate.serialNumber.hex.uppercased()
        notBefore = timestamp(certificate.notBefore)
        notAfter = timestamp(certificate.notAfter)
        validity = (certificate.notBefore, certificate.notAfter)
        fingerprintSHA256 = certificate.sha256.hex
        self.keyType = keyType
        self.friendlyName = friendlyName
        keyUsage = certificate.keyUsage?.names
        extendedKeyUsage = certificate.extendedKeyUsage?.map(ExtendedKeyUsage.name)
        subjectAlternativeNames = certificate.alternativeNames.map(\.text) + certificate.otherAlternativeNames
        self.chain = chain?.map(\.sha256.hex)
        chainSubjects = chain?.map(\.subject.description) ?? []
        self.problems = problems
        self.role = role
    }

    private static func x509(_ certificate: SecCertificate) throws -> X509Certificate {
        try X509Certificate(der: SecCertificateCopyData(certificate) as Data)
    }
}

extension X509Certificate.AlternativeName {
    /// With its kind in front, as OpenSSL writes it.
    fileprivate var text: String {
        switch self {
        case .dns(let name): return "DNS:\(name)"
        case .email(let address): return "email:\(address)"
        case .uri(let uri): return "URI:\(uri)"
        case .ip(let bytes):
            let family = bytes.count == 4 ? AF_INET : AF_INET6
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            // inet_ntop reads 4 or 16 bytes, which is what there is.
            let isWritten =
                [4, 16].contains(bytes.count)
                && bytes.withUnsafeBytes {
                    inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) != nil
                }
            return "IP:"
                + (isWritten ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self) : bytes.hex)
        }
    }
}
