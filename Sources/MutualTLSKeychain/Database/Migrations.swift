#if os(Linux)
    /// The steps that make the database what this version of the library expects. A step is never changed once it has been
    /// published: a column that comes later gets a step of its own.
    struct Migrations: Sendable {
        /// For each version its statements, from 1 on.
        let steps: [[String]]

        /// The newest version that is known.
        var version: Int64 { Int64(steps.count) }

        /// Tells our files from those of others: "mtls".
        static let applicationID: Int64 = 0x6D74_6C73

        static let all = Migrations(steps: [
            [
                "PRAGMA application_id = \(applicationID)",
                """
                CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB NOT NULL UNIQUE, class TEXT NOT NULL, \
                cdat INTEGER NOT NULL, mdat INTEGER NOT NULL)
                """,
                """
                CREATE TABLE payload (item INTEGER PRIMARY KEY REFERENCES item(id) ON DELETE CASCADE, \
                sealed INTEGER NOT NULL, bytes BLOB NOT NULL)
                """,
                """
                CREATE TABLE protection (id INTEGER PRIMARY KEY CHECK (id = 1), kind TEXT NOT NULL, salt BLOB NOT NULL, \
                cost INTEGER, block INTEGER, parallel INTEGER, wrapped BLOB NOT NULL)
                """,
            ] + ItemClass.allCases.flatMap { ItemSchema.of($0).creation }
        ])

        /// Brings the database to this version, within the transaction that is open.
        func apply(to connection: Connection, from version: Int64) throws(KeychainError) {
            for (number, step) in steps.enumerated().dropFirst(Int(clamping: version)) {
                for statement in step { try connection.execute(statement) }
                try connection.execute("PRAGMA user_version = \(number + 1)")
            }
        }
    }
#endif
