#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// What to call the certificate before people: its common name (with the description in parentheses), else its first
    /// e-mail address, else its first DNS name, else its organizational units and organization.
    public func SecCertificateCopySubjectSummary(_ certificate: SecCertificate) -> CFString? {
        certificate.x509.summary
    }

    /// The last common name of the subject.
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - commonName: receives it.
    /// - Returns: `errSecInternal` when there is none.
    @discardableResult
    public func SecCertificateCopyCommonName(
        _ certificate: SecCertificate, _ commonName: UnsafeMutablePointer<CFString?>
    ) -> OSStatus {
        guard let name = certificate.x509.subject.commonName else { return errSecInternal }
        commonName.pointee = name
        return errSecSuccess
    }

    /// The e-mail addresses of its subject alternative names and of its subject.
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - emailAddresses: receives strings; an empty array when there are none.
    @discardableResult
    public func SecCertificateCopyEmailAddresses(
        _ certificate: SecCertificate, _ emailAddresses: UnsafeMutablePointer<CFArray?>
    ) -> OSStatus {
        emailAddresses.pointee = certificate.x509.emailAddresses
        return errSecSuccess
    }

    extension X509Certificate {
        /// Apple's subject summary.
        var summary: String? {
            let attributes = subject.attributes
            if let name = attributes.last(where: { $0.type == "CN" })?.value {
                let description = attributes.last { $0.type == "description" }?.value
                return description.map { "\(name) (\($0))" } ?? name
            }
            if let address = emailAddresses.first { return address }
            for case .dns(let name) in alternativeNames { return name }
            // From the most significant part: the units, then the organization.
            let parts = attributes.filter { $0.type == "OU" || $0.type == "O" }.reversed().map(\.value)
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }

        var emailAddresses: [String] {
            let alternative = alternativeNames.compactMap { name in
                if case .email(let address) = name { address } else { nil }
            }
            return alternative + subject.attributes.filter { $0.type == "emailAddress" }.map(\.value)
        }
    }
#endif
