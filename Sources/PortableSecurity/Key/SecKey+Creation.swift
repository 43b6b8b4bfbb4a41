#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// A key from its external representation: PKCS #1 for RSA; 04 ‖ X ‖ Y, and ‖ K for a private key, for elliptic curves.
    /// - Parameters:
    ///   - keyData: the bytes. RSA keys are also taken as PKCS #8 and SubjectPublicKeyInfo.
    ///   - attributes: `kSecAttrKeyType` and `kSecAttrKeyClass`, each as the constant or as a number.
    ///   - error: receives an error to release, with the code `errSecParam`, when the result is nil.
    public func SecKeyCreateWithData(
        _ keyData: CFData, _ attributes: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
    ) -> SecKey? {
        let kind = text(attributes[kSecAttrKeyType])
        let keyClass = text(attributes[kSecAttrKeyClass])
        do {
            switch (kind, keyClass) {
            case (kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate):
                let key = try PrivateKey(der: keyData)
                if key.algorithm == "RSA" { return SecKey(key) }
                report(errSecParam, "The data is a key of the kind \(key.algorithm), not RSA.", error)
                return nil
            case (kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic):
                if let key = try? PublicKey(pkcs1: keyData) { return SecKey(key) }
                let key = try PublicKey(spki: keyData)
                if key.algorithm == "RSA" { return SecKey(key) }
                report(errSecParam, "The data is a key of the kind \(key.algorithm), not RSA.", error)
                return nil
            case (kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPrivate):
                return SecKey(try PrivateKey(x963: keyData))
            case (kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPublic): return SecKey(try PublicKey(x963: keyData))
            default:
                report(errSecParam, "kSecAttrKeyType or kSecAttrKeyClass is missing or names no such key.", error)
                return nil
            }
        } catch let failure {
            report(errSecParam, "The data is no such key: \(failure).", error)
            return nil
        }
    }

    /// A new private key: RSA with the exponent 65537, or P-256, P-384 or P-521. It is not stored.
    /// - Parameters:
    ///   - parameters: `kSecAttrKeyType` and `kSecAttrKeySizeInBits`.
    ///   - error: receives an error to release when the result is nil: `errSecParam`, or `errSecKeySizeNotAllowed`.
    public func SecKeyCreateRandomKey(
        _ parameters: CFDictionary, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
    ) -> SecKey? {
        let size = text(parameters[kSecAttrKeySizeInBits]).flatMap(Int.init) ?? 0
        let kind: PrivateKey.Kind
        switch text(parameters[kSecAttrKeyType]) {
        case kSecAttrKeyTypeRSA:
            guard (512...16384).contains(size) else {
                report(errSecKeySizeNotAllowed, "An RSA key can't have \(size) bits.", error)
                return nil
            }
            kind = .rsa(size)
        case kSecAttrKeyTypeECSECPrimeRandom:
            guard [256, 384, 521].contains(size) else {
                report(errSecKeySizeNotAllowed, "No curve has \(size) bits: 256, 384 or 521.", error)
                return nil
            }
            kind = .ec(size)
        default:
            report(errSecParam, "kSecAttrKeyType is missing or names no kind of key.", error)
            return nil
        }
        do {
            return SecKey(try PrivateKey.generate(kind))
        } catch let failure {
            report(errSecInternal, "\(failure)", error)
            return nil
        }
    }

    /// The key's external representation, as `SecKeyCreateWithData` takes it.
    /// - Parameters:
    ///   - key: an RSA or elliptic curve key.
    ///   - error: receives an error to release: `errSecUnimplemented` when the kind of key has none, or the code of a keychain
    ///     that does not give the key.
    public func SecKeyCopyExternalRepresentation(
        _ key: SecKey, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
    ) -> CFData? {
        do {
            switch key.material {
            case .privateKey(let key): return try key.externalRepresentation()
            case .publicKey(let key): return try key.externalRepresentation()
            case .stored(let key): return try key.open().externalRepresentation()
            }
        } catch let fault as ItemFault {
            report(fault, error)
            return nil
        } catch let failure {
            report(errSecUnimplemented, "\(failure)", error)
            return nil
        }
    }

    /// A string, or a number as one: Apple takes both.
    private func text(_ value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let number as Int: String(number)
        case let number as NSNumber: number.stringValue
        default: nil
        }
    }
#endif
