internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

extension PrivateKey {
    /// How often the password is hashed: a key file has nothing but the password to protect it, and is opened seldom.
    private static let iterations: Int32 = 100_000

    /// PKCS#8 under a password: an EncryptedPrivateKeyInfo (RFC 5958) as DER, with AES-256-CBC under PBKDF2 and
    /// HMAC-SHA-256 (PBES2, RFC 8018).
    /// - Parameter password: UTF-8, without NUL, which most readers take for its end.
    /// - Throws: `OpenSSLError`.
    package func encryptedPKCS8(password: SecretBytes) throws -> Data {
        let operation = "encrypt the private key"
        guard !password.holdsNUL else {
            throw OpenSSLError(operation: operation + " with a NUL character in its password", entries: [])
        }
        let pointer = try exportable(operation)
        let info = try check(whileEncoding { EVP_PKEY2PKCS8(pointer) }, operation)
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        // No salt and no initialisation vector given: OpenSSL makes them.
        let algorithm = try check(
            PKCS5_pbe2_set_iv(EVP_aes_256_cbc(), Self.iterations, nil, 16, nil, NID_hmacWithSHA256), operation)
        let count = try int32(password.count, operation)
        guard let sealed = password.withCString({ PKCS8_set0_pbe($0, count, info, algorithm) }) else {
            // Owned by `sealed` only where there is one.
            X509_ALGOR_free(algorithm)
            throw OpenSSLError.drain(operation)
        }
        defer { X509_SIG_free(sealed) }
        return try der(operation) { i2d_X509_SIG(sealed, $0) }
    }

    /// The same as PEM, label `ENCRYPTED PRIVATE KEY`.
    /// - Parameter password: as for ``encryptedPKCS8(password:)``.
    /// - Throws: `OpenSSLError`.
    package func encryptedPEM(password: SecretBytes) throws -> Data {
        PEMDocument.encode(label: "ENCRYPTED PRIVATE KEY", der: try encryptedPKCS8(password: password))
    }
}
