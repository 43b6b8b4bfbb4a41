#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// How a keychain is found or made.
    struct KeychainOpening {
        /// Where it is, without links.
        let folder: URL
        let protection: KeychainProtection
        let migrations: Migrations

        /// What is there when it is open.
        struct Opened {
            let reader: Connection
            var writer: Connection?
            let secrets: Secrets
        }

        private static func database(_ folder: URL) -> OwnFile { OwnFile("keychain.sqlite", in: folder) }

        func run() throws(KeychainError) -> Opened {
            let file = Self.database(folder)
            if try file.status(forbidden: 0o022) == nil {
                // Empty: SQLite makes a database of it. By itself it would make it readable for others.
                try file.makeIfNeeded(UnsafeRawBufferPointer(start: nil, count: 0))
            }
            // Through a connection that can't write, so that a file of another version or program stays as it is.
            let reader = try Connection(file.path, .reading, folder: folder)
            var opened = Opened(reader: reader, secrets: Secrets(folder))
            if try version(reader) < migrations.version {
                let writer = try Self.writingConnection(folder)
                try migrate(writer, opened.secrets)
                opened.writer = writer
            }
            try unlock(opened)
            return opened
        }

        static func writingConnection(_ folder: URL) throws(KeychainError) -> Connection {
            let connection = try Connection(database(folder).path, .writing, folder: folder)
            try connection.prepareForWriting()
            return connection
        }

        static func newerVersion(_ folder: URL) -> KeychainError {
            KeychainError(.newerVersion, "it was written by a newer version of this program; use that one", folder)
        }

        /// The version of the database: 0 for one that is still to be made.
        private func version(_ connection: Connection) throws(KeychainError) -> Int64 {
            let application = try connection.number("application_id")
            let version = try connection.number("user_version")
            guard application == Migrations.applicationID || (application, version) == (0, 0) else {
                throw KeychainError(.damaged, "keychain.sqlite is another program's file", folder)
            }
            if version > migrations.version { throw Self.newerVersion(folder) }
            return version
        }

        /// Makes the tables and the data key, or brings them to this version. Of several processes that do it at once one
        /// does, and the others find it done.
        private func migrate(_ connection: Connection, _ secrets: Secrets) throws(KeychainError) {
            try faulting(folder) {
                try connection.transaction {
                    try migrations.apply(to: connection, from: try version(connection))
                    if try WrappedKey(from: connection, folder) != nil { return }
                    let key = try faulting(folder) {
                        try RandomBytes.secret(SealedBox.keySize)
                    }
                    try WrappedKey(key, protection, in: folder).store(in: connection)
                    secrets.use(key)
                }
            }
        }

        private func unlock(_ opened: Opened) throws(KeychainError) {
            let wrapped = try faulting(folder) {
                try opened.reader.transaction { try WrappedKey(from: opened.reader, folder) }
            }
            guard let wrapped else { throw opened.secrets.damaged("its protection is missing") }
            guard wrapped.kind == .passphrase else { return }
            if case .passphrase(let passphrase) = protection {
                opened.secrets.use(try wrapped.opened(passphrase, in: folder))
            } else {
                opened.secrets.lock()
            }
        }
    }
#endif
