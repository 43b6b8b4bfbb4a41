import Foundation
import PortableSecurity

#if canImport(Security)
    import MutualTLSPKCS12

    /// The check of a certificate's signature with its issuer's key. Never run: there is no Apple machine in this project.
    enum IssuerSignature {
        /// Whether the key of `issuer` made the signature of `certificate`; nil where the system has no
        /// such key, or its keys don't check the algorithm (RSA-PSS with parameters, Ed25519).
        static func verifies(
            _ certificate: CertificateFields, by issuer: SecCertificate
        ) -> Bool? {
            guard let algorithm = algorithms[certificate.signatureAlgorithm.description],
                let key = SecCertificateCopyKey(issuer)
            else { return nil }
            return SecKeyVerifySignature(
                key, algorithm, certificate.signedPart as CFData, certificate.signature as CFData, nil)
        }

        private static let algorithms: [String: SecKeyAlgorithm] = [
            "1.2.840.113549.1.1.5": .rsaSignatureMessagePKCS1v15SHA1,
            "1.2.840.113549.1.1.11": .rsaSignatureMessagePKCS1v15SHA256,
            "1.2.840.113549.1.1.12": .rsaSignatureMessagePKCS1v15SHA384,
            "1.2.840.113549.1.1.13": .rsaSignatureMessagePKCS1v15SHA512,
            "1.2.840.10045.4.1": .ecdsaSignatureMessageX962SHA1,
            "1.2.840.10045.4.3.2": .ecdsaSignatureMessageX962SHA256,
            "1.2.840.10045.4.3.3": .ecdsaSignatureMessageX962SHA384,
            "1.2.840.10045.4.3.4": .ecdsaSignatureMessageX962SHA512,
        ]
    }
#else
    import MutualTLSOpenSSL

    /// The check of a certificate's signature with its issuer's key.
    enum IssuerSignature {
        /// Whether the key of `issuer` made the signature of `certificate`; nil where that can't be told.
        static func verifies(_ certificate: CertificateFields, by issuer: SecCertificate) -> Bool? {
            certificate.certificate.x509.isSigned(by: issuer.x509)
        }
    }
#endif

extension CertificateFields {
    /// Whether it is a root: issued by the same name and signed with its own key. A CA that goes over to a new key issues
    /// itself a certificate too, signed with the old one, which is an intermediate.
    var isRoot: Bool { isSelfIssued && IssuerSignature.verifies(self, by: certificate) ?? true }
}
