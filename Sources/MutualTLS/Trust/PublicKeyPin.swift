import Foundation
import PortableSecurity

/// A server's public key by the SHA-256 of its SubjectPublicKeyInfo (RFC 7469, 2.4): it stays the same when the certificate is
/// renewed with the same key.
package struct PublicKeyPin: Sendable, Hashable, CustomStringConvertible {
    private let digest: Data

    /// - Parameter text: as curl's `--pinnedpubkey` has it, `sha256//` and base64.
    /// - Returns: nil for anything else.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), let digest = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            digest.count == 32
        else { return nil }
        self.digest = digest
    }

    /// Of a certificate's key; nil where the certificate can't be read.
    package init?(_ certificate: SecCertificate) {
        guard let fields = try? CertificateFields(certificate) else { return nil }
        digest = Fingerprint.sha256(fields.publicKeyInfo)
    }

    /// As `init(_:)` takes it.
    package var description: String { Self.prefix + digest.base64EncodedString() }

    private static let prefix = "sha256//"
}
