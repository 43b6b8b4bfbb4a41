#if os(Linux)
    import Foundation

    /// A file in the keychain's folder, which must be this user's and closed to others.
    struct OwnFile {
        let path: String
        let folder: URL

        init(_ name: String, in folder: URL) {
            path = folder.appendingPathComponent(name).path
            self.folder = folder
        }

        /// The system's reason, after a call that failed.
        func systemFault(_ operation: String) -> KeychainError {
            let number = errno
            let code = KeychainError.Code.system(number, folder) ?? .io
            return KeychainError(code, "can't \(operation) \(path): \(String(cString: strerror(number)))", folder)
        }

        /// What the system knows of it; nil where it isn't there.
        /// - Throws: `permissions` for a link, for something that is no file, and for what others own, or may do with it.
        /// - Parameter forbidden: what others may not do with it, as bits of a file's mode.
        func status(forbidden: mode_t) throws(KeychainError) -> stat? {
            var status = stat()
            guard lstat(path, &status) == 0 else {
                if errno == ENOENT { return nil }
                throw systemFault("open")
            }
            try check(status, forbidden: forbidden)
            return status
        }

        /// As ``status(forbidden:)``, of a status that is there.
        func check(_ status: stat, forbidden: mode_t) throws(KeychainError) {
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw KeychainError(.permissions, "\(path) is a link or no file; remove it", folder)
            }
            guard status.st_uid == geteuid() else {
                throw KeychainError(.permissions, "\(path) belongs to another user", folder)
            }
            guard status.st_mode & forbidden == 0 else {
                throw KeychainError(.permissions, "\(path) is open to others; run: chmod 600 '\(path)'", folder)
            }
        }

        /// Makes it with this content, unless it is there: then that one stays. It is never there with half of the content.
        func makeIfNeeded(_ content: UnsafeRawBufferPointer) throws(KeychainError) {
            let temporary = path + "." + UUID().uuidString
            let descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw systemFault("make") }
            defer { unlink(temporary) }
            var isWritten = true
            var rest = content[...]
            while isWritten, !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                isWritten = count > 0
                rest = rest.dropFirst(max(0, count))
            }
            isWritten = isWritten && fsync(descriptor) == 0
            let fault = isWritten ? nil : systemFault("write")
            // Before it is known by its name: to close a file drops all locks that the process has on it.
            close(descriptor)
            if let fault { throw fault }
            guard link(temporary, path) == 0 || errno == EEXIST else { throw systemFault("make") }
            synchronizeFolder()
        }

        /// Makes names in the folder survive a power cut.
        func synchronizeFolder() {
            let descriptor = Glibc.open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            fsync(descriptor)
            close(descriptor)
        }
    }
#endif
