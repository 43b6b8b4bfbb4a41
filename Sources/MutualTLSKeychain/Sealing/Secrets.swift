#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// Seals and opens items, with the data key once it is there.
    final class Secrets: Sendable {
        private enum Access {
            /// Asked for when it is first needed, so that who only lists items doesn't need it.
            case whenNeeded
            case opened(SecretBytes)
            case locked
        }

        let folder: URL
        private let access = LockedBox(Access.whenNeeded)

        init(_ folder: URL) { self.folder = folder }

        var isLocked: Bool {
            access.withLock { if case .locked = $0 { true } else { false } }
        }

        func lock() { access.withLock { $0 = .locked } }

        /// Uses a data key from now on.
        func use(_ dataKey: SecretBytes) { access.withLock { $0 = .opened(dataKey) } }

        /// The data key.
        func dataKey(_ connection: Connection) throws(KeychainError) -> SecretBytes {
            switch access.withLock({ $0 }) {
            case .opened(let key): return key
            case .locked: throw KeychainError(.locked, "it is locked", folder)
            case .whenNeeded:
                guard let wrapped = try WrappedKey(from: connection, folder) else {
                    throw damaged("its protection is missing")
                }
                let key = try wrapped.opened(nil, in: folder)
                access.withLock { if case .whenNeeded = $0 { $0 = .opened(key) } }
                return key
            }
        }

        /// - Parameter connection: where the data key is read, if it must be.
        func seal(
            _ secret: SecretBytes, of id: UUID, _ itemClass: ItemClass, _ connection: Connection
        ) throws(KeychainError) -> Data {
            let key = try dataKey(connection)
            return try faulting(folder) {
                try SealedBox.seal(secret, key: key, context: Self.context(id, itemClass))
            }
        }

        /// - Throws: `damaged` where the item was changed, or is that of another.
        func open(
            _ box: Data, of id: UUID, _ itemClass: ItemClass, _ connection: Connection
        ) throws(KeychainError) -> SecretBytes {
            let key = try dataKey(connection)
            let secret = try faulting(folder) {
                try SealedBox.open(box, key: key, context: Self.context(id, itemClass))
            }
            guard let secret else { throw damaged("a sealed item is damaged; put a backup in its place") }
            return secret
        }

        func damaged(_ reason: String) -> KeychainError { KeychainError(.damaged, reason, folder) }

        /// So that no sealed item can stand in another's place.
        private static func context(_ id: UUID, _ itemClass: ItemClass) -> Data {
            Data("mtls keychain 1 \(itemClass.rawValue)".utf8) + id.bytes
        }
    }
#endif
