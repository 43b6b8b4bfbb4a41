#if os(Linux)
    import Foundation
    @testable import MutualTLSKeychain
    import MutualTLSPKCS12

    /// A keychain's folder, looked at from outside.
    struct KeychainSnapshot: Equatable {
        /// The files' content by their names, without the index that SQLite makes anew.
        let files: [String: Data]

        init(_ folder: URL) throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                !$0.hasSuffix("-shm")
            }
            files = try Dictionary(
                uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
        }

        /// Whether the bytes are in any file.
        func contains(_ bytes: Data) -> Bool { files.values.contains { $0.range(of: bytes) != nil } }
    }

    extension KeychainFile {
        /// Stores a password, and returns what it is called.
        @discardableResult
        func store(_ account: String, _ secret: String = "secret") throws -> UUID {
            try write {
                try $0.insert(.genericPassword, ["acct": .text(account)], .sealed(SecretBytes(utf8: secret)))
            }
        }

        /// The password of an account; nil where there is none.
        func password(_ account: String) throws -> String? {
            try read { items in
                guard
                    let row = try items.find(.genericPassword, where: ["acct": .text(account)], limit: 1).first,
                    case .sealed(let secret)? = try items.payload(of: row.id)
                else { return nil }
                return secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            }
        }

        /// The accounts that have a password, in the order of their storing.
        var accounts: [String] {
            get throws {
                try read { try $0.find(.genericPassword, where: [:], limit: nil) }.compactMap {
                    if case .text(let account)? = $0.attributes["acct"] { account } else { nil }
                }
            }
        }
    }

    /// Changes the database of a keychain as no keychain would.
    func tamper(_ folder: URL, _ statements: String...) throws {
        let connection = try Connection(
            folder.appendingPathComponent("keychain.sqlite").path, .writing, folder: folder)
        for statement in statements { try connection.execute(statement) }
        // Into the file itself.
        try connection.checkpoint()
    }

    /// What SQLite says of the database's soundness: "ok".
    func integrity(_ folder: URL) throws -> [[ItemValue?]] {
        let connection = try Connection(
            folder.appendingPathComponent("keychain.sqlite").path, .writing, folder: folder)
        return try connection.transaction { try connection.run("PRAGMA integrity_check") }
    }
#endif
