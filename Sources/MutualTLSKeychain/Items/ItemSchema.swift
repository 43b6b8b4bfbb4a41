#if os(Linux)
    /// Which attributes the items of a class have. The tables of the database are made from it.
    struct ItemSchema: Sendable {
        /// An attribute.
        struct Column: Sendable {
            /// Apple's four letters.
            let name: String
            /// Of a part of the primary key: what stands for "none" when two are compared, as SQL.
            var primary: String?
            var isIndexed = false
            /// The value where none is given, as SQL.
            var initial: String?

            static func plain(_ names: String...) -> [Column] { names.map { Column(name: $0) } }
            static func indexed(_ names: String...) -> [Column] { names.map { Column(name: $0, isIndexed: true) } }
            static func primary(_ names: String..., none: String, isIndexed: Bool = false) -> [Column] {
                names.map { Column(name: $0, primary: none, isIndexed: isIndexed) }
            }
        }

        let itemClass: ItemClass
        let columns: [Column]

        /// Columns that are often looked for together: without an index for both SQLite takes that of one, which thousands of
        /// items may share.
        private let pair: [String]

        private init(_ itemClass: ItemClass, pair: [String] = [], _ columns: [[Column]]) {
            self.itemClass = itemClass
            self.pair = pair
            self.columns = columns.flatMap { $0 } + Self.common
        }

        /// The table's name.
        var table: String { itemClass.rawValue }

        private static let common =
            [Column(name: "sync", primary: "0", initial: "0")] + Column.primary("agrp", "vwht", "tkid", none: "''")
            + Column.indexed("labl") + Column.plain("pdmn")

        private static let password =
            [Column.plain("desc", "icmt", "crtr", "type", "invi", "nega")].flatMap { $0 }
            + Column.primary("acct", none: "''", isIndexed: true)

        private static let all: [ItemClass: ItemSchema] = Dictionary(
            uniqueKeysWithValues: [
                ItemSchema(
                    .certificate, pair: ["issr", "slnr"],
                    [
                        Column.primary("ctyp", none: "0"),
                        Column.primary("issr", "slnr", none: "x''", isIndexed: true),
                        Column.indexed("subj", "skid", "pkhh"), Column.plain("cenc"),
                    ]),
                ItemSchema(
                    .key,
                    [
                        Column.primary("kcls", "crtr", "type", "bsiz", "esiz", "sdat", "edat", none: "0"),
                        Column.primary("klbl", "atag", none: "x''", isIndexed: true),
                        // pubk, the public key (SPKI), is no attribute of Apple's: it spares opening the private one.
                        Column.plain(
                            "perm", "priv", "modi", "sens", "asen", "extr", "next", "encr", "decr", "drve", "sign",
                            "vrfy",
                            "snrc", "vyrc", "wrap", "unwp", "pubk"),
                    ]),
                ItemSchema(
                    .genericPassword, pair: ["acct", "svce"],
                    [password, Column.primary("svce", none: "''", isIndexed: true), Column.plain("gena")]),
                ItemSchema(
                    .internetPassword, pair: ["acct", "srvr"],
                    [
                        password, Column.primary("srvr", none: "''", isIndexed: true),
                        Column.primary("sdmn", "atyp", "path", none: "''"), Column.primary("ptcl", "port", none: "0"),
                    ]),
            ].map { ($0.itemClass, $0) })

        /// The schema of a class.
        static func of(_ itemClass: ItemClass) -> ItemSchema { all[itemClass] ?? ItemSchema(itemClass, []) }

        /// Whether the class has an attribute, and people may set it.
        func has(_ name: String) -> Bool { names.contains(name) }
        private var names: Set<String> { Self.names[itemClass] ?? [] }
        private static let names = all.mapValues { Set($0.columns.map(\.name)) }

        /// The statements that make the table. Values keep the type they came with, since the columns have none.
        var creation: [String] {
            let definitions = columns.map { column in
                "\"\(column.name)\"" + (column.initial.map { " NOT NULL DEFAULT \($0)" } ?? "")
            }
            let reference = "item INTEGER PRIMARY KEY REFERENCES item(id) ON DELETE CASCADE"
            let key = columns.compactMap { column in column.primary.map { "ifnull(\"\(column.name)\", \($0))" } }
            let indexes = columns.filter(\.isIndexed).map { [$0.name] } + (pair.isEmpty ? [] : [pair])
            return [
                "CREATE TABLE \"\(table)\" (\(([reference] + definitions).joined(separator: ", ")))",
                "CREATE UNIQUE INDEX \"\(table)_primary\" ON \"\(table)\" (\(key.joined(separator: ", ")))",
            ]
                + indexes.map { names in
                    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
                    return "CREATE INDEX \"\(table)_\(names.joined(separator: "_"))\" ON \"\(table)\" (\(list))"
                }
        }
    }
#endif
