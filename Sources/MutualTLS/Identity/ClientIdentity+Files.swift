import Foundation
import MutualTLSPKCS12
import PortableSecurity

extension ClientIdentity {
    /// From a PKCS#12 file (`.p12`, `.pfx`; RFC 7292).
    ///
    /// On Linux every usual format opens, old and new, and the key is joined to its certificate by its public key. On Apple
    /// platforms the system's importer reads it. Nothing is stored in a keychain on Linux or iOS. It takes as long as the file's
    /// iterations want, on the thread that calls: from an `async` function use ``load(pkcs12:password:selecting:)``.
    /// - Parameters:
    ///   - data: the file's bytes, DER or BER.
    ///   - password: nil where the file has none; on Linux an empty one will do as well.
    ///   - selector: which one is meant, where the file holds several.
    /// - Throws: `MutualTLSError`: `wrongPassword`, `passwordRequired`, `malformedIdentity`, `unsupportedAlgorithm`,
    ///   `noPrivateKey`, `noCertificate`, `keyMismatch`; `severalIdentities` where it is not clear which one is meant,
    ///   `noIdentity` where none is the one that is meant.
    public init(pkcs12 data: Data, password: String?, selecting selector: Selector? = nil) throws {
        let file = try IdentityFile(pkcs12: data, password: password.map(SecretBytes.init(utf8:)))
        self = try file.single(selector, "the PKCS#12 file")
    }

    /// All identities of a PKCS#12 file, in the order of their certificates in the file.
    /// - Parameters:
    ///   - data: the file's bytes, DER or BER.
    ///   - password: nil where the file has none.
    /// - Returns: none where the file opens and has no identity.
    /// - Throws: `MutualTLSError`: `wrongPassword`, `passwordRequired`, `malformedIdentity` or `unsupportedAlgorithm`.
    public static func all(pkcs12 data: Data, password: String?) throws -> [ClientIdentity] {
        try IdentityFile(pkcs12: data, password: password.map(SecretBytes.init(utf8:))).identities
    }

    /// From PEM text (RFC 7468).
    ///
    /// - Parameters:
    ///   - certificates: the leaf and its intermediates in any order; may hold the private key too.
    ///   - key: the private key, where it is in a file of its own: PKCS#8, encrypted or not, PKCS#1 or SEC1.
    ///   - password: of an encrypted key.
    ///   - selector: which one is meant, where there are several.
    /// - Throws: `MutualTLSError`: `wrongPassword`, `passwordRequired`, `malformedIdentity`, `unsupportedAlgorithm`,
    ///   `noPrivateKey`, `noCertificate`, `keyMismatch`, `severalIdentities` or `noIdentity`. What is damaged is named by its
    ///   block, line and byte.
    public init(
        pem certificates: Data, key: Data? = nil, password: String? = nil, selecting selector: Selector? = nil
    ) throws {
        let sources =
            key.map { [.init(certificates, name: "the certificates"), .init($0, name: "the key")] }
            ?? [IdentityFile.Source(certificates)]
        let file = try IdentityFile(pem: sources, password: password.map(SecretBytes.init(utf8:)))
        self = try file.single(selector, "the PEM text")
    }

    /// From one certificate and its key as DER.
    ///
    /// - Parameters:
    ///   - certificate: X.509.
    ///   - key: PKCS#8, encrypted or not, PKCS#1 or SEC1.
    ///   - password: of an encrypted key.
    /// - Throws: `MutualTLSError`: `wrongPassword`, `passwordRequired`, `malformedIdentity`, `unsupportedAlgorithm` or
    ///   `keyMismatch`.
    public init(der certificate: Data, key: Data, password: String? = nil) throws {
        let file = try IdentityFile(
            certificate: .init(certificate, name: "the certificate"), key: .init(key, name: "the key"),
            password: password.map(SecretBytes.init(utf8:)))
        self = try file.single(nil, "the DER")
    }
}
