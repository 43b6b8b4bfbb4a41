#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain

    /// Runs what uses a keychain file, and tells its failures as result codes.
    func faulting<Result>(_ body: () throws -> Result) throws(ItemFault) -> Result {
        do {
            return try body()
        } catch let fault as ItemFault {
            throw fault
        } catch let error as KeychainError {
            throw ItemFault(error)
        } catch {
            throw ItemFault(errSecInternal, reason: "\(error)")
        }
    }

    extension ItemFault {
        /// What a keychain file can't do.
        init(_ error: KeychainError) {
            self.init(statuses[error.code] ?? errSecInternal, reason: error.description)
        }

        /// As an error of the domain of result codes.
        var error: NSError { securityError(status, message) }
    }

    /// Each fault keeps a code of its own.
    private let statuses: [KeychainError.Code: OSStatus] = [
        .duplicate: errSecDuplicateItem, .locked: errSecInteractionNotAllowed, .wrongPassphrase: errSecAuthFailed,
        .damaged: errSecInvalidKeychain, .diskFull: errSecDiskFull, .readOnly: errSecReadOnly,
        .newerVersion: errSecWrongSecVersion, .unavailable: errSecNotAvailable, .permissions: errSecWrPerm,
        .keyFileMissing: errSecDataNotAvailable, .io: errSecIO,
        .busy: errSecOpWr, .notFound: errSecItemNotFound, .unknownAttribute: errSecNoSuchAttr,
    ]
#endif
