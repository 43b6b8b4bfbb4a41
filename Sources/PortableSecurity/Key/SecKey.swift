#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// A public or a private key.
    public final class SecKey: Sendable, SecurityObject {
        static let typeID: CFTypeID = 0x5301

        /// Which half it is.
        package enum Material: Sendable {
            /// A private key, with its public half.
            case privateKey(PrivateKey)
            /// A public key.
            case publicKey(PublicKey)
            /// A private key in a keychain, which is opened when it is first used.
            case stored(StoredKey)
        }

        /// The key itself.
        package let material: Material

        /// Over any private key that OpenSSL reads; RSA and elliptic curve keys can do more than others.
        package init(_ key: PrivateKey) { material = .privateKey(key) }
        /// Over any public key that OpenSSL reads.
        package init(_ key: PublicKey) { material = .publicKey(key) }

        /// A private key of a keychain.
        init(_ key: StoredKey) { material = .stored(key) }

        /// The public half; nil when OpenSSL can't derive it.
        package var publicKey: PublicKey? {
            switch material {
            case .privateKey(let key): try? key.publicKey()
            case .publicKey(let key): key
            case .stored(let key): key.publicKey
            }
        }

        /// The private key; nil for a public one, and for a stored one that can't be opened.
        package var privateKey: PrivateKey? { try? openedPrivateKey() }

        /// The private key; one of a keychain is opened now.
        /// - Throws: the result code of a keychain that doesn't give it; `errSecParam` for a public key.
        func openedPrivateKey() throws(ItemFault) -> PrivateKey {
            switch material {
            case .privateKey(let key): key
            case .publicKey: throw .parameter
            case .stored(let key): try key.open()
            }
        }

        var isPrivate: Bool { if case .publicKey = material { false } else { true } }
        var algorithm: String {
            switch material {
            case .privateKey(let key): key.algorithm
            case .publicKey(let key): key.algorithm
            case .stored(let key): key.publicKey?.algorithm ?? "unknown"
            }
        }
        var bits: Int {
            switch material {
            case .privateKey(let key): key.bits
            case .publicKey(let key): key.bits
            case .stored(let key): key.publicKey?.bits ?? 0
            }
        }

        /// Apple's numbers for kinds of keys.
        static let typeNumbers: [String: Int64] = ["RSA": 42, "EC": 73]
    }

    extension SecKey: Hashable, CustomStringConvertible {
        /// Whether both are the same half of the same key.
        public static func == (left: SecKey, right: SecKey) -> Bool {
            if left === right { return true }
            // Where the public half can't be had, nobody knows what key it is.
            guard let key = left.publicKey else { return false }
            return left.isPrivate == right.isPrivate && key == right.publicKey
        }
        /// Hashes the public half.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(isPrivate)
            hasher.combine(publicKey)
        }
        /// Kind and size, nothing of the key.
        public var description: String { "<SecKey \(algorithm) \(isPrivate ? "private" : "public"), \(bits) bits>" }
    }

    /// The number of `SecKey` for `CFGetTypeID(_:)`.
    public func SecKeyGetTypeID() -> CFTypeID { SecKey.typeID }

    /// The public half of a private key, or an equal key for a public one.
    public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { key.publicKey.map(SecKey.init) }

    /// The length of a signature of RSA, or of a coordinate of an elliptic curve, in bytes.
    public func SecKeyGetBlockSize(_ key: SecKey) -> Int { (key.bits + 7) / 8 }

    /// What is known of the key: type, class, size, application label.
    public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
        var attributes: CFDictionary = [
            kSecAttrKeyClass: key.isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic,
            kSecAttrKeySizeInBits: key.bits,
        ]
        switch key.algorithm {
        case "RSA": attributes[kSecAttrKeyType] = kSecAttrKeyTypeRSA
        case "EC": attributes[kSecAttrKeyType] = kSecAttrKeyTypeECSECPrimeRandom
        default: break
        }
        if let label = key.publicKey?.applicationLabel { attributes[kSecAttrApplicationLabel] = label }
        return attributes
    }

    /// Puts an error where a caller of this module's functions wants it.
    func report(
        _ status: OSStatus, _ reason: String, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
    ) {
        error?.pointee = .passRetained(securityError(status, reason))
    }

    /// Puts the reason why a keychain gives no key where a caller wants it.
    func report(_ fault: ItemFault, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?) {
        report(fault.status, fault.message, error)
    }

    /// An error of the domain of result codes.
    func securityError(_ status: OSStatus, _ reason: String, underlying: NSError? = nil) -> NSError {
        var information: [String: Any] = [NSLocalizedDescriptionKey: reason]
        if let underlying { information[NSUnderlyingErrorKey] = underlying }
        return NSError(domain: NSOSStatusErrorDomain, code: Int(status), userInfo: information)
    }
#endif
