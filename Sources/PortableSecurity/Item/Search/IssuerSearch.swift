#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSOpenSSL

    // The way up through stored certificates.

    extension ItemSearch {
        /// What the certificate's row must hold, once for each of the issuers that are wanted: itself where all are.
        func withIssuers(_ certificate: [String: ItemValue]) throws -> [[String: ItemValue]] {
            guard let issuers = query.match.issuers else { return [certificate] }
            var names = try transaction.issuers(from: issuers)
            if let given = certificate[kSecAttrIssuer]?.data { names.formIntersection([given]) }
            return names.map { name in certificate.merging([kSecAttrIssuer: .data(name)]) { _, new in new } }
        }
    }

    extension KeychainTransaction {
        /// How far is looked; Apple's number.
        private static var levels: Int { 10 }

        /// These names, and those of stored CAs below them.
        func issuers(from names: Set<Data>) throws -> Set<Data> {
            var (all, level) = (names, names)
            for _ in 0..<Self.levels where !level.isEmpty {
                let below = Set(try level.flatMap { try subordinateIssuers(of: $0) })
                level = below.subtracting(all)
                all.formUnion(level)
            }
            return all
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
