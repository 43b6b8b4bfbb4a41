internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// Random bytes for keys and nonces.
package enum RandomBytes {
    /// Bytes that nobody must know, such as a key's.
    /// - Throws: `OpenSSLError` where the system gives no randomness.
    package static func secret(_ count: Int) throws(OpenSSLError) -> SecretBytes {
        SecretBytes(
            try WipingData.make(capacity: count) { buffer throws(OpenSSLError) in
                guard RAND_priv_bytes(buffer.bindMemory(to: UInt8.self).baseAddress, Int32(clamping: count)) == 1 else {
                    throw failure
                }
                return count
            })
    }

    /// Bytes that may be seen, such as a salt or a nonce.
    /// - Throws: `OpenSSLError` where the system gives no randomness.
    package static func open(_ count: Int) throws(OpenSSLError) -> Data {
        var bytes = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&bytes, Int32(clamping: count)) == 1 else { throw failure }
        return Data(bytes)
    }

    private static var failure: OpenSSLError { OpenSSLError.drain("get random bytes") }
}
