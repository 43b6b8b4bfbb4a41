#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSOpenSSL

    // The way up through stored certificates.

    extension ItemSearch {
        /// What the certificate's row must hold, once for each of the issuers that are wanted: itself where all are.
        func withIssuers(_ certificate: [String: ItemValue]) throws -> [[String: ItemValue]] {
            guard let issuers = query.match.issuers else { return [certificate] }
            let given = certificate[kSecAttrIssuer]?.data
            let names = try given.map { [$0] } ?? transaction.issuers()
            return try names.filter { try transaction.leads($0, to: issuers) }.map { name in
                certificate.merging([kSecAttrIssuer: .data(name)]) { _, new in new }
            }
        }
    }

    extension KeychainTransaction {
        /// How far up is looked; Apple's number.
        private static var levels: Int { 10 }

        /// The names that stored certificates have as their issuers, each once. There are as many as CAs, not certificates.
        func issuers() throws -> [Data] {
            try distinct(.certificate, kSecAttrIssuer).compactMap(\.data)
        }

        /// Whether a name, or that of an issuer above it, is one of those wanted.
        func leads(_ name: Data, to wanted: Set<Data>) throws -> Bool {
            var level: Set<Data> = [name]
            var seen = level
            for _ in 0...Self.levels {
                if !level.isDisjoint(with: wanted) { return true }
                var next: Set<Data> = []
                for name in level {
                    for row in try find(.certificate, where: [kSecAttrSubject: .data(name)], limit: nil) {
                        if let issuer = row.attributes[kSecAttrIssuer]?.data, seen.insert(issuer).inserted {
                            next.insert(issuer)
                        }
                    }
                }
                if next.isEmpty { return false }
                level = next
            }
            return false
        }

        /// Stored certificates above those that were issued by these names.
        func ancestors(_ issuers: Set<Data>) throws -> [SecCertificate] {
            var found: [SecCertificate] = []
            var level = issuers
            var seen = level
            for _ in 0..<Self.levels where !level.isEmpty {
                var next: Set<Data> = []
                for name in level {
                    for row in try find(.certificate, where: [kSecAttrSubject: .data(name)], limit: nil) {
                        found.append(try certificate(row))
                        if let issuer = row.attributes[kSecAttrIssuer]?.data, seen.insert(issuer).inserted {
                            next.insert(issuer)
                        }
                    }
                }
                level = next
            }
            return found
        }
    }

    extension SecKeychain {
        /// Certificates of the default keychain by which the way up from these may go on; none where it can't be read.
        static func storedIssuers(above certificates: [X509Certificate]) -> [X509Certificate] {
            guard let file = try? standard.existing() else { return [] }
            let names = certificates.compactMap { NormalizedName.content(of: $0.issuer.der) }
            return (try? file.read { try $0.ancestors(Set(names)).map(\.x509) }) ?? []
        }
    }
#endif
