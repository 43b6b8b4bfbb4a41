internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// The parameters of scrypt (RFC 7914), which makes a key of a passphrase and makes guessing it dear.
package struct Scrypt: Hashable, Sendable {
    /// N: how much time and memory; a power of two.
    package let cost: Int
    /// r
    package let blockSize: Int
    /// p
    package let parallelization: Int

    /// As OWASP advises for passwords: 64 MiB, and a third of a second.
    package static let standard = Scrypt(cost: 1 << 16, blockSize: 8, parallelization: 2)

    /// Takes parameters as they are; ``isSensible`` judges them.
    package init(cost: Int, blockSize: Int, parallelization: Int) {
        self.cost = cost
        self.blockSize = blockSize
        self.parallelization = parallelization
    }

    /// Whether they can be used, with 256 MiB and a few seconds at most: a file may ask for anything.
    package var isSensible: Bool {
        guard cost > 1, cost & (cost - 1) == 0, (1...64).contains(blockSize), (1...16).contains(parallelization) else {
            return false
        }
        let (bytes, isTooMuch) = cost.multipliedReportingOverflow(by: 128 * blockSize)
        return !isTooMuch && bytes <= Self.memory
    }

    private static let memory = 256 << 20

    /// Derives `count` bytes.
    /// - Throws: `OpenSSLError`, for parameters that aren't sensible too.
    package func key(_ passphrase: SecretBytes, salt: Data, count: Int) throws(OpenSSLError) -> SecretBytes {
        guard isSensible else {
            throw OpenSSLError(operation: "derive a key from the passphrase: its parameters are too large", entries: [])
        }
        let derived = try WipingData.make(capacity: count) { buffer throws(OpenSSLError) in
            let result = passphrase.withCString { text in
                salt.withUnsafeBytes { salt in
                    EVP_PBE_scrypt(
                        text, passphrase.count, salt.bindMemory(to: UInt8.self).baseAddress, salt.count, UInt64(cost),
                        UInt64(blockSize), UInt64(parallelization), UInt64(Self.memory + (32 << 20)),
                        buffer.bindMemory(to: UInt8.self).baseAddress, buffer.count)
                }
            }
            guard result == 1 else { throw OpenSSLError.drain("derive a key from the passphrase") }
            return buffer.count
        }
        return SecretBytes(derived)
    }
}
