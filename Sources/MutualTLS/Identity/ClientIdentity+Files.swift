import Foundation
import PortableSecurity

extension ClientIdentity {
    /// From a PKCS#12 file (`.p12`, `.pfx`; RFC 7292).
    ///
    /// On Linux every usual format opens, old and new, and the key is joined to its certificate by its public key. On Apple
    /// platforms the system's importer reads it. Nothing is stored in a keychain on Linux or iOS.
    /// - Parameters:
    ///   - data: the file's bytes, DER or BER.
    ///   - password: nil where the file has none, which is not the same as an empty one.
    /// - Throws: `MutualTLSError`: `wrongPassword`, `passwordRequired`, `malformedIdentity`, `unsupportedAlgorithm`,
    ///   `noPrivateKey`, `noCertificate`, `keyMismatch` or `severalIdentities`.
    public init(pkcs12 data: Data, password: String?) throws {
        let material = try IdentityMaterial(pkcs12: data, password: password)
        try self.init(material.single("the PKCS#12 file"), certificates: material.certificates)
    }

    /// From PEM text (RFC 7468).
    ///
    /// - Parameters:
    ///   - certificates: the leaf and its intermediates in any order; may hold the private key too.
    ///   - key: the private key, where it is in a file of its own: PKCS#8, encrypted or not, PKCS#1 or SEC1.
    ///   - password: of an encrypted key.
    /// - Throws: `MutualTLSError`: `wrongPassword`, `passwordRequired`, `malformedIdentity`, `unsupportedAlgorithm`,
    ///   `noPrivateKey`, `noCertificate`, `keyMismatch` or `severalIdentities`.
    public init(pem certificates: Data, key: Data? = nil, password: String? = nil) throws {
        let material = try IdentityMaterial(pem: [certificates] + (key.map { [$0] } ?? []), password: password)
        try self.init(material.single("the PEM text"), certificates: material.certificates)
    }
}
