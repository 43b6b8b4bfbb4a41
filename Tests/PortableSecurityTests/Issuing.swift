// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL

    @testable import PortableSecurity

    /// Certificates for one test, at a fixed date.
    struct Issuer {
        let certificate: X509Certificate
        let key: PrivateKey

        static let now = Date(timeIntervalSince1970: 1_800_000_000)
        static let day: TimeInterval = 24 * 3600

        /// A self-signed root.
        static func root(
            _ name: String = "Root", pathLength: Int? = nil, kind: PrivateKey.Kind = .ec(256),
            _ change: (inout CertificateBuilder) -> Void = { _ in }
        ) throws -> Issuer {
            try make(name, kind: kind, issuer: nil) {
                $0.authority = .init(pathLength: pathLength)
                $0.keyUsage = [.keyCertSign, .cRLSign]
                change(&$0)
            }
        }

        func intermediate(
            _ name: String = "Intermediate", kind: PrivateKey.Kind = .ec(256),
            _ change: (inout CertificateBuilder) -> Void = { _ in }
        ) throws -> Issuer {
            try Self.make(name, kind: kind, issuer: self) {
                $0.authority = .init(pathLength: nil)
                $0.keyUsage = [.keyCertSign, .cRLSign]
                change(&$0)
            }
        }

        /// A TLS server for `server.example.com`, valid from a day ago for 90 days.
        func server(
            kind: PrivateKey.Kind = .ec(256), _ change: (inout CertificateBuilder) -> Void = { _ in }
        ) throws -> Issuer {
            try Self.make("server", kind: kind, issuer: self) {
                $0.alternativeNames = [.dns("server.example.com")]
                $0.extendedKeyUsage = [ExtendedKeyUsage.serverAuth]
                $0.keyUsage = [.digitalSignature]
                change(&$0)
            }
        }

        static func make(
            _ name: String, kind: PrivateKey.Kind = .ec(256), issuer: Issuer?,
            _ change: (inout CertificateBuilder) -> Void
        ) throws -> Issuer {
            let key = try PrivateKey.generate(kind)
            var builder = CertificateBuilder(
                subject: [("O", "Example"), ("CN", name)], notBefore: now - day, notAfter: now + 89 * day,
                serialNumber: try CertificateBuilder.randomSerialNumber())
            change(&builder)
            let certificate = try builder.signed(
                publicKey: key.publicKey(), issuer: issuer?.certificate, key: issuer?.key ?? key)
            return Issuer(certificate: certificate, key: key)
        }

        var sec: SecCertificate { SecCertificate(certificate) }
        var identity: SecIdentity? { SecIdentity(certificate: certificate, privateKey: key) }
    }
#endif
