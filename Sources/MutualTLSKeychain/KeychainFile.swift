#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// A keychain: a folder with an SQLite database whose keys and passwords are sealed one by one.
    ///
    /// Any number of threads and processes may use the same one. What a ``write(_:)`` has stored when it returns stays, even
    /// if the power is cut.
    package final class KeychainFile: Sendable {
        /// Where it is, without links.
        package let folder: URL
        private let migrations: Migrations
        private let reader: Connection
        /// Made when it is first needed: a folder may be readable only.
        private let writer: LockedBox<Connection?>
        let secrets: Secrets

        /// Opens the keychain in a folder, and makes it where there is none.
        /// - Parameters:
        ///   - folder: made, for its owner alone, where it isn't there.
        ///   - protection: of one that is made. With the passphrase of one that has a passphrase, it is unlocked; without,
        ///     it is locked.
        /// - Throws: `KeychainError`; the file is then as it was.
        package static func open(
            folder: URL, protection: KeychainProtection = .keyFile
        ) throws(KeychainError) -> KeychainFile {
            try open(folder: folder, protection: protection, migrations: .all)
        }

        static func open(
            folder: URL, protection: KeychainProtection, migrations: Migrations
        ) throws(KeychainError) -> KeychainFile {
            let opening = KeychainOpening(
                folder: try KeychainFolder.prepared(folder), protection: protection, migrations: migrations)
            return KeychainFile(opening, try opening.run())
        }

        private init(_ opening: KeychainOpening, _ opened: KeychainOpening.Opened) {
            folder = opening.folder
            migrations = opening.migrations
            reader = opened.reader
            writer = LockedBox(opened.writer)
            secrets = opened.secrets
        }

        /// Whether sealed items can't be opened until ``unlock(passphrase:)``.
        package var isLocked: Bool { secrets.isLocked }

        /// Opens the sealed items for this process.
        /// - Parameter passphrase: UTF-8; not looked at where no passphrase protects it.
        /// - Throws: `KeychainError`: `wrongPassphrase` and others; it is then as locked as it was.
        package func unlock(passphrase: SecretBytes) throws(KeychainError) {
            let wrapped = try faulting(folder) { try read { try WrappedKey(from: $0.connection, folder) } }
            guard let wrapped else { throw secrets.damaged("its protection is missing") }
            secrets.use(try wrapped.opened(passphrase, in: folder))
        }

        /// Forgets what opens the sealed items.
        package func lock() { secrets.lock() }

        /// Protects the keychain by something else from now on. The items stay as they are.
        /// - Throws: `KeychainError`: `locked` and others; it is then protected as before.
        package func changeProtection(_ new: KeychainProtection) throws(KeychainError) {
            // Outside of the transaction: nobody shall wait for a passphrase's derivation, or for a person's answer.
            let key = try faulting(folder) { try read { try secrets.dataKey($0.connection) } }
            let wrapped = try WrappedKey(key, new, in: folder)
            let old = try faulting(folder) {
                try write { transaction in
                    let old = try WrappedKey(from: transaction.connection, folder)
                    try wrapped.store(in: transaction.connection)
                    return old
                }
            }
            secrets.use(key)
            // The old wrapping must not be left where what protected it could open it.
            try writingConnection().checkpoint()
            try old?.forget(for: wrapped, in: folder)
        }

        /// Runs `body` with the items as they are now: writes of others don't show until it has returned. Within
        /// ``write(_:)`` it sees what that has written.
        package func read<Result>(_ body: (KeychainTransaction) throws -> Result) throws -> Result {
            let ownWriter = writer.withLock { $0 }.flatMap { $0.isInUseHere ? $0 : nil }
            return try transaction(ownWriter ?? reader, body)
        }

        /// Runs `body`, and stores all that it did when it returns, or nothing when it throws. One at a time writes, among
        /// all processes; the others wait.
        package func write<Result>(_ body: (KeychainTransaction) throws -> Result) throws -> Result {
            try transaction(writingConnection(), body)
        }

        /// Another number when anything has been written, by this process or another.
        package var changeCounter: Int64 {
            get throws(KeychainError) { try reader.freeNumber("data_version") }
        }

        /// Whether another file, or none, is in the place of the one that is open: then it must be opened anew.
        package var isReplaced: Bool { reader.hasMoved }

        private func transaction<Result>(
            _ connection: Connection, _ body: (KeychainTransaction) throws -> Result
        ) throws -> Result {
            try connection.transaction {
                guard try connection.number("user_version") == migrations.version else {
                    throw KeychainOpening.newerVersion(folder)
                }
                if connection.hasMoved {
                    throw KeychainError(.unavailable, "it was removed or replaced while it was in use", folder)
                }
                return try body(KeychainTransaction(connection: connection, secrets: secrets))
            }
        }

        private func writingConnection() throws(KeychainError) -> Connection {
            try faulting(folder) {
                try writer.withLock { writer in
                    if let writer { return writer }
                    let made = try KeychainOpening.writingConnection(folder)
                    writer = made
                    return made
                }
            }
        }
    }
#endif
