import PortableSecurity

extension IdentityFile {
    /// The one identity that is meant.
    /// - Parameters:
    ///   - selector: says which; nil where there must be only one.
    ///   - what: the kind of file, as it is called in an error.
    /// - Throws: `MutualTLSError`: `severalIdentities` where it is not clear which; `noIdentity` where none is the one that was
    ///   named; what is missing where there is none at all.
    package func single(_ selector: ClientIdentity.Selector?, _ what: String) throws(MutualTLSError) -> ClientIdentity {
        if identities.isEmpty { throw none(in: what) }
        let matching = selector.map { selector in identities.filter(selector.matches) } ?? identities
        // The same one under two names is still one.
        if let identity = matching.first, Set(matching.map(\.certificate)).count == 1 { return identity }
        guard let selector else {
            throw MutualTLSError(
                .severalIdentities,
                "\(what) holds \(identities.count) identities, and none was chosen: \(list(identities))",
                hint: "say which by its fingerprint, friendly name or issuer")
        }
        if matching.isEmpty {
            throw MutualTLSError(
                .noIdentity, "\(what) has no identity with \(selector): it holds \(list(identities))",
                hint: "a fingerprint has at least 8 digits; in names, case counts")
        }
        throw MutualTLSError(
            .severalIdentities, "\(what) has \(matching.count) identities with \(selector): \(list(matching))",
            hint: "say which by its fingerprint")
    }

    private func list(_ identities: [ClientIdentity]) -> String {
        identities.map { identity in
            let name = identity.friendlyName.map { ", friendly name \"\($0)\"" } ?? ""
            return "\(identity.summary) (fingerprint \(identity.fingerprint.prefix(16))\(name), "
                + "issuer \"\(identity.issuerSummary)\")"
        }.joined(separator: ", ")
    }

    private func none(in what: String) -> MutualTLSError {
        if let kind = unusableKeys.first {
            return MutualTLSError(
                damagedKeys == unusableKeys.count ? .malformedIdentity : .unsupportedAlgorithm,
                "\(what) holds a private key that can't be read (\(kind))",
                hint: "export it again, with an RSA, elliptic-curve (P-256) or Ed25519 key")
        }
        if keysWithoutCertificate.isEmpty {
            return MutualTLSError(
                .noPrivateKey,
                certificates.isEmpty
                    ? "\(what) holds neither a private key nor a certificate"
                        + (otherLabels.isEmpty ? "" : ", but \(otherLabels.joined(separator: ", "))")
                    : "\(what) holds \(certificates.count == 1 ? "a certificate" : "certificates") and no private key",
                hint: "export the certificate together with its private key")
        }
        if certificates.isEmpty {
            return MutualTLSError(
                .noCertificate, "\(what) holds a private key and no certificate",
                hint: "add the certificate that was issued for this key")
        }
        return MutualTLSError(
            .keyMismatch, "\(what) holds a private key that belongs to none of its certificates",
            hint: "the certificate was issued for another key; put together those that belong together")
    }
}
