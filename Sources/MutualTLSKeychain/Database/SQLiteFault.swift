#if os(Linux)
    internal import CMutualTLSSQLite
    import Foundation

    /// What SQLite's result codes mean to those who use a keychain.
    enum SQLiteFault {
        private static let words: [KeychainError.Code: String] = [
            .duplicate: "an item with the same primary key is there already",
            .damaged: "the file is damaged; put a backup in its place",
            .diskFull: "no room is left on the disk; nothing was written",
            .readOnly: "it can't be written to: the file or its folder is read-only",
            .permissions: "this user may not open it", .busy: "another process keeps it to itself",
        ]

        /// Primary and extended codes; an extended one that is not here counts as its primary one.
        private static let codes: [Int32: KeychainError.Code] = [
            SQLITE_CONSTRAINT: .damaged, SQLITE_CONSTRAINT | 8 << 8 /* UNIQUE */: .duplicate,
            SQLITE_CORRUPT: .damaged, SQLITE_NOTADB: .damaged, SQLITE_MISMATCH: .damaged, SQLITE_FORMAT: .damaged,
            // A table that ought to be there, or can't be read as one.
            SQLITE_ERROR: .damaged,
            SQLITE_FULL: .diskFull, SQLITE_IOERR | 19 << 8 /* SHMSIZE */: .diskFull,
            SQLITE_READONLY: .readOnly,
            SQLITE_BUSY: .busy, SQLITE_LOCKED: .busy, SQLITE_PROTOCOL: .busy,
            SQLITE_PERM: .permissions, SQLITE_AUTH: .permissions,
        ]

        /// The error for a call that failed.
        /// - Parameters:
        ///   - result: its extended result code.
        ///   - system: the system's error number; 0 for none.
        static func error(_ result: Int32, _ system: Int32, _ folder: URL) -> KeychainError {
            let primary = result & 0xFF
            let isSystems = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN
            let code =
                codes[result] ?? (isSystems ? KeychainError.Code.system(system, folder) : nil) ?? codes[primary] ?? .io
            var reason = words[code] ?? "the system can't read or write it"
            if code == .io || code == .damaged {
                // SQLite's words for a code are constants, those of a connection may quote an item.
                reason += " (\(String(cString: sqlite3_errstr(result)))"
                reason += isSystems && system != 0 ? ", \(String(cString: strerror(system))))" : ")"
            }
            return KeychainError(code, reason, folder)
        }
    }
#endif
