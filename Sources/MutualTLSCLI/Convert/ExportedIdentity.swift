import Foundation
import MutualTLS
import MutualTLSOpenSSL
import PortableSecurity

/// An identity taken apart, to be written into another file.
struct ExportedIdentity {
    let key: PrivateKey
    let leaf: X509Certificate
    /// In order, without the root.
    let intermediates: [X509Certificate]
    var friendlyName: String

    /// - Parameter name: instead of the one that it has; where it has none either, its common name is taken.
    /// - Throws: `CommandError` where its key can't be had.
    init(_ identity: ClientIdentity, name: String?) throws {
        key = try Self.key(of: identity.secIdentity)
        leaf = try X509Certificate(der: SecCertificateCopyData(identity.certificate) as Data)
        intermediates = try identity.intermediates.map {
            try X509Certificate(der: SecCertificateCopyData($0) as Data)
        }
        friendlyName =
            name ?? identity.friendlyName ?? SecCertificateCopySubjectSummary(identity.certificate) as String? ?? ""
    }

    #if canImport(Security)
        // Never run: there is no Apple machine in this project.
        private static func key(of identity: SecIdentity) throws -> PrivateKey {
            var key: SecKey?
            guard SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess, let key,
                let bytes = SecKeyCopyExternalRepresentation(key, nil) as Data?
            else { throw CommandError(.failed, "the private key can't be exported from the system's keychain") }
            return try bytes.first == 0x04 ? PrivateKey(x963: bytes) : PrivateKey(der: bytes)
        }
    #else
        private static func key(of identity: SecIdentity) throws -> PrivateKey { try identity.privateKey }
    #endif
}
