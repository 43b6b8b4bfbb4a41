internal import CMutualTLSOpenSSL
import Foundation

/// Hashes.
package enum Digest {
    /// SHA-256, 32 bytes.
    package static func sha256(_ data: Data) -> Data {
        hash(data, 32) { SHA256($0, $1, $2) }
    }

    /// SHA-1, 20 bytes: for identifiers that are defined by it, never for security.
    package static func sha1(_ data: Data) -> Data {
        hash(data, 20) { SHA1($0, $1, $2) }
    }

    private static func hash(
        _ data: Data, _ length: Int,
        _ function: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?
    ) -> Data {
        var result = Data(count: length)
        result.withUnsafeMutableBytes { output in
            data.withUnsafeBytes { input in
                _ = function(
                    input.bindMemory(to: UInt8.self).baseAddress, input.count,
                    output.bindMemory(to: UInt8.self).baseAddress)
            }
        }
        return result
    }
}

extension Data {
    /// Lower-case hexadecimal.
    package var hex: String { map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined() }
}
