internal import MutualTLSOpenSSL

extension CertificateAuthority {
    /// A certificate for a TLS server, with a new key.
    /// - Parameters:
    ///   - names: DNS names (the leftmost label may be `*`) and IP addresses, at least one; told apart by their form.
    ///     The first is also the common name where it fits.
    ///   - validity: 397 days, unless given; Apple's systems refuse more than 825.
    ///   - purposes: the extended key usage; none leaves the extension out, and Apple's systems then refuse it.
    /// - Throws: `PKIError` for a name, validity or purpose that can't be.
    public func issueServer(
        names: [String], keyKind: KeyKind = .p256, validity: Validity = .days(397),
        purposes: [KeyPurpose] = [.serverAuth]
    ) throws(PKIError) -> IssuedIdentity {
        guard let first = names.first else {
            throw PKIError(.invalidName, "a server's certificate needs a DNS name or an IP address; give at least one")
        }
        return try issue(
            subject: first.utf8.count <= 64 ? CommonName.subject(first) : [], names: names.map(AlternativeName.server),
            keyKind: keyKind, validity: validity, purposes: purposes)
    }

    /// A certificate for a TLS client, with a new key.
    /// - Parameters:
    ///   - name: the common name, 1 to 64 characters.
    ///   - alternativeNames: a mailbox or URI, say; none leaves the extension out.
    ///   - purposes: the extended key usage; none leaves the extension out.
    /// - Throws: `PKIError` for a name, validity or purpose that can't be.
    public func issueClient(
        name: String, alternativeNames: [AlternativeName] = [], keyKind: KeyKind = .p256,
        validity: Validity = .days(397), purposes: [KeyPurpose] = [.clientAuth]
    ) throws(PKIError) -> IssuedIdentity {
        try issue(
            subject: CommonName.subject(name), names: alternativeNames, keyKind: keyKind, validity: validity,
            purposes: purposes)
    }

    private func issue(
        subject: [(type: String, value: String)], names: [AlternativeName], keyKind: KeyKind, validity: Validity,
        purposes: [KeyPurpose]
    ) throws(PKIError) -> IssuedIdentity {
        let dates = try validity.dates(now: now(), limit: certificate.notAfter)
        let serialNumber = try PKIError.wrapping(.cryptography) { try CertificateBuilder.randomSerialNumber() }
        var builder = CertificateBuilder(
            subject: subject, notBefore: dates.notBefore, notAfter: dates.notAfter, serialNumber: serialNumber)
        for name in names { builder.alternativeNames.append(try name.encoded()) }
        for purpose in purposes { builder.extendedKeyUsage.append(try purpose.validated()) }
        let newKey = try keyKind.generate()
        builder.keyUsage = KeyKind.usage(ofAlgorithm: newKey.algorithm)
        return IssuedIdentity(
            certificate: try sign(builder, newKey), key: newKey, intermediates: intermediates)
    }
}
