#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain

    /// Finds the items that a query means, within one transaction.
    struct ItemSearch {
        let transaction: KeychainTransaction
        let query: ItemQuery

        /// The items, oldest first.
        /// - Parameter limit: at most so many; nil for all.
        func items(limit: Int?) throws -> [FoundItem] {
            if let persistent = query.persistent { return try item(persistent).map { [$0] } ?? [] }
            let (certificate, key) = constraints
            // A database that may count only sees what it can judge; but an e-mail address is looked for in the first
            // item alone, as by Apple.
            let isJudged = !needsLook || query.match.emailAddress != nil && limit == 1
            let issuers = try withIssuers(certificate)
            var rows = try issuers.flatMap { try candidates($0, key, limit: isJudged ? limit : nil) }
            // Those of one issuer are in order.
            if issuers.count > 1 { rows.sort { $0.row.created < $1.row.created } }
            if isJudged, let limit { rows = Array(rows.prefix(limit)) }
            var found: [FoundItem] = []
            for item in rows where try accepts(item) {
                found.append(item)
                if found.count == limit { break }
            }
            return found
        }

        /// Whether rows that fit must still be looked at.
        private var needsLook: Bool {
            if case .certificate? = query.reference { return true }
            if case .identity? = query.reference { return true }
            return query.kind.hasCertificate && query.match.looksAtCertificate || query.match.host != nil
        }

        private func candidates(
            _ certificate: [String: ItemValue], _ key: [String: ItemValue], limit: Int?
        ) throws -> [FoundItem] {
            switch query.kind {
            case .identity:
                return try transaction.identities(where: certificate, key: key, limit: limit).map {
                    FoundItem(kind: .identity, row: $0.certificate, keyRow: $0.key)
                }
            case .certificate:
                return try transaction.find(.certificate, where: certificate, limit: limit).map {
                    FoundItem(kind: .certificate, row: $0)
                }
            case .key, .genericPassword, .internetPassword:
                return try query.kind.classes.flatMap { itemClass in
                    try transaction.find(itemClass, where: key, limit: limit).map {
                        FoundItem(kind: query.kind, row: $0)
                    }
                }
            }
        }

        /// What the certificate's row, and the other row, must hold.
        private var constraints: (certificate: [String: ItemValue], other: [String: ItemValue]) {
            var (certificate, other): ([String: ItemValue], [String: ItemValue]) = ([:], [:])
            for (name, value) in query.attributes {
                switch query.kind {
                case .certificate: certificate[name] = value
                case .identity where ItemAttributes.ofIdentityCertificate.contains(name): certificate[name] = value
                default: other[name] = value
                }
            }
            // Without a word about it, only what is not synchronizable is meant.
            if !query.isAnySynchronizable, query.attributes[kSecAttrSynchronizable] == nil {
                certificate[kSecAttrSynchronizable] = .number(0)
                other[kSecAttrSynchronizable] = .number(0)
            }
            switch query.reference {
            case .certificate(let wanted): certificate.merge(Self.identifying(wanted)) { given, _ in given }
            case .key(let wanted): other.merge(Self.identifying(wanted)) { given, _ in given }
            case .identity(let wanted):
                certificate.merge(Self.identifying(wanted.certificate)) { given, _ in given }
                other.merge(Self.identifying(wanted.key)) { given, _ in given }
            case nil: break
            }
            return (certificate, other)
        }

        private static func identifying(_ certificate: SecCertificate) -> [String: ItemValue] {
            let x509 = certificate.x509
            return [
                kSecAttrIssuer: .data(NormalizedName.content(of: x509.issuer.der) ?? x509.issuer.der),
                kSecAttrSerialNumber: .data(x509.encodedSerialNumber),
            ]
        }

        private static func identifying(_ key: SecKey) -> [String: ItemValue] {
            var wanted: [String: ItemValue] = [kSecAttrKeyClass: .number(key.isPrivate ? 1 : 0)]
            // A key whose public half can't be had is no stored one's twin.
            wanted[kSecAttrApplicationLabel] = .data(key.publicKey?.applicationLabel ?? Data())
            return wanted
        }

        private func item(_ reference: PersistentReference) throws -> FoundItem? {
            guard let row = try transaction.item(reference.id), row.itemClass == reference.kind.classes.first else {
                return nil
            }
            let item = FoundItem(kind: reference.kind, row: row)
            guard reference.kind == .identity else { return try accepts(item) ? item : nil }
            guard let label = row.attributes[kSecAttrPublicKeyHash],
                let key = try transaction.find(
                    .key, where: [kSecAttrApplicationLabel: label, kSecAttrKeyClass: .number(1)], limit: 1
                ).first
            else { return nil }
            let whole = FoundItem(kind: .identity, row: row, keyRow: key)
            return try accepts(whole) ? whole : nil
        }

        private func accepts(_ item: FoundItem) throws -> Bool {
            guard item.kind.hasCertificate else {
                return query.match.accepts(server: item.row.attributes[kSecAttrServer]?.text)
            }
            let wanted: SecCertificate? =
                switch query.reference {
                case .certificate(let certificate): certificate
                case .identity(let identity): identity.certificate
                default: nil
                }
            if wanted == nil && !query.match.looksAtCertificate { return true }
            let certificate = try transaction.certificate(item.row)
            if let wanted, wanted != certificate { return false }
            return try query.match.accepts(certificate) {
                try transaction.ancestors(Set([item.row.attributes[kSecAttrIssuer]?.data].compactMap { $0 }))
            }
        }
    }
#endif
