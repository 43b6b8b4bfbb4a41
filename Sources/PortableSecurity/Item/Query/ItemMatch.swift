#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// What a search demands beyond attributes.
    struct ItemMatch {
        /// Normalized names; nil without the filter.
        var issuers: Set<Data>?
        var policy: SecPolicy?
        var date: Date?
        var trustedOnly = false
        var emailAddress: String?
        var subjectTexts: [SubjectText] = []
        var subjectOptions: String.CompareOptions = []
        /// For internet passwords.
        var host: String?

        /// A text that the subject must have.
        struct SubjectText: Sendable {
            enum Place { case contains, start, end, whole }
            let text: String
            let place: Place
        }

        /// Whether the class must be that of certificates or identities.
        var needsCertificate: Bool { issuers != nil || policy != nil }

        /// Whether the certificate itself must be looked at, beyond what its row tells.
        var looksAtCertificate: Bool {
            policy != nil || date != nil || trustedOnly || emailAddress != nil || !subjectTexts.isEmpty
        }

        /// Names to be compared; what is no data is passed over, and where nothing is left there is no filter.
        static func issuers(_ names: [Any]) -> Set<Data>? {
            let data = names.compactMap { $0 as? Data }
            return data.isEmpty ? nil : Set(data.map { NormalizedName.content(of: $0) ?? $0 })
        }

        /// Whether a certificate meets all demands but that of its issuers.
        /// - Parameters:
        ///   - certificate: the certificate.
        ///   - ancestors: finds stored certificates further up, for the demands that need a chain.
        func accepts(_ certificate: SecCertificate, ancestors: () throws -> [SecCertificate]) rethrows -> Bool {
            let x509 = certificate.x509
            if let date, !x509.isValid(at: date) { return false }
            if let emailAddress {
                let wanted = emailAddress.lowercased()
                guard x509.emailAddresses.contains(where: { $0.lowercased() == wanted }) else { return false }
            }
            guard subjectTexts.allSatisfy({ $0.matches(x509, subjectOptions) }) else { return false }
            if let policy {
                switch policy.rule {
                case .basic:
                    guard try isTrusted(certificate, policy, ancestors()) else { return false }
                default:
                    let rules = CertificateRules(chain: [x509], isSystemAnchored: false, rule: policy.rule)
                    guard rules.faults.isEmpty, x509.isValid(at: date ?? Date()) else { return false }
                }
            }
            guard trustedOnly else { return true }
            return try isTrusted(certificate, SecPolicyCreateBasicX509(), ancestors())
        }

        private func isTrusted(
            _ certificate: SecCertificate, _ policy: SecPolicy, _ ancestors: [SecCertificate]
        ) -> Bool {
            var question = TrustQuestion(certificates: [certificate] + ancestors, policies: [policy])
            question.date = date
            // They were found by the caller, whose transaction this is in.
            question.usesStoredCertificates = false
            return [.unspecified, .proceed].contains(question.evaluated().result)
        }

        /// Whether a server is the host that is asked for, or is in its domain.
        func accepts(server: String?) -> Bool {
            guard let host = host?.lowercased() else { return true }
            guard let server = server?.lowercased() else { return false }
            return server == host || server.hasSuffix("." + host)
        }
    }

    extension ItemMatch.SubjectText {
        /// macOS looks at what it calls the certificate before people.
        func matches(_ certificate: X509Certificate, _ options: String.CompareOptions) -> Bool {
            guard let subject = certificate.summary else { return false }
            return switch place {
            case .contains: subject.range(of: text, options: options) != nil
            case .start: subject.range(of: text, options: options.union(.anchored)) != nil
            case .end: subject.range(of: text, options: options.union([.anchored, .backwards])) != nil
            case .whole: subject.compare(text, options: options) == .orderedSame
            }
        }
    }

    extension X509Certificate {
        func isValid(at date: Date) -> Bool { (notBefore...max(notBefore, notAfter)).contains(date) }
    }
#endif
