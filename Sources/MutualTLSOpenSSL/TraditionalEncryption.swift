internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// The encryption of a PEM block whose headers name a cipher (RFC 1421, section 4.6.1), as OpenSSL's older commands write
/// it: the cipher's key is made of the password's octets with one round of MD5.
final class TraditionalEncryption {
    /// Owned.
    private let cipher: OpaquePointer
    private let initializationVector: [UInt8]

    /// nil where the headers say that the block is not encrypted.
    /// - Throws: `IdentityFileError` for a cipher that OpenSSL does not have, and for damaged headers.
    init?(_ block: PEMBlock) throws(IdentityFileError) {
        guard block.header("Proc-Type")?.hasSuffix("ENCRYPTED") == true else { return nil }
        let words = block.header("DEK-Info")?.split(separator: ",").map { $0.filter { !$0.isWhitespace } } ?? []
        guard let name = words.first, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else {
            throw IdentityFileError(.malformed, "the private key is damaged: its header DEK-Info names no cipher")
        }
        defer { ERR_clear_error() }
        // To know the name is not to have the cipher.
        guard EVP_get_cipherbyname(name) != nil else {
            throw IdentityFileError(
                .unsupportedAlgorithm, "the private key is encrypted with \(name), which this OpenSSL does not have")
        }
        let usual = EVP_CIPHER_fetch(nil, name, nil)
        let context = usual == nil ? try PasswordDecryption.legacyContext(for: "private key") : nil
        guard let cipher = usual ?? EVP_CIPHER_fetch(context?.pointer, name, nil) else {
            throw IdentityFileError(
                .unsupportedAlgorithm, "the private key is encrypted with \(name), which this OpenSSL does not have")
        }
        self.cipher = cipher
        initializationVector = words.count == 2 ? Self.octets(words[1]) : []
        // Its first eight octets are the salt.
        guard initializationVector.count == Int(EVP_CIPHER_get_iv_length(cipher)), initializationVector.count >= 8
        else {
            throw IdentityFileError(
                .malformed, "the private key is damaged: its header DEK-Info has no initialisation vector for \(name)")
        }
    }

    deinit { EVP_CIPHER_free(cipher) }

    /// None where they are not hexadecimal.
    private static func octets(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        guard digits.count == hexadecimal.count, digits.count.isMultiple(of: 2) else { return [] }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// The plaintext, in memory that is wiped.
    /// - Returns: nil when the password is another, or the ciphertext damaged: there is no telling.
    func decrypt(_ ciphertext: Data, password: SecretBytes) -> Data? {
        defer { ERR_clear_error() }
        return try? WipingData.make(capacity: ciphertext.count + Int(EVP_MAX_BLOCK_LENGTH)) { plain in
            try decrypt(ciphertext, password, into: plain.bindMemory(to: UInt8.self).baseAddress)
        }
    }

    /// - Parameter plain: has room for the ciphertext and one block more.
    /// - Returns: how much it holds afterwards.
    private func decrypt(
        _ ciphertext: Data, _ password: SecretBytes, into plain: UnsafeMutablePointer<UInt8>?
    ) throws -> Int {
        let operation = "decrypt the private key"
        var key = [UInt8](repeating: 0, count: Int(EVP_MAX_KEY_LENGTH))
        defer { OPENSSL_cleanse(&key, key.count) }
        let derived = password.withUnsafeBytes { secret in
            EVP_BytesToKey(
                cipher, EVP_md5(), initializationVector, secret.bindMemory(to: UInt8.self).baseAddress,
                Int32(clamping: secret.count), 1, &key, nil)
        }
        try check(derived, operation)
        return try key.withUnsafeBufferPointer { key in
            try MutualTLSOpenSSL.decrypt(ciphertext, cipher, key.baseAddress, initializationVector, into: plain)
        }
    }
}

/// Decrypts in one piece.
/// - Parameters:
///   - cipher: borrowed.
///   - key: as many bytes as the cipher takes.
///   - initializationVector: as many as it takes.
///   - plain: has room for the ciphertext and one block more.
/// - Returns: how much `plain` holds afterwards.
func decrypt(
    _ ciphertext: Data, _ cipher: OpaquePointer, _ key: UnsafePointer<UInt8>?, _ initializationVector: [UInt8],
    into plain: UnsafeMutablePointer<UInt8>?
) throws -> Int {
    let operation = "decrypt under the password"
    let state = try check(EVP_CIPHER_CTX_new(), operation)
    defer { EVP_CIPHER_CTX_free(state) }
    try check(EVP_DecryptInit_ex2(state, cipher, key, initializationVector, nil), operation)
    let length = try int32(ciphertext.count, operation)
    var (count, rest): (Int32, Int32) = (0, 0)
    let updated = ciphertext.withUnsafeBytes { input in
        EVP_DecryptUpdate(state, plain, &count, input.bindMemory(to: UInt8.self).baseAddress, length)
    }
    try check(updated, operation)
    try check(EVP_DecryptFinal_ex(state, plain?.advanced(by: Int(count)), &rest), operation)
    return Int(count + rest)
}
