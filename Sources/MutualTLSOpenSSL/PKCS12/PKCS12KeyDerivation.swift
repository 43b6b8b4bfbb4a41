internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// PKCS#12's own derivation of keys (RFC 7292, appendix B.2), in memory that is wiped. OpenSSL's frees the password as
/// UTF-16 without overwriting it.
struct PKCS12KeyDerivation {
    /// What the derived bytes are for (RFC 7292, B.3).
    enum Purpose: UInt8 {
        case key = 1
        case initializationVector = 2
        case macKey = 3
    }

    /// Borrowed.
    let digest: OpaquePointer
    let salt: Data
    let iterations: Int
    /// UTF-8; nil for the null password.
    let password: SecretBytes?

    /// - Parameter count: how many bytes are wanted.
    /// - Throws: `OpenSSLError`.
    func bytes(_ count: Int, for purpose: Purpose) throws -> SecretBytes {
        let operation = "derive a key from the password"
        let (blockSize, size) = (Int(EVP_MD_get_block_size(digest)), Int(EVP_MD_get_size(digest)))
        guard blockSize > 0, size > 0 else { throw OpenSSLError.drain(operation) }
        let state = try check(EVP_MD_CTX_new(), operation)
        defer { EVP_MD_CTX_free(state) }
        try check(EVP_DigestInit_ex2(state, digest, nil), operation)
        let secret = try utf16(operation)
        var input = [UInt8](repeating: purpose.rawValue, count: blockSize)
        // In one piece, since a growing array leaves copies behind.
        let parts = [salt.count, secret.count].map { ($0 + blockSize - 1) / blockSize * blockSize }
        input.reserveCapacity(blockSize + parts[0] + parts[1])
        defer { OPENSSL_cleanse(&input, input.count) }
        let salt = [UInt8](salt)
        for index in 0..<parts[0] { input.append(salt[index % salt.count]) }
        secret.withUnsafeBytes { secret in
            for index in 0..<parts[1] { input.append(secret[index % secret.count]) }
        }

        let padded = (count + size - 1) / size * size
        var derived = [UInt8](repeating: 0, count: padded)
        defer { OPENSSL_cleanse(&derived, derived.count) }
        var block = [UInt8](repeating: 0, count: size)
        defer { OPENSSL_cleanse(&block, block.count) }
        for start in stride(from: 0, to: padded, by: size) {
            if start > 0 { Self.add(block, to: &input, blockSize) }
            try check(EVP_DigestUpdate(state, input, input.count), operation)
            try check(EVP_DigestFinal_ex(state, &block, nil), operation)
            for _ in 1..<max(1, iterations) {
                try check(EVP_DigestInit_ex2(state, nil, nil), operation)
                try check(EVP_DigestUpdate(state, block, size), operation)
                try check(EVP_DigestFinal_ex(state, &block, nil), operation)
            }
            try check(EVP_DigestInit_ex2(state, nil, nil), operation)
            derived.replaceSubrange(start..<start + size, with: block)
        }
        return SecretBytes(derived[..<count])
    }

    /// The password as UTF-16BE with a terminating zero; nothing for the null password.
    private func utf16(_ operation: String) throws -> SecretBytes {
        guard let password else { return SecretBytes([]) }
        var text: UnsafeMutablePointer<UInt8>?
        var count: Int32 = 0
        let length = try int32(password.count, operation)
        let made = password.withCString { OPENSSL_utf82uni($0, length, &text, &count) }
        let bytes = try check(made, operation)
        defer { CRYPTO_clear_free(bytes, Int(count), nil, 0) }
        return SecretBytes(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// Adds `block`, repeated to the digest's block size, and 1 to each block of the input behind the first.
    private static func add(_ block: [UInt8], to input: inout [UInt8], _ blockSize: Int) {
        for start in stride(from: blockSize, to: input.count, by: blockSize) {
            var carry = 1
            for index in (0..<blockSize).reversed() {
                carry += Int(input[start + index]) + Int(block[index % block.count])
                input[start + index] = UInt8(carry & 0xFF)
                carry >>= 8
            }
        }
    }
}
