#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// What a key is used for.
    public enum SecKeyOperationType: CFIndex, Sendable {
        /// Making signatures.
        case sign = 0
        /// Checking signatures.
        case verify = 1
        /// Encrypting; not to be had here.
        case encrypt = 2
        /// Decrypting; not to be had here.
        case decrypt = 3
        /// Agreeing on a key; not to be had here.
        case keyExchange = 4
    }

    /// Whether the key can do the operation with the algorithm.
    public func SecKeyIsAlgorithmSupported(
        _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
    ) -> Bool {
        guard let wanted = SignatureAlgorithm(algorithm), wanted.fits(algorithm: key.algorithm, bits: key.bits)
        else { return false }
        switch operation {
        case .sign: return key.isPrivate
        case .verify: return !key.isPrivate
        case .encrypt, .decrypt, .keyExchange: return false
        }
    }

    /// Signs.
    /// - Parameters:
    ///   - key: a private key.
    ///   - algorithm: says whether `dataToSign` is a digest or the message.
    ///   - dataToSign: a digest of exactly the hash's length, or a message.
    ///   - error: receives an error to release when the result is nil: `errSecParam`, or the code of a keychain that does
    ///     not give the key.
    /// - Returns: the signature; for ECDSA the DER SEQUENCE of r and s.
    public func SecKeyCreateSignature(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
        _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
    ) -> CFData? {
        guard let wanted = SignatureAlgorithm(algorithm), SecKeyIsAlgorithmSupported(key, .sign, algorithm) else {
            report(errSecParam, "\(key) can't sign with \(algorithm.rawValue).", error)
            return nil
        }
        guard let digest = wanted.digest(of: dataToSign) else {
            report(errSecParam, "A digest for \(algorithm.rawValue) can't have \(dataToSign.count) bytes.", error)
            return nil
        }
        do {
            return try key.openedPrivateKey().sign(digest: digest, scheme: wanted.scheme)
        } catch let fault as ItemFault {
            report(fault, error)
            return nil
        } catch let failure {
            report(errSecParam, "\(failure)", error)
            return nil
        }
    }

    /// Checks a signature.
    /// - Parameters:
    ///   - key: a public key.
    ///   - algorithm: says whether `signedData` is a digest or the message.
    ///   - signedData: a digest of exactly the hash's length, or a message.
    ///   - signature: what `SecKeyCreateSignature` returns.
    ///   - error: receives an error to release when the result is false: `errSecVerifyFailed` when the signature is another's,
    ///     `errSecParam` when key, algorithm and data don't go together.
    public func SecKeyVerifySignature(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
        _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
    ) -> Bool {
        guard let wanted = SignatureAlgorithm(algorithm), case .publicKey(let publicKey) = key.material,
            SecKeyIsAlgorithmSupported(key, .verify, algorithm), let digest = wanted.digest(of: signedData)
        else {
            report(errSecParam, "\(key) can't verify \(signedData.count) bytes with \(algorithm.rawValue).", error)
            return false
        }
        if publicKey.verifies(signature: signature, digest: digest, scheme: wanted.scheme) { return true }
        report(errSecVerifyFailed, "The signature was not made over this data with this key.", error)
        return false
    }
#endif
