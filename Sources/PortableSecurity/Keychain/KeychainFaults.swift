#if !canImport(Security)
    import MutualTLSKeychain

    /// Runs what uses a keychain file, and tells its failures as result codes.
    func faulting<Result>(_ body: () throws -> Result) throws(ItemFault) -> Result {
        do {
            return try body()
        } catch let fault as ItemFault {
            throw fault
        } catch let error as KeychainError {
            throw ItemFault(statuses[error.code] ?? errSecInternal)
        } catch {
            throw ItemFault(errSecInternal)
        }
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
