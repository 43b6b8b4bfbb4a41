import Foundation
import MutualTLSPKCS12
import PortableSecurity

/// What a server's CertificateRequest says about the client certificates that it takes (RFC 8446, 4.3.2; RFC 5246, 7.4.4).
///
/// Whatever isn't known rules nothing out: Apple's systems tell an app the acceptable issuers alone.
public struct CertificateRequestFacts: Sendable, Hashable {
    /// The DER of the distinguished names of the CAs that it names; empty where it takes any.
    public var acceptableIssuers: [Data]
    /// The codes of the signatures that it takes (`SignatureScheme`; in TLS 1.2 a hash's and a signature's byte); empty where
    /// they aren't known.
    public var signatureAlgorithms: [UInt16]
    /// The codes of the kinds of certificate that it takes (`ClientCertificateType`); TLS 1.3 has none, and they are then
    /// empty.
    public var certificateTypes: [UInt8]
    /// The protocol version as on the wire, 0x0303 for TLS 1.2 and 0x0304 for TLS 1.3; nil where it isn't known.
    public var tlsVersion: UInt16?

    /// - Parameters:
    ///   - acceptableIssuers: DER of distinguished names; empty for any.
    ///   - signatureAlgorithms: codes of signature schemes; empty where they aren't known.
    ///   - certificateTypes: codes of certificate types; empty where there are none.
    ///   - tlsVersion: 0x0303 or 0x0304; nil where it isn't known.
    public init(
        acceptableIssuers: [Data] = [], signatureAlgorithms: [UInt16] = [], certificateTypes: [UInt8] = [],
        tlsVersion: UInt16? = nil
    ) {
        self.acceptableIssuers = acceptableIssuers
        self.signatureAlgorithms = signatureAlgorithms
        self.certificateTypes = certificateTypes
        self.tlsVersion = tlsVersion
    }

    static let tls13: UInt16 = 0x0304

    /// What the server holds against an identity, in clauses that begin with "it" or "its".
    func objections(to identity: ClientIdentity) -> [String] {
        let path = ([identity.certificate] + identity.intermediates).map { try? CertificateFields($0) }
        let key = path.first??.publicKey
        return [
            // One of the issuers must stand above what is sent, or in it.
            acceptableIssuers.isEmpty || path.contains { $0.map { acceptableIssuers.contains($0.issuer) } ?? false }
                ? nil : "it is from a CA that the server doesn't name",
            key.flatMap(typeObjection), key.flatMap { signatureObjection($0, made: identity.signerSchemes) },
        ].compactMap { $0 }
    }

    private func typeObjection(_ key: PublicKeyFields) -> String? {
        guard !certificateTypes.isEmpty, tlsVersion != Self.tls13, let type = Self.certificateType[key.algorithm],
            !certificateTypes.contains(type)
        else { return nil }
        let taken = Self.list(certificateTypes) { Self.certificateTypeNames[$0] ?? "type \($0)" }
        return "its key, \(key.name), is of a kind that the server doesn't take: it takes \(taken)"
    }

    private func signatureObjection(_ key: PublicKeyFields, made: Set<SignatureScheme>?) -> String? {
        let schemes = signatureAlgorithms.map(SignatureScheme.init)
        let fits = { (scheme: SignatureScheme) in
            scheme.fits(key, in: tlsVersion) && made?.contains(scheme) ?? true
        }
        if schemes.isEmpty || schemes.contains(where: fits) { return nil }
        return "its key, \(key.name), makes none of the signatures that the server takes: " + Self.list(schemes, \.name)
    }

    /// The first of them by name: a server may list thousands.
    private static func list<Item>(_ items: [Item], _ name: (Item) -> String) -> String {
        let names = items.prefix(10).map(name).joined(separator: ", ")
        return items.count > 10 ? "\(names) and \(items.count - 10) more" : names
    }

    /// The type that stands for a kind of key: `rsa_sign` (also for RSA-PSS: RFC 8446, 4.2.3) or `ecdsa_sign` (also for
    /// EdDSA: RFC 8422, 5.5).
    private static let certificateType: [OID: UInt8] = [
        .rsaEncryption: 1, .rsassaPSS: 1, .ecPublicKey: 64, .ed25519: 64, .ed448: 64,
    ]

    private static let certificateTypeNames: [UInt8: String] = [
        1: "rsa_sign", 2: "dss_sign", 3: "rsa_fixed_dh", 4: "dss_fixed_dh", 64: "ecdsa_sign", 65: "rsa_fixed_ecdh",
        66: "ecdsa_fixed_ecdh",
    ]
}

extension CertificateRequestFacts {
    /// What a challenge tells of the server's request. On Apple platforms that is the issuers alone.
    init(_ space: URLProtectionSpace) {
        let request = space.certificateRequest
        self.init(
            acceptableIssuers: space.acceptableIssuers, signatureAlgorithms: request?.signatureAlgorithms ?? [],
            certificateTypes: request?.certificateTypes ?? [], tlsVersion: request?.tlsVersion)
    }
}
