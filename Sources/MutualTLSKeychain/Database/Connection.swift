#if os(Linux)
    internal import CMutualTLSSQLite
    import Foundation

    /// A connection to the database, the statements prepared on it, and the lock that makes it one thread's at a time.
    // @unchecked: what changes is touched only by who holds `lock`, or by the one who has just made it.
    final class Connection: @unchecked Sendable {
        /// What a connection may do.
        enum Mode {
            case reading
            case writing
        }

        private let handle: OpaquePointer
        private let folder: URL
        private let mode: Mode
        /// Recursive, so that who is in a transaction may begin another, which is then a part of the first.
        private let lock = NSRecursiveLock()
        /// How many transactions are begun, one in another.
        private var depth = 0
        private var statements: [String: Statement] = [:]

        /// More shapes of queries than programs have; their number must have an end all the same.
        private static let statementLimit = 200
        /// How long others may keep the file to themselves.
        private static let patience: Int32 = 60_000

        /// Opens the file, which must be there.
        init(_ path: String, _ mode: Mode, folder: URL) throws(KeychainError) {
            var made: OpaquePointer?
            let flags = mode == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
            // SQLite's own mutexes are not needed: `lock` is there.
            let result = sqlite3_open_v2(
                path, &made, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE, nil)
            guard result == SQLITE_OK, let made else {
                let error = SQLiteFault.error(result, made.map { sqlite3_system_errno($0) } ?? 0, folder)
                sqlite3_close_v2(made)
                throw error
            }
            (handle, self.folder, self.mode) = (made, folder, mode)
            sqlite3_busy_timeout(made, Self.patience)
            // Nothing in a file that was changed from outside may call functions; pages are checked before they are used.
            for pragma in ["trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON"] {
                try execute("PRAGMA \(pragma)")
            }
        }

        deinit {
            statements.removeAll()
            sqlite3_close_v2(handle)
        }

        /// Makes it ready for writing to a file that is known to be ours, or new.
        func prepareForWriting() throws(KeychainError) {
            // The files beside it stay, so that it can be read where the folder is read-only.
            var isKept: Int32 = 1
            sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
            try patiently { () throws(KeychainError) in try execute("PRAGMA journal_mode = WAL") }
            // FULL: what is reported as stored survives a power cut. secure_delete: what is removed is overwritten.
            for pragma in ["synchronous = FULL", "secure_delete = ON", "journal_size_limit = 0"] {
                try execute("PRAGMA \(pragma)")
            }
        }

        /// Whether the calling thread is in a transaction on this connection.
        var isInUseHere: Bool {
            // Another thread's lock can't be had; and then it isn't ours.
            guard lock.try() else { return false }
            defer { lock.unlock() }
            return depth > 0
        }

        /// Runs `body` in a transaction that ends with it: stored when it returns, undone when it throws. Within another
        /// transaction of the same thread it is a part of that.
        func transaction<Result>(_ body: () throws -> Result) throws -> Result {
            lock.lock()
            defer { lock.unlock() }
            depth += 1
            defer { depth -= 1 }
            if depth > 1 { return try savepoint(body) }
            try begin()
            do {
                let result = try body()
                try run("COMMIT")
                return result
            } catch {
                // Some faults have ended it already.
                if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
                throw error
            }
        }

        /// Runs `body` so that all it did is undone when it throws, and no more than that.
        func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
            try run("SAVEPOINT part")
            do {
                let result = try body()
                try run("RELEASE part")
                return result
            } catch {
                if sqlite3_get_autocommit(handle) == 0 {
                    _ = try? run("ROLLBACK TO part")
                    _ = try? run("RELEASE part")
                }
                throw error
            }
        }

        private func begin() throws(KeychainError) {
            try patiently { () throws(KeychainError) in
                if mode == .writing { try execute("BEGIN IMMEDIATE") } else { try execute("BEGIN") }
            }
        }

        /// SQLite waits for others by itself, but for those that mend the file after a crash or leave it as the last.
        private func patiently(_ body: () throws(KeychainError) -> Void) throws(KeychainError) {
            let start = ContinuousClock.now
            while true {
                do {
                    return try body()
                } catch {
                    guard error.code == .busy, ContinuousClock.now - start < .milliseconds(Int(Self.patience)) else {
                        throw error
                    }
                    usleep(5_000)
                }
            }
        }

        /// The rows of a statement within the transaction. Call it in ``transaction(_:)`` only.
        @discardableResult
        func run(_ sql: String, _ values: [ItemValue?] = []) throws(KeychainError) -> [[ItemValue?]] {
            // A fault such as a full disk may have ended the transaction. What would follow must not be stored by itself.
            guard sqlite3_get_autocommit(handle) == 0 else {
                throw KeychainError(.io, "an earlier fault has ended the transaction", folder)
            }
            return try rows(sql, values)
        }

        /// Runs a statement outside of transactions, or begins one.
        func execute(_ sql: String) throws(KeychainError) { _ = try rows(sql, []) }

        /// The number that a pragma tells.
        func number(_ pragma: String) throws(KeychainError) -> Int64 {
            guard case .number(let number)?? = try rows("PRAGMA \(pragma)", []).first?.first else { return 0 }
            return number
        }

        /// As ``number(_:)``, where no transaction needs to be open.
        func freeNumber(_ pragma: String) throws(KeychainError) -> Int64 {
            lock.lock()
            defer { lock.unlock() }
            return try number(pragma)
        }

        /// Brings all that was written into the file itself, and what was overwritten out of the log beside it.
        func checkpoint() throws(KeychainError) {
            lock.lock()
            defer { lock.unlock() }
            try execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }

        /// Whether the file at the path is another one by now, or none.
        var hasMoved: Bool {
            var moved: Int32 = 0
            return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
        }

        private func rows(_ sql: String, _ values: [ItemValue?]) throws(KeychainError) -> [[ItemValue?]] {
            do throws(Statement.Failure) {
                if let statement = statements[sql] { return try statement.rows(values) }
                let statement = try Statement(sql, on: handle)
                if statements.count >= Self.statementLimit { statements.removeAll() }
                statements[sql] = statement
                return try statement.rows(values)
            } catch {
                let system = sqlite3_system_errno(handle)
                throw SQLiteFault.error(error.code, system == 0 ? error.system : system, folder)
            }
        }
    }
#endif
