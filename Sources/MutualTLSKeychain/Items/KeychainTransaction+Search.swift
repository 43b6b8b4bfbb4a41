#if os(Linux)
    import Foundation

    extension KeychainTransaction {
        /// The items of a class that have these values, oldest first.
        /// - Parameters:
        ///   - wanted: also `cdat` and `mdat`, when it was made and changed.
        ///   - limit: at most so many; nil for all.
        package func find(
            _ itemClass: ItemClass, where wanted: [String: ItemValue], limit: Int?
        ) throws(KeychainError) -> [ItemRow] {
            let part = RowPart(itemClass, "c")
            let (condition, values) = try part.condition(wanted)
            let rows = try connection.run(
                """
                SELECT \(part.selection) FROM \(part.source) WHERE \(condition) \
                ORDER BY c.item LIMIT ?
                """, values + [Self.limit(limit)])
            return try rows.map { row throws(KeychainError) in try made(part, row[...]) }
        }

        /// The certificates and private keys that belong together, by the hash of the public key: oldest certificate first.
        /// - Parameters:
        ///   - certificate: what the certificate must have.
        ///   - key: what the key must have.
        ///   - limit: at most so many; nil for all.
        package func identities(
            where certificate: [String: ItemValue], key: [String: ItemValue], limit: Int?
        ) throws(KeychainError) -> [(certificate: ItemRow, key: ItemRow)] {
            let parts = (certificate: RowPart(.certificate, "c"), key: RowPart(.key, "k"))
            let (ofCertificate, values) = try parts.certificate.condition(certificate)
            let (ofKey, moreValues) = try parts.key.condition(key)
            let rows = try connection.run(
                """
                SELECT \(parts.certificate.selection), \(parts.key.selection) \
                FROM \(parts.certificate.source) JOIN \(parts.key.source) \
                WHERE k.klbl = c.pkhh AND k.kcls = 1 AND \(ofCertificate) AND \(ofKey) \
                ORDER BY c.item, k.item LIMIT ?
                """, values + moreValues + [Self.limit(limit)])
            return try rows.map { row throws(KeychainError) in
                let middle = parts.certificate.width
                return (try made(parts.certificate, row[..<middle]), try made(parts.key, row[middle...]))
            }
        }

        /// An item; nil where it isn't there.
        package func item(_ id: UUID) throws(KeychainError) -> ItemRow? {
            for itemClass in try classes(of: id) {
                let part = RowPart(itemClass, "c")
                let rows = try connection.run(
                    "SELECT \(part.selection) FROM \(part.source) WHERE ci.uuid = ?1", [.data(id.bytes)])
                if let row = rows.first { return try made(part, row[...]) }
            }
            return nil
        }

        /// The subjects of certificates from this issuer that are issuers of others themselves, each once.
        package func subordinateIssuers(of issuer: Data) throws(KeychainError) -> [Data] {
            let rows = try connection.run(
                """
                SELECT DISTINCT subj FROM cert c WHERE issr = ?1 AND subj <> ?1 \
                AND EXISTS (SELECT 1 FROM cert WHERE issr = c.subj)
                """, [.data(issuer)])
            return rows.compactMap { row in if case .data(let name)?? = row.first { name } else { nil } }
        }

        private func classes(of id: UUID) throws(KeychainError) -> [ItemClass] {
            try connection.run("SELECT class FROM item WHERE uuid = ?1", [.data(id.bytes)]).compactMap { row in
                guard case .text(let name)?? = row.first else { return nil }
                return ItemClass(rawValue: name)
            }
        }

        private static func limit(_ limit: Int?) -> ItemValue { .number(limit.map { Int64(max(0, $0)) } ?? -1) }

        private func made(_ part: RowPart, _ row: ArraySlice<ItemValue?>) throws(KeychainError) -> ItemRow {
            guard let item = part.item(row) else { throw secrets.damaged("an item is not what it ought to be") }
            return item
        }
    }

    /// The part of a query, and of its rows, that is about the items of one class.
    private struct RowPart {
        let schema: ItemSchema
        /// What the query calls the table of the class. That of all items has an "i" behind it.
        let name: String

        init(_ itemClass: ItemClass, _ name: String) {
            schema = ItemSchema.of(itemClass)
            self.name = name
        }

        var source: String { "\"\(schema.table)\" \(name) JOIN item \(name)i ON \(name)i.id = \(name).item" }

        /// The columns that ``item(_:)`` expects.
        var selection: String {
            (["\(name)i.uuid", "\(name)i.cdat", "\(name)i.mdat"] + schema.columns.map { "\(name).\"\($0.name)\"" })
                .joined(separator: ",")
        }

        /// How many they are.
        var width: Int { 3 + schema.columns.count }

        /// What rows must have, and the values in its order.
        func condition(_ wanted: [String: ItemValue]) throws(KeychainError) -> (String, [ItemValue?]) {
            let dates: Set = ["cdat", "mdat"]
            try schema.check(wanted.keys.filter { !dates.contains($0) })
            let sorted = wanted.sorted { $0.key < $1.key }
            let terms = sorted.map { "\(name)\(dates.contains($0.key) ? "i" : "").\"\($0.key)\" = ?" }
            return (terms.isEmpty ? "1" : terms.joined(separator: " AND "), sorted.map(\.value))
        }

        /// nil for columns that nobody but an attacker or a broken disk can have written.
        func item(_ row: ArraySlice<ItemValue?>) -> ItemRow? {
            let row = Array(row)
            guard row.count == width, case .data(let bytes)? = row[0], let id = UUID(bytes),
                case .number(let created)? = row[1], case .number(let modified)? = row[2]
            else { return nil }
            var attributes: [String: ItemValue] = [:]
            for (column, value) in zip(schema.columns, row.dropFirst(3)) {
                if let value { attributes[column.name] = value }
            }
            return ItemRow(
                id: id, itemClass: schema.itemClass, attributes: attributes,
                created: Date(timeIntervalSince1970: Double(created) / 1000),
                modified: Date(timeIntervalSince1970: Double(modified) / 1000))
        }
    }
#endif
