import PortableSecurity

/// What a file holds: identities whose key and certificate belong together, and every certificate, to build chains from.
package struct IdentityMaterial {
    package var identities: [SecIdentity]
    package var certificates: [SecCertificate]
    /// How many private keys there are, with or without a certificate.
    package var keyCount: Int

    /// The one identity.
    /// - Parameter what: the kind of file, as it is called in an error.
    /// - Throws: `MutualTLSError` when there is none, saying what is missing, or more than one.
    func single(_ what: String) throws(MutualTLSError) -> SecIdentity {
        if let identity = identities.first, identities.count == 1 { return identity }
        if identities.count > 1 {
            throw MutualTLSError(
                .severalIdentities, "\(what) holds \(identities.count) identities, and none was chosen",
                hint: "give a file with one")
        }
        if keyCount == 0 {
            throw MutualTLSError(
                .noPrivateKey,
                certificates.isEmpty
                    ? "\(what) holds neither a private key nor a certificate"
                    : "\(what) holds \(certificates.count == 1 ? "a certificate" : "certificates") and no private key",
                hint: "export the certificate together with its private key")
        }
        if certificates.isEmpty {
            throw MutualTLSError(
                .noCertificate, "\(what) holds a private key and no certificate",
                hint: "add the certificate that was issued for this key")
        }
        throw MutualTLSError(
            .keyMismatch, "\(what) holds a private key that belongs to none of its certificates",
            hint: "the certificate was issued for another key; put together those that belong together")
    }
}
