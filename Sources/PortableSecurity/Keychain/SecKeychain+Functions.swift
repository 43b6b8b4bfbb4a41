#if !canImport(Security)
    import Foundation
    import MutualTLSKeychain
    import MutualTLSPKCS12

    /// Who may use an item, on macOS. There is no value of it here.
    public enum SecAccess: Sendable {}

    /// The number of `SecKeychain` for `CFGetTypeID(_:)`.
    public func SecKeychainGetTypeID() -> CFTypeID { SecKeychain.typeID }

    /// A keychain that exists, or may exist: to use one that doesn't fails with `errSecNoSuchKeychain`.
    /// - Parameters:
    ///   - pathName: its folder.
    ///   - keychain: receives it.
    @discardableResult
    public func SecKeychainOpen(
        _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
    ) -> OSStatus {
        keychain.pointee = SecKeychain(URL(fileURLWithPath: String(cString: pathName)), isMadeWhenNeeded: false)
        return errSecSuccess
    }

    /// Makes a keychain.
    /// - Parameters:
    ///   - pathName: its folder, which is made with permissions for its owner alone.
    ///   - passwordLength: how many bytes `password` has. With 0 a key file in the folder takes the password's place.
    ///   - password: the passphrase that unlocks it. It is unlocked to begin with.
    ///   - promptUser: false; with true, `errSecInteractionNotAllowed`.
    ///   - initialAccess: nil.
    ///   - keychain: receives it.
    /// - Returns: `errSecDuplicateKeychain` where there is one; and the codes of a folder that can't be used.
    @discardableResult
    public func SecKeychainCreate(
        _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ promptUser: Bool,
        _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>
    ) -> OSStatus {
        status { () throws(ItemFault) in
            if promptUser { throw ItemFault(errSecInteractionNotAllowed) }
            let made = SecKeychain(URL(fileURLWithPath: String(cString: pathName)), isMadeWhenNeeded: false)
            try made.make(secret(passwordLength, password).map(KeychainProtection.passphrase) ?? .keyFile)
            keychain.pointee = made
        }
    }

    /// Unlocks a keychain for the whole process.
    /// - Parameters:
    ///   - keychain: nil for the default one.
    ///   - passwordLength: how many bytes `password` has.
    ///   - password: the passphrase.
    ///   - usePassword: true; with false a person would have to be asked.
    /// - Returns: `errSecAuthFailed` for a wrong passphrase; `errSecInteractionNotAllowed` where one is needed and none is given.
    @discardableResult
    public func SecKeychainUnlock(
        _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ usePassword: Bool
    ) -> OSStatus {
        status { () throws(ItemFault) in
            guard let file = try (keychain ?? .standard).existing() else { throw ItemFault(errSecNoSuchKeychain) }
            guard file.isLocked else { return }
            let secret = usePassword ? secret(passwordLength, password) : nil
            do throws(ItemFault) {
                // Where a key file opens it, no passphrase is looked at.
                try faulting { try file.unlock(passphrase: secret ?? SecretBytes([])) }
            } catch {
                throw secret == nil && error.status == errSecAuthFailed ? ItemFault(errSecInteractionNotAllowed) : error
            }
        }
    }

    /// Locks a keychain for the whole process, so that nothing sealed comes out of it; one that a key file opens needs no
    /// passphrase to be unlocked. Keys that were used stay with those who hold them.
    /// - Parameter keychain: nil for the default one.
    @discardableResult
    public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus {
        status { () throws(ItemFault) in
            guard let file = try (keychain ?? .standard).existing() else { throw ItemFault(errSecNoSuchKeychain) }
            file.lock()
        }
    }

    /// The keychain that is used where none is named: in the folder of the environment variable `MTLS_KEYCHAIN`, else
    /// `$XDG_DATA_HOME/mtls`, else `~/.local/share/mtls`. It is made when something is first stored.
    /// - Parameter keychain: receives it.
    @discardableResult
    public func SecKeychainCopyDefault(_ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus {
        keychain.pointee = .standard
        return errSecSuccess
    }

    /// Sets the keychain that this process uses where none is named.
    /// - Parameter keychain: nil for that of the environment again.
    @discardableResult
    public func SecKeychainSetDefault(_ keychain: SecKeychain?) -> OSStatus {
        SecKeychain.setStandard(keychain)
        return errSecSuccess
    }

    /// The folder of a keychain.
    /// - Parameters:
    ///   - keychain: nil for the default one.
    ///   - ioPathLength: how many bytes `pathName` has room for; receives how many the path has, without the NUL behind it.
    ///   - pathName: receives the path and a NUL.
    /// - Returns: `errSecBufferTooSmall` where it has no room; `ioPathLength` then tells how much is needed.
    @discardableResult
    public func SecKeychainGetPath(
        _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>, _ pathName: UnsafeMutablePointer<CChar>
    ) -> OSStatus {
        let path = [UInt8]((keychain ?? .standard).folder.path.utf8)
        let room = Int(ioPathLength.pointee)
        ioPathLength.pointee = UInt32(clamping: path.count)
        guard path.count < room else { return errSecBufferTooSmall }
        for (index, byte) in (path + [0]).enumerated() { pathName[index] = CChar(bitPattern: byte) }
        return errSecSuccess
    }

    /// The bytes that a caller points to; nil where there are none.
    private func secret(_ length: UInt32, _ bytes: UnsafeRawPointer?) -> SecretBytes? {
        guard length > 0, let bytes else { return nil }
        return SecretBytes(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
    }
#endif
