internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// AES-256-GCM: nonce (12 bytes), ciphertext and tag (16 bytes) in one piece.
package enum SealedBox {
    private static let nonceSize = 12
    private static let tagSize = 16
    /// The size of the key.
    package static let keySize = 32

    /// Seals a secret under a random nonce.
    /// - Parameters:
    ///   - secret: what nobody else may see.
    ///   - key: 32 bytes.
    ///   - context: what is sealed, which must be the same when it is opened; it is not kept in the result.
    /// - Throws: `OpenSSLError`.
    package static func seal(
        _ secret: SecretBytes, key: SecretBytes, context: Data
    ) throws(OpenSSLError) -> Data {
        let operation = "seal a secret"
        let nonce = try RandomBytes.open(nonceSize)
        let cipher = try Cipher(key, nonce, context, isSealing: true, operation)
        var output = [UInt8](repeating: 0, count: secret.count)
        let isDone = secret.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { output in cipher.update(input, into: output) }
        }
        var tag = [UInt8](repeating: 0, count: tagSize)
        guard isDone, cipher.finish(),
            EVP_CIPHER_CTX_ctrl(cipher.state, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), &tag) == 1
        else {
            throw OpenSSLError.drain(operation)
        }
        return nonce + output + tag
    }

    /// Opens what ``seal(_:key:context:)`` made.
    /// - Returns: nil where the key or the context is another, or the box was changed.
    /// - Throws: `OpenSSLError` where it can't be tried.
    package static func open(_ box: Data, key: SecretBytes, context: Data) throws(OpenSSLError) -> SecretBytes? {
        guard box.count >= nonceSize + tagSize else { return nil }
        let operation = "open a sealed secret"
        let cipher = try Cipher(key, box.prefix(nonceSize), context, isSealing: false, operation)
        var tag = [UInt8](box.suffix(tagSize))
        guard EVP_CIPHER_CTX_ctrl(cipher.state, EVP_CTRL_AEAD_SET_TAG, Int32(tagSize), &tag) == 1 else {
            throw OpenSSLError.drain(operation)
        }
        let ciphertext = [UInt8](box.dropFirst(nonceSize).dropLast(tagSize))
        var isGenuine = false
        let plain = try WipingData.make(capacity: ciphertext.count) { output throws(OpenSSLError) in
            guard ciphertext.withUnsafeBytes({ cipher.update($0, into: output) }) else {
                throw OpenSSLError.drain(operation)
            }
            isGenuine = cipher.finish()
            return output.count
        }
        if ciphertext.isEmpty { isGenuine = cipher.finish() }
        return isGenuine ? SecretBytes(plain) : nil
    }

    /// A cipher's state, freed and wiped with it.
    private final class Cipher {
        let state: OpaquePointer
        init(
            _ key: SecretBytes, _ nonce: Data, _ context: Data, isSealing: Bool, _ operation: String
        ) throws(OpenSSLError) {
            guard key.count == keySize else {
                throw OpenSSLError(operation: "\(operation): the key has \(key.count) bytes", entries: [])
            }
            guard let state = EVP_CIPHER_CTX_new() else { throw OpenSSLError.drain(operation) }
            self.state = state
            let (nonce, context) = ([UInt8](nonce), [UInt8](context))
            var count: Int32 = 0
            let isReady = key.withUnsafeBytes { key in
                EVP_CipherInit_ex(
                    state, EVP_aes_256_gcm(), nil, key.bindMemory(to: UInt8.self).baseAddress, nonce,
                    isSealing ? 1 : 0) == 1
                    && EVP_CipherUpdate(state, nil, &count, context, Int32(clamping: context.count)) == 1
            }
            guard isReady else { throw OpenSSLError.drain(operation) }
        }

        deinit { EVP_CIPHER_CTX_free(state) }

        func update(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Bool {
            guard !input.isEmpty else { return true }
            var count: Int32 = 0
            return input.count < Int(Int32.max) && output.count >= input.count
                && EVP_CipherUpdate(
                    state, output.bindMemory(to: UInt8.self).baseAddress, &count,
                    input.bindMemory(to: UInt8.self).baseAddress, Int32(input.count)) == 1
        }

        /// Ends it; when opening, whether the tag is right.
        func finish() -> Bool {
            var (rest, count) = ([UInt8](repeating: 0, count: 16), Int32(0))
            defer { ERR_clear_error() }
            return EVP_CipherFinal_ex(state, &rest, &count) == 1
        }
    }
}
