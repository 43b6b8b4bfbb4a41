#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// `keychain.key`: 32 random bytes that open the data key. Whoever can read it can read the keychain.
    struct KeyFile {
        private let file: OwnFile

        /// That of the keychain in `folder`.
        init(_ folder: URL) { file = OwnFile("keychain.key", in: folder) }

        /// The key; made, where there is none.
        func makeIfNeeded() throws(KeychainError) -> SecretBytes {
            if try file.status(forbidden: 0o077) == nil {
                let key = try faulting(file.folder) {
                    try RandomBytes.secret(SealedBox.keySize)
                }
                try faulting(file.folder) { try key.withUnsafeBytes { try file.makeIfNeeded($0) } }
            }
            return try read()
        }

        /// The key.
        /// - Throws: `KeychainError`: `keyFileMissing`; `permissions`; `damaged` where it has another size.
        func read() throws(KeychainError) -> SecretBytes {
            let descriptor = Glibc.open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else {
                guard errno == ENOENT else { throw file.systemFault("read") }
                throw KeychainError(
                    .keyFileMissing,
                    "its key file \(file.path) is missing; without it no key and no password can be opened", file.folder
                )
            }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw file.systemFault("read") }
            try file.check(status, forbidden: 0o077)
            let key = try WipingData.make(capacity: SealedBox.keySize + 1) { buffer throws(KeychainError) in
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                guard count >= 0 else { throw file.systemFault("read") }
                return count
            }
            guard key.count == SealedBox.keySize else {
                throw KeychainError(
                    .damaged, "its key file \(file.path) is damaged; put a backup in its place", file.folder)
            }
            return SecretBytes(key)
        }

        /// Removes it, where it is.
        func remove() {
            unlink(file.path)
            file.synchronizeFolder()
        }
    }
#endif
