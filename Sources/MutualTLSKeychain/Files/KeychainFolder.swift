#if os(Linux)
    import Foundation

    /// The folder that holds a keychain.
    package enum KeychainFolder {
        /// That of the user: `$MTLS_KEYCHAIN`, else `$XDG_DATA_HOME/mtls`, else `~/.local/share/mtls`.
        package static var standard: URL {
            if let own = variable("MTLS_KEYCHAIN") { return URL(fileURLWithPath: own, isDirectory: true) }
            // The XDG specification says to ignore a relative one.
            if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
                return URL(fileURLWithPath: data, isDirectory: true).appendingPathComponent("mtls", isDirectory: true)
            }
            let home = variable("HOME").map { URL(fileURLWithPath: $0, isDirectory: true) }
            return (home ?? FileManager.default.homeDirectoryForCurrentUser)
                .appendingPathComponent(".local/share/mtls", isDirectory: true)
        }

        private static func variable(_ name: String) -> String? {
            guard let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else { return nil }
            return text
        }

        /// Makes the folder for its owner alone where it isn't there, and judges one that is.
        /// - Returns: where it really is, without links.
        /// - Throws: `KeychainError`: `permissions` where it belongs to somebody else, or others may write to it; `readOnly`,
        ///   `diskFull` or `io` where it can't be made.
        static func prepared(_ folder: URL) throws(KeychainError) -> URL {
            let path = folder.standardizedFileURL.path
            try make(path, folder)
            guard let real = realpath(path, nil) else {
                throw OwnFile("", in: folder).systemFault("open")
            }
            defer { free(real) }
            let place = URL(fileURLWithPath: String(cString: real), isDirectory: true)
            var status = stat()
            guard stat(real, &status) == 0 else { throw OwnFile("", in: place).systemFault("open") }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw KeychainError(.io, "it is a file, and a keychain is a folder; name another one", folder)
            }
            guard status.st_uid == geteuid() else {
                throw KeychainError(.permissions, "the folder belongs to another user", folder)
            }
            guard status.st_mode & 0o022 == 0 else {
                throw KeychainError(.permissions, "others may write to the folder; run: chmod 700 '\(path)'", folder)
            }
            return place
        }

        /// Makes the folder, and those above it that aren't there, all for their owner alone.
        private static func make(_ path: String, _ folder: URL) throws(KeychainError) {
            if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
            let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
            guard errno == ENOENT, path != "/" else { throw OwnFile("", in: parent).systemFault("make a folder in") }
            try make(parent.path, folder)
            if mkdir(path, 0o700) != 0, errno != EEXIST {
                throw OwnFile("", in: parent).systemFault("make a folder in")
            }
        }
    }
#endif
