#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// A private key that lies in a keychain, and is taken out when it is first used.
    package final class StoredKey: Sendable {
        private let keychain: KeychainFile
        /// The item.
        let id: UUID
        private let encodedPublicKey: Data?
        private let opened = LockedBox<PrivateKey?>(nil)

        init(_ keychain: KeychainFile, _ row: ItemRow) {
            self.keychain = keychain
            id = row.id
            encodedPublicKey = row.attributes[ItemRecord.publicKey]?.data
        }

        /// The public half, for which nothing has to be opened.
        var publicKey: PublicKey? {
            if let encodedPublicKey { return try? PublicKey(spki: encodedPublicKey) }
            return try? open().publicKey()
        }

        /// The key. Opened once; who holds it keeps it, even when the keychain is locked later.
        func open() throws(ItemFault) -> PrivateKey {
            if let key = opened.withLock({ $0 }) { return key }
            // Outside the lock: it waits for the file.
            let payload = try faulting { try keychain.read { try $0.payload(of: id) } }
            let key = try Self.key(payload)
            opened.withLock { $0 = key }
            return key
        }

        /// The key in an item's data.
        static func key(_ payload: Payload?) throws(ItemFault) -> PrivateKey {
            switch payload {
            case .sealed(let secret):
                let encoded = secret.withUnsafeBytes { bytes in
                    WipingData.make(capacity: bytes.count) { buffer in
                        buffer.copyMemory(from: bytes)
                        return bytes.count
                    }
                }
                guard let key = try? PrivateKey(der: encoded) else { throw ItemFault(errSecDecode) }
                return key
            // A key of a token's: its reference lies open.
            case .open: throw ItemFault(errSecUnimplemented)
            case nil: throw ItemFault(errSecInvalidItemRef)
            }
        }
    }

    extension ItemValue {
        var data: Data? { if case .data(let data) = self { data } else { nil } }
        var text: String? { if case .text(let text) = self { text } else { nil } }
        var number: Int64? { if case .number(let number) = self { number } else { nil } }
    }
#endif
