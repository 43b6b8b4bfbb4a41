import Foundation
import PortableSecurity

#if canImport(CryptoKit)
    import CryptoKit
#else
    import MutualTLSOpenSSL
#endif

/// SHA-256 fingerprints of certificates.
enum Fingerprint {
    /// Lower-case hexadecimal, 64 digits.
    static func sha256(_ certificate: SecCertificate) -> String {
        let der = SecCertificateCopyData(certificate) as Data
        #if canImport(CryptoKit)
            let digest = Data(SHA256.hash(data: der))
        #else
            let digest = Digest.sha256(der)
        #endif
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
