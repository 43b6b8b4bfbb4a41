#if os(Linux)
    import Foundation
    import MutualTLSPKCS12

    /// The items within one transaction. Don't keep it.
    package struct KeychainTransaction {
        let connection: Connection
        let secrets: Secrets

        /// Stores an item.
        /// - Parameters:
        ///   - attributes: by Apple's four letters. `sync` is 0 where it isn't given.
        ///   - payload: nil for an item without data.
        /// - Returns: what the item is called from now on.
        /// - Throws: `KeychainError`: `duplicate`, after which nothing of the item is there and the transaction goes on;
        ///   `locked` for what is to be sealed.
        package func insert(
            _ itemClass: ItemClass, _ attributes: [String: ItemValue], _ payload: Payload?
        ) throws(KeychainError) -> UUID {
            let schema = ItemSchema.of(itemClass)
            try schema.check(attributes.keys)
            let id = UUID()
            try part { () throws(KeychainError) in
                let now = Self.now
                try connection.run(
                    "INSERT INTO item (uuid, class, cdat, mdat) VALUES (?1, ?2, ?3, ?3)",
                    [.data(id.bytes), .text(itemClass.rawValue), now])
                // By name, so that the same attributes make the same statement.
                let given = attributes.sorted { $0.key < $1.key }
                let names = ["item"] + given.map { "\"\($0.key)\"" }
                let values = ["last_insert_rowid()"] + given.map { _ in "?" }
                try connection.run(
                    "INSERT INTO \"\(schema.table)\" (\(names.joined(separator: ","))) VALUES (\(values.joined(separator: ",")))",
                    given.map(\.value))
                if let payload { try store(payload, of: id, itemClass) }
            }
            return id
        }

        /// Changes an item.
        /// - Parameters:
        ///   - attributes: those that change.
        ///   - payload: nil leaves the data as it is.
        /// - Throws: `KeychainError`: `notFound`; `duplicate`, after which the item is as it was and the transaction goes on.
        package func update(
            _ id: UUID, _ attributes: [String: ItemValue], payload: Payload?
        ) throws(KeychainError) {
            guard let itemClass = try itemClass(of: id) else { throw Self.notFound }
            let schema = ItemSchema.of(itemClass)
            try schema.check(attributes.keys)
            try part { () throws(KeychainError) in
                try connection.run("UPDATE item SET mdat = ?2 WHERE uuid = ?1", [.data(id.bytes), Self.now])
                let given = attributes.sorted { $0.key < $1.key }
                if !given.isEmpty {
                    let changes = given.map { "\"\($0.key)\" = ?" }.joined(separator: ",")
                    try connection.run(
                        "UPDATE \"\(schema.table)\" SET \(changes) WHERE item = (SELECT id FROM item WHERE uuid = ?)",
                        given.map(\.value) + [.data(id.bytes)])
                }
                if let payload { try store(payload, of: id, itemClass) }
            }
        }

        /// Removes an item and its data; one that isn't there is not an error.
        package func delete(_ id: UUID) throws(KeychainError) {
            try connection.run("DELETE FROM item WHERE uuid = ?1", [.data(id.bytes)])
        }

        /// The data of an item, opened; nil where it has none or isn't there.
        /// - Throws: `KeychainError`: `locked`, `damaged` and others for what is sealed.
        package func payload(of id: UUID) throws(KeychainError) -> Payload? {
            let found = try connection.run(
                "SELECT i.class, p.sealed, p.bytes FROM item i JOIN payload p ON p.item = i.id WHERE i.uuid = ?1",
                [.data(id.bytes)]
            ).first
            guard let found else { return nil }
            guard case .text(let name)? = found[0], let itemClass = ItemClass(rawValue: name),
                case .number(let isSealed)? = found[1], case .data(let bytes)? = found[2]
            else { throw secrets.damaged("an item's data is not what it ought to be") }
            if isSealed == 0 { return .open(bytes) }
            return .sealed(try secrets.open(bytes, of: id, itemClass, connection))
        }

        private func store(_ payload: Payload, of id: UUID, _ itemClass: ItemClass) throws(KeychainError) {
            let (isSealed, bytes): (Int64, Data) =
                switch payload {
                case .open(let data): (0, data)
                case .sealed(let secret): (1, try secrets.seal(secret, of: id, itemClass, connection))
                }
            try connection.run(
                """
                INSERT INTO payload (item, sealed, bytes) VALUES ((SELECT id FROM item WHERE uuid = ?1), ?2, ?3) \
                ON CONFLICT (item) DO UPDATE SET sealed = ?2, bytes = ?3
                """, [.data(id.bytes), .number(isSealed), .data(bytes)])
        }

        private func itemClass(of id: UUID) throws(KeychainError) -> ItemClass? {
            let found = try connection.run("SELECT class FROM item WHERE uuid = ?1", [.data(id.bytes)]).first
            guard case .text(let name)?? = found?.first else { return nil }
            return ItemClass(rawValue: name)
        }

        /// Undoes all of `body` where it fails, and leaves what was done before.
        private func part(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
            try faulting(secrets.folder) { try connection.savepoint { try body() } }
        }

        private static let notFound = KeychainError(.notFound, "the item is not there", nil)

        private static var now: ItemValue { .number(Int64((Date().timeIntervalSince1970 * 1000).rounded())) }
    }

    extension ItemSchema {
        /// - Throws: `unknownAttribute`. What is in a statement's text is checked here.
        func check(_ names: some Sequence<String>) throws(KeychainError) {
            for name in names where !has(name) {
                throw KeychainError(.unknownAttribute, "the class \(table) has no attribute \(name)", nil)
            }
        }
    }

    extension UUID {
        var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }

        init?(_ bytes: Data) {
            guard bytes.count == 16 else { return nil }
            self = NSUUID(uuidBytes: [UInt8](bytes)) as UUID
        }
    }
#endif
