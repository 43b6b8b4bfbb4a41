#if os(Linux)
    import Foundation

    /// Why a keychain file can't be used as asked. What was in the file is still in it.
    package struct KeychainError: Error, Sendable {
        /// What kind of fault it is.
        package struct Code: Hashable, Sendable, CustomStringConvertible {
            /// Its name.
            package let description: String
            private init(_ description: String) { self.description = description }

            /// An item with the same primary key is there.
            package static let duplicate = Code("duplicate")
            /// The item was not found.
            package static let notFound = Code("notFound")
            /// The class has no such attribute.
            package static let unknownAttribute = Code("unknownAttribute")
            /// A passphrase is needed, and has not been given since the file was opened or locked.
            package static let locked = Code("locked")
            /// The passphrase opens nothing.
            package static let wrongPassphrase = Code("wrongPassphrase")
            /// The file is no keychain, or was changed from outside.
            package static let damaged = Code("damaged")
            /// No room is left on the disk, or in the user's quota.
            package static let diskFull = Code("diskFull")
            /// The folder can be read only.
            package static let readOnly = Code("readOnly")
            /// The file was written by a newer version of this library.
            package static let newerVersion = Code("newerVersion")
            /// What protects the data key can't be reached; or the file was removed or replaced while it was in use.
            package static let unavailable = Code("unavailable")
            /// The folder or a file in it belongs to somebody else, or is open to others, or is closed to this user.
            package static let permissions = Code("permissions")
            /// The key file that opens the sealed items is not there.
            package static let keyFileMissing = Code("keyFileMissing")
            /// Another process has kept the file to itself for a minute.
            package static let busy = Code("busy")
            /// The system failed to read or write.
            package static let io = Code("io")
        }

        package let code: Code
        /// What happened and what to do, for people. It holds no data of an item.
        package let reason: String
        /// The keychain's folder; nil where the fault is the caller's.
        package let folder: URL?

        init(_ code: Code, _ reason: String, _ folder: URL?) {
            self.code = code
            self.reason = reason
            self.folder = folder
        }
    }

    extension KeychainError.Code {
        /// What an error number of the system means for the keychain in `folder`; nil where it is one of many.
        static func system(_ number: Int32, _ folder: URL) -> KeychainError.Code? {
            switch number {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EROFS: .readOnly
            // Who may look into a folder but not write to it is told so.
            case EACCES, EPERM:
                access(folder.path, R_OK | X_OK) == 0 && access(folder.path, W_OK) != 0 ? .readOnly : .permissions
            case ELOOP: .permissions
            default: nil
            }
        }
    }

    /// Gives what throws nothing but ours its type, and what OpenSSL could not do the keychain's name.
    func faulting<Result>(_ folder: URL, _ body: () throws -> Result) throws(KeychainError) -> Result {
        do {
            return try body()
        } catch let error as KeychainError {
            throw error
        } catch {
            throw KeychainError(.io, "\(error)", folder)
        }
    }

    extension KeychainError: Equatable {
        package static func == (left: KeychainError, right: KeychainError) -> Bool { left.code == right.code }
    }

    extension KeychainError: CustomStringConvertible {
        package var description: String { folder.map { "the keychain in \($0.path): \(reason)" } ?? reason }
    }
#endif
