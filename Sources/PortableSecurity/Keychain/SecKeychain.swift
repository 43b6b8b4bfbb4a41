#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// A keychain: a folder with the file that holds the items. macOS's name; iOS has one keychain and no name for it.
    public final class SecKeychain: Sendable, SecurityObject {
        static let typeID: CFTypeID = 0x5306

        /// The folder.
        let folder: URL
        /// Whether it is made when it is first written to.
        private let isMadeWhenNeeded: Bool

        init(_ folder: URL, isMadeWhenNeeded: Bool) {
            self.folder = URL(fileURLWithPath: folder.standardizedFileURL.path, isDirectory: true)
            self.isMadeWhenNeeded = isMadeWhenNeeded
        }

        /// The process's default keychain: the one that was set, else that of the environment.
        static var standard: SecKeychain {
            chosen.withLock { $0 } ?? SecKeychain(KeychainFolder.standard, isMadeWhenNeeded: true)
        }

        private static let chosen = LockedBox<SecKeychain?>(nil)
        /// One for each folder, so that to unlock a keychain unlocks it for the whole process.
        private static let files = LockedBox<[String: KeychainFile]>([:])

        /// Makes it the default one; nil goes back to that of the environment.
        static func setStandard(_ keychain: SecKeychain?) { chosen.withLock { $0 = keychain } }

        var isThere: Bool {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent("keychain.sqlite").path)
        }

        private var isFile: Bool {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) && !isFolder.boolValue
        }

        /// The file, where there is one.
        /// - Throws: `errSecNoSuchKeychain` for one that was named and isn't there.
        func existing() throws(ItemFault) -> KeychainFile? {
            // A file in the folder's place is told as what it is, and not as a keychain that is still to be made.
            if isThere || isFile { return try open(.keyFile) }
            if isMadeWhenNeeded { return nil }
            throw ItemFault(errSecNoSuchKeychain)
        }

        /// The file, made where it may be.
        func created() throws(ItemFault) -> KeychainFile {
            guard isThere || isMadeWhenNeeded else { throw ItemFault(errSecNoSuchKeychain) }
            return try open(.keyFile)
        }

        /// Makes the file.
        func make(_ protection: KeychainProtection) throws(ItemFault) {
            if isThere { throw ItemFault(errSecDuplicateKeychain) }
            _ = try open(protection)
        }

        private func open(_ protection: KeychainProtection) throws(ItemFault) -> KeychainFile {
            try faulting {
                try Self.files.withLock { files in
                    // One that was removed, or made anew, is another keychain.
                    if isThere, let file = files[folder.path], !file.isReplaced { return file }
                    let file = try KeychainFile.open(folder: folder, protection: protection)
                    files[folder.path] = file
                    return file
                }
            }
        }
    }

    extension SecKeychain: Hashable, CustomStringConvertible {
        /// Whether both are the same folder.
        public static func == (left: SecKeychain, right: SecKeychain) -> Bool { left.folder.path == right.folder.path }
        /// Hashes the folder.
        public func hash(into hasher: inout Hasher) { hasher.combine(folder.path) }
        /// The folder.
        public var description: String { "<SecKeychain \(folder.path)>" }
    }
#endif
