#if os(Linux)
    import MutualTLSPKCS12

    /// What keeps the sealed items from those who get hold of the file.
    package enum KeychainProtection: Sendable {
        /// A file beside it that its owner alone can read: for programs that start without anybody there.
        case keyFile
        /// A passphrase, UTF-8, to be given each time that the keychain is opened or unlocked.
        case passphrase(SecretBytes)
        /// The desktop's Secret Service, which the user's log-in unlocks.
        case secretService
    }
#endif
