// OpenSSL makes the certificates, and stands below PortableSecurity on Linux alone.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import PortableSecurity
    import TestSupport

    @testable import MutualTLS

    /// A certificate and its key, around a date that never changes.
    struct Made: Sendable {
        static let now = Date(timeIntervalSince1970: 1_800_000_000)

        let certificate: X509Certificate
        let key: PrivateKey
        var sec: SecCertificate { SecCertificate(certificate) }

        /// Signed by `issuer`, or by itself; valid for a year from `now` on.
        init(
            _ name: String, by issuer: Made? = nil, key: PrivateKey? = nil, isCA: Bool = false,
            _ change: (inout CertificateBuilder) -> Void = { _ in }
        ) throws {
            self.key = try key ?? .generate(.ec(256))
            var builder = CertificateBuilder(
                subject: [("CN", name)], notBefore: Self.now, notAfter: Self.now + 365 * 86_400,
                serialNumber: try CertificateBuilder.randomSerialNumber())
            if isCA { builder.authority = .init(pathLength: nil) }
            change(&builder)
            certificate = try builder.signed(
                publicKey: self.key.publicKey(), issuer: issuer?.certificate, key: issuer?.key ?? self.key)
        }

        /// One that was written by hand.
        init(_ odd: OddCertificate, key: PrivateKey, signedBy signer: PrivateKey? = nil) throws {
            self.key = key
            certificate = try X509Certificate(der: odd.der(signedBy: signer))
        }

        /// PEM of the certificate.
        var pem: Data { PEMDocument.encode(label: "CERTIFICATE", der: certificate.der) }

        /// A bag for `PKCS12Builder` with the certificate.
        func bag(id: String? = nil, name: String? = nil) -> Data {
            PKCS12Builder.certificate(certificate.der, attributes: Self.attributes(id, name))
        }

        /// One with the key, unencrypted.
        func keyBag(id: String? = nil, name: String? = nil) throws -> Data {
            PKCS12Builder.bag(1, try key.pkcs8(), attributes: Self.attributes(id, name))
        }

        static func attributes(_ id: String?, _ name: String?) -> [Data] {
            [
                id.map { PKCS12Builder.localKeyID(DERWriter.octets(Data($0.utf8))) },
                name.map { PKCS12Builder.friendlyName(DERWriter.bmp($0)) },
            ].compactMap { $0 }
        }
    }

    extension PKCS12Builder {
        /// A file without any protection.
        static func plain(_ bags: [Data]) -> Data { file(parts: [data(self.bags(bags))]) }
    }

    /// A certificate whose parts are all written by hand, for what no tool would issue.
    struct OddCertificate {
        typealias W = DERWriter

        static let ecdsaWithSHA256 = W.sequence(W.oid("1.2.840.10045.4.3.2"))

        var subject = Self.name("alice")
        var issuer = Self.name("CA")
        var notBefore = Made.now
        var notAfter = Made.now + 365 * 86_400
        /// SubjectPublicKeyInfo.
        var publicKey = Self.ec("1.2.840.10045.3.1.7")
        /// AlgorithmIdentifier.
        var signatureAlgorithm = Self.ecdsaWithSHA256
        /// Each the identifier and the value.
        var extensions: [(identifier: String, value: Data)] = []

        static func attribute(_ type: String, _ value: Data) -> Data { W.set(W.sequence(W.oid(type), value)) }

        static func name(_ commonName: String) -> Data {
            W.sequence(attribute("2.5.4.3", W.value(0x0C, Data(commonName.utf8))))
        }

        /// An elliptic curve's key; its point is on none.
        static func ec(_ curve: String) -> Data {
            key(W.sequence(W.oid("1.2.840.10045.2.1"), W.oid(curve)), Data([4] + [UInt8](repeating: 1, count: 64)))
        }

        /// RSA with a modulus of so many bits.
        static func rsa(_ bits: Int, _ algorithm: String = "1.2.840.113549.1.1.1") -> Data {
            let modulus = [UInt8(1 << ((bits - 1) % 8))] + [UInt8](repeating: 1, count: (bits - 1) / 8)
            let number = W.value(0x02, Data(modulus[0] < 0x80 ? modulus : [0] + modulus))
            return key(W.sequence(W.oid(algorithm), W.null), W.sequence(number, W.integer(65_537)))
        }

        static func key(_ algorithm: Data, _ octets: Data = Data(repeating: 1, count: 32)) -> Data {
            W.sequence(algorithm, W.value(0x03, Data([0]), octets))
        }

        /// An authority key identifier that names the issuer by its own issuer and serial number.
        static func authority(_ issuersIssuer: Data) -> (identifier: String, value: Data) {
            ("2.5.29.35", W.sequence(W.explicit(1, W.explicit(4, issuersIssuer)), W.value(0x82, Data([1]))))
        }

        private func time(_ date: Date) -> Data {
            W.value(0x18, Data((ISO8601DateFormatter().string(from: date).filter(\.isNumber) + "Z").utf8))
        }

        /// - Parameter key: makes the signature, ECDSA with SHA-256; nil for one that nobody made.
        func der(signedBy key: PrivateKey? = nil) throws -> Data {
            let list = extensions.map { W.sequence(W.oid($0.identifier), W.octets($0.value)) }
            let signed = W.value(
                0x30,
                [
                    W.explicit(0, W.integer(2)), W.integer(1), signatureAlgorithm, issuer,
                    W.sequence(time(notBefore), time(notAfter)), subject, publicKey,
                ] + (list.isEmpty ? [] : [W.explicit(3, W.value(0x30, list))]))
            let signature =
                try key?.sign(digest: HashFunction.sha256.digest(signed), scheme: .ecdsa(.sha256)) ?? Data([1, 2, 3])
            return W.sequence(signed, signatureAlgorithm, W.value(0x03, Data([0]), signature))
        }

        func fields() throws -> CertificateFields {
            try CertificateFields(SecCertificate(X509Certificate(der: der())))
        }
    }
#endif
