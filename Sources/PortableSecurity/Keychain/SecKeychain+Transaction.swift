#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSPKCS12

    extension SecKeychain {
        /// The default keychain of the process.
        package static var current: SecKeychain { standard }

        /// The keychain in a folder, which is made when something is first stored.
        package static func at(_ folder: URL) -> SecKeychain { SecKeychain(folder, isMadeWhenNeeded: true) }

        /// Its folder.
        package var path: String { folder.path }

        /// Runs calls of `SecItem...` functions on this keychain, on this thread, as one: all of it is stored when `body` returns,
        /// nothing when it throws, and no other process or thread writes in between. The keychain is made where it may be.
        /// - Throws: what `body` throws; else an `NSError` with a result code.
        package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
            let file: KeychainFile
            do throws(ItemFault) { file = try created() } catch { throw error.error }
            return try telling { try file.write { _ in try body() } }
        }

        /// As ``transaction(_:)``, for calls that only read: all see the same moment. A keychain that isn't there is not made.
        package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
            let file: KeychainFile?
            do throws(ItemFault) { file = try existing() } catch { throw error.error }
            guard let file else { return try body() }
            return try telling { try file.read { _ in try body() } }
        }

        /// Whether what is sealed in it can't be opened until it is unlocked; false where it isn't there.
        package var isLocked: Bool {
            get throws {
                do throws(ItemFault) { return try existing()?.isLocked ?? false } catch { throw error.error }
            }
        }

        /// Whether it is there.
        package var exists: Bool { isThere }

        /// Unlocks it for the whole process.
        /// - Throws: an `NSError` with a result code: `errSecAuthFailed` for a wrong passphrase.
        package func unlock(_ passphrase: SecretBytes) throws {
            let file: KeychainFile?
            do throws(ItemFault) { file = try existing() } catch { throw error.error }
            try telling { try file?.unlock(passphrase: passphrase) }
        }

        /// Protects it by something else from now on; one that isn't there is made.
        /// - Throws: an `NSError` with a result code: `errSecInteractionNotAllowed` while it is locked. It is then protected as
        ///   before.
        package func protect(by protection: KeychainProtection) throws {
            do throws(ItemFault) {
                if !isThere { return try make(protection) }
            } catch {
                // Somebody else was quicker.
                guard error.status == errSecDuplicateKeychain else { throw error.error }
            }
            let file: KeychainFile
            do throws(ItemFault) { file = try created() } catch { throw error.error }
            try telling { try file.changeProtection(protection) }
        }

        /// Another number when anything in it was written, by whichever process; 0 where it isn't there.
        package var revision: Int64 {
            get throws {
                let file: KeychainFile?
                do throws(ItemFault) { file = try existing() } catch { throw error.error }
                return try telling { try file?.changeCounter ?? 0 }
            }
        }

        /// Calls `changed` when anything in it was written, by whichever process, until the object that comes back is freed.
        package func watch(_ changed: @escaping @Sendable () -> Void) throws -> any Sendable {
            try telling { try FolderWatch(folder, changed: changed) }
        }

        private func telling<Result>(_ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch let error as KeychainError {
                throw ItemFault(error).error
            }
        }
    }
#endif
