#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// The desktop's keyring, which freedesktop.org's Secret Service API gives programs; it holds the key of one keychain.
    struct SecretService {
        private let folder: URL
        /// What the keychain is called there.
        private let name: String
        private let library: LibSecret

        /// - Parameter name: hexadecimal.
        /// - Throws: `unavailable` where libsecret isn't installed.
        init(_ name: String, folder: URL) throws(KeychainError) {
            guard let library = LibSecret.shared else {
                throw KeychainError(
                    .unavailable, "the Secret Service needs libsecret (Debian: apt-get install libsecret-1-0)", folder)
            }
            (self.folder, self.name, self.library) = (folder, name, library)
        }

        /// Has the service keep a key in the user's default collection.
        func store(_ key: SecretBytes) throws(KeychainError) {
            let digits = hexadecimal(key)
            try attempt { attributes, failure in
                digits.withCString { digits in
                    library.store(
                        nil, attributes, nil, "mtls keychain in \(folder.path)", digits, nil, failure) != 0
                }
            }
        }

        /// The key that the service keeps. The user may be asked to unlock it.
        /// - Throws: `unavailable` where it isn't there.
        func key() throws(KeychainError) -> SecretBytes {
            var found: SecretBytes?
            try attempt { attributes, failure in
                guard let digits = library.lookup(nil, attributes, nil, failure) else { return true }
                // It overwrites the text.
                defer { library.free(digits) }
                found = Self.bytes(digits.assumingMemoryBound(to: CChar.self))
                return true
            }
            if let found { return found }
            throw KeychainError(
                .unavailable, "the Secret Service is locked, or doesn't hold the key of this keychain", folder)
        }

        /// Has the service forget the key.
        func remove() throws(KeychainError) {
            try attempt { attributes, failure in
                _ = library.clear(nil, attributes, nil, failure)
                return true
            }
        }

        /// Calls the service with the attributes by which it finds the key.
        private func attempt(
            _ body: (LibSecret.Pointer, LibSecret.Failure) -> Bool
        ) throws(KeychainError) {
            let isDone = "application".withCString { applicationName in
                "swift-mutual-tls".withCString { application in
                    "keychain".withCString { keychainName in
                        name.withCString { keychain in
                            library.withTable([applicationName: application, keychainName: keychain], body)
                        }
                    }
                }
            }
            if case .failure(let words) = isDone {
                throw KeychainError(.unavailable, "the Secret Service can't be used: \(words.text)", folder)
            }
        }

        private func hexadecimal(_ key: SecretBytes) -> SecretBytes {
            let digits = Array("0123456789abcdef".utf8)
            let text = WipingData.make(capacity: key.count * 2) { (output) throws(Never) -> Int in
                key.withUnsafeBytes { key in
                    for (index, byte) in key.enumerated() {
                        output[2 * index] = digits[Int(byte >> 4)]
                        output[2 * index + 1] = digits[Int(byte & 15)]
                    }
                }
                return key.count * 2
            }
            return SecretBytes(text)
        }

        /// nil where it is no key in hexadecimal.
        private static func bytes(_ digits: UnsafePointer<CChar>) -> SecretBytes? {
            guard strlen(digits) == 2 * SealedBox.keySize else { return nil }
            var isHexadecimal = true
            let key = WipingData.make(capacity: SealedBox.keySize) { (output) throws(Never) -> Int in
                for index in 0..<2 * SealedBox.keySize {
                    let digit = Character(Unicode.Scalar(UInt8(bitPattern: digits[index]))).hexDigitValue
                    isHexadecimal = isHexadecimal && digit != nil
                    output[index / 2] = output[index / 2] << 4 | UInt8(digit ?? 0)
                }
                return SealedBox.keySize
            }
            return isHexadecimal ? SecretBytes(key) : nil
        }
    }
#endif
