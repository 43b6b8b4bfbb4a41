import Foundation
import MutualTLSOpenSSL

/// What kind of file people handed over.
enum FileKind: Sendable, Hashable, CustomStringConvertible {
    /// Text with BEGIN lines.
    case pem
    /// One certificate as DER.
    case certificate
    /// PKCS#12, or nothing that is known: its reader says what is wrong with it.
    case pkcs12

    /// By its first bytes.
    init(_ data: Data) {
        if data.prefix(64 << 10).range(of: Data("-----BEGIN ".utf8)) != nil, data.first != 0x30 {
            self = .pem
        } else if (try? X509Certificate(der: data)) != nil {
            self = .certificate
        } else {
            self = .pkcs12
        }
    }

    /// With its article.
    var description: String {
        switch self {
        case .pem: "PEM"
        case .certificate: "one certificate as DER"
        case .pkcs12: "not PEM"
        }
    }
}
