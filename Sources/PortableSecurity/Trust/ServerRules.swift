#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    // Apple's rules of the TLS policy: usage, length of validity, host name; and those of mail.
    extension CertificateRules {
        /// Apple's requirements for TLS server certificates of 2019 count from here, 2019-06-30T23:00:00Z.
        private static let july2019 = Date(timeIntervalSince1970: 1_561_935_600)
        /// 2018-03-01T00:00:00Z.
        private static let march2018 = Date(timeIntervalSince1970: 1_519_862_400)
        /// 2020-09-01T00:00:00Z.
        private static let september2020 = Date(timeIntervalSince1970: 1_598_918_400)

        private static let serverUsages = [
            ExtendedKeyUsage.serverAuth, "1.3.6.1.4.1.311.10.3.3", "2.16.840.1.113730.4.1",
        ]

        func usageFaults(server: Bool) -> [TrustFault] {
            let wanted = server ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth
            let allowed = (server ? Self.serverUsages : [ExtendedKeyUsage.clientAuth]) + [ExtendedKeyUsage.any]
            return chain.enumerated().compactMap { index, certificate in
                // A root's usages are nobody's promise; it is trusted for what its owner says.
                if index > 0 && certificate.isSelfIssued { return nil }
                let usages = certificate.extendedKeyUsage
                if index == 0 && server && isStrict && usages?.contains(wanted) != true {
                    return TrustFault(
                        .usage, index, errSecInvalidExtendedKeyUsage,
                        "is not for \(ExtendedKeyUsage.name(wanted))"
                            + Self.list(usages))
                }
                if usages.map({ $0.contains(where: allowed.contains) }) ?? true { return nil }
                return TrustFault(
                    .usage, index, errSecInvalidExtendedKeyUsage,
                    "is not for \(ExtendedKeyUsage.name(wanted))" + Self.list(usages))
            }
        }

        /// Of mail: the leaf's usages, where it has any, and its address.
        func mailFaults(_ address: String?) -> [TrustFault] {
            guard let leaf = chain.first else { return [] }
            var faults: [TrustFault] = []
            let allowed = [ExtendedKeyUsage.emailProtection, ExtendedKeyUsage.any]
            if let usages = leaf.extendedKeyUsage, !usages.contains(where: allowed.contains) {
                faults.append(
                    TrustFault(
                        .usage, 0, errSecInvalidExtendedKeyUsage, "is not for emailProtection" + Self.list(usages)))
            }
            if let address, !leaf.emailAddresses.contains(where: { $0.lowercased() == address.lowercased() }) {
                faults.append(
                    TrustFault(.name, 0, errSecSMIMEEmailAddressesNotFound, "is not for the address \"\(address)\""))
            }
            return faults
        }

        private static func list(_ usages: [String]?) -> String {
            guard let usages, !usages.isEmpty else { return "; it has no extended key usage" }
            return " but for " + usages.map(ExtendedKeyUsage.name).joined(separator: ", ")
        }

        /// Whether the leaf must name serverAuth itself.
        private var isStrict: Bool {
            isSystemAnchored || chain.first.map { $0.notBefore > Self.july2019 } ?? false
        }

        var lifetimeFaults: [TrustFault] {
            guard let leaf = chain.first else { return [] }
            let days: Double?
            if isSystemAnchored {
                days = leaf.notBefore >= Self.september2020 ? 398 : leaf.notBefore >= Self.march2018 ? 825 : nil
            } else {
                days = leaf.notBefore >= Self.july2019 ? 825 : nil
            }
            guard let days else { return [] }
            let hour = 3600.0
            let lifetime = leaf.notAfter.timeIntervalSince(leaf.notBefore)
            if lifetime <= days * 24 * hour + hour { return [] }
            return [
                TrustFault(
                    .compliance, 0, errSecCertificateValidityPeriodTooLong,
                    "is valid for \(Int(lifetime / (24 * hour))) days; a TLS server's may be for \(Int(days))")
            ]
        }

        func nameFaults(_ host: HostName) -> [TrustFault] {
            guard let leaf = chain.first, !host.matches(leaf.alternativeNames) else { return [] }
            let names = leaf.alternativeNames.compactMap { name in
                if case .dns(let text) = name { text } else { nil }
            }
            let others = names.isEmpty ? "has no such DNS name" : "is for \(names.prefix(5).joined(separator: ", "))"
            return [TrustFault(.name, 0, errSecHostNameMismatch, "is not for \"\(host.text)\": it \(others)")]
        }
    }
#endif
