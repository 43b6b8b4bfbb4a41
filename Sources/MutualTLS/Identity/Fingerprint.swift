import Foundation
import PortableSecurity

#if canImport(CryptoKit)
    import CryptoKit
#else
    import MutualTLSOpenSSL
#endif

/// SHA-256 fingerprints, mostly of certificates.
enum Fingerprint {
    /// Lower-case hexadecimal, 64 digits.
    static func sha256(_ certificate: SecCertificate) -> String {
        hexadecimal(sha256(SecCertificateCopyData(certificate) as Data))
    }

    /// In lower case.
    static func hexadecimal(_ data: Data) -> String {
        data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The digest itself.
    static func sha256(_ data: Data) -> Data {
        #if canImport(CryptoKit)
            Data(SHA256.hash(data: data))
        #else
            Digest.sha256(data)
        #endif
    }
}
