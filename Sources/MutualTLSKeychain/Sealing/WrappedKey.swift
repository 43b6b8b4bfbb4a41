#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// The data key as the file holds it: sealed under a key that something outside of the file gives.
    struct WrappedKey: Sendable {
        /// What gives the key.
        enum Kind: String {
            case keyFile = "key file"
            case passphrase
            case secretService = "secret service"
        }

        let kind: Kind
        /// Of a passphrase; with the Secret Service, the keychain's name there.
        private let salt: Data
        /// Of a passphrase.
        private let scrypt: Scrypt?
        private let box: Data

        /// Wraps a data key.
        /// - Throws: `KeychainError` where what shall protect it isn't to be had.
        init(_ dataKey: SecretBytes, _ protection: KeychainProtection, in folder: URL) throws(KeychainError) {
            (kind, scrypt) =
                switch protection {
                case .keyFile: (.keyFile, nil)
                case .passphrase: (.passphrase, .standard)
                case .secretService: (.secretService, nil)
                }
            let salt = try faulting(folder) { try RandomBytes.open(16) }
            let key: SecretBytes
            switch protection {
            case .keyFile: key = try KeyFile(folder).makeIfNeeded()
            case .passphrase(let passphrase):
                key = try faulting(folder) {
                    try Scrypt.standard.key(passphrase, salt: salt, count: SealedBox.keySize)
                }
            case .secretService:
                key = try faulting(folder) { try RandomBytes.secret(SealedBox.keySize) }
                try SecretService(salt.hex, folder: folder).store(key)
            }
            self.salt = salt
            let context = Self.context(kind)
            box = try faulting(folder) {
                try SealedBox.seal(dataKey, key: key, context: context)
            }
        }

        /// Unwraps the data key.
        /// - Parameter passphrase: nil where none has been given.
        /// - Throws: `KeychainError`.
        func opened(_ passphrase: SecretBytes?, in folder: URL) throws(KeychainError) -> SecretBytes {
            let key: SecretBytes
            switch kind {
            case .keyFile: key = try KeyFile(folder).read()
            case .passphrase:
                guard let passphrase else { throw KeychainError(.locked, "it is locked; give its passphrase", folder) }
                guard let scrypt, scrypt.isSensible else {
                    throw KeychainError(.damaged, "the parameters of its passphrase are damaged", folder)
                }
                key = try faulting(folder) {
                    try scrypt.key(passphrase, salt: salt, count: SealedBox.keySize)
                }
            case .secretService: key = try SecretService(salt.hex, folder: folder).key()
            }
            let dataKey = try faulting(folder) {
                try SealedBox.open(box, key: key, context: Self.context(kind))
            }
            if let dataKey, dataKey.count == SealedBox.keySize { return dataKey }
            switch kind {
            case .passphrase: throw KeychainError(.wrongPassphrase, "the passphrase is wrong", folder)
            case .keyFile:
                throw KeychainError(
                    .damaged, "its key file is that of another keychain, or damaged; put the right one in its place",
                    folder)
            case .secretService: throw KeychainError(.damaged, "the Secret Service holds another key", folder)
            }
        }

        /// Removes from outside of the file what opened it, once the file is protected by `new`.
        func forget(for new: WrappedKey, in folder: URL) throws(KeychainError) {
            switch kind {
            case .keyFile: if new.kind != .keyFile { KeyFile(folder).remove() }
            case .passphrase: break
            case .secretService: try SecretService(salt.hex, folder: folder).remove()
            }
        }

        private static func context(_ kind: Kind) -> Data { Data("mtls keychain 1 data key \(kind.rawValue)".utf8) }
    }

    extension WrappedKey {
        /// The wrapped key of a file; nil in one that is being made.
        init?(from connection: Connection, _ folder: URL) throws(KeychainError) {
            let rows = try connection.run("SELECT kind, salt, cost, block, parallel, wrapped FROM protection")
            guard let row = rows.first else { return nil }
            guard case .text(let name)? = row[0], let kind = Kind(rawValue: name), case .data(let salt)? = row[1],
                case .data(let box)? = row[5]
            else { throw KeychainError(.damaged, "its protection is damaged", folder) }
            (self.kind, self.salt, self.box) = (kind, salt, box)
            if case .number(let cost)? = row[2], case .number(let block)? = row[3], case .number(let parallel)? = row[4]
            {
                scrypt = Scrypt(
                    cost: Int(clamping: cost), blockSize: Int(clamping: block), parallelization: Int(clamping: parallel)
                )
            } else {
                scrypt = nil
            }
        }

        /// Writes it in the place of the one that was there.
        func store(in connection: Connection) throws(KeychainError) {
            func number(_ value: Int?) -> ItemValue? { value.map { .number(Int64($0)) } }
            try connection.run(
                "INSERT OR REPLACE INTO protection VALUES (1, ?, ?, ?, ?, ?, ?)",
                [
                    .text(kind.rawValue), .data(salt), number(scrypt?.cost), number(scrypt?.blockSize),
                    number(scrypt?.parallelization), .data(box),
                ])
        }
    }
#endif
