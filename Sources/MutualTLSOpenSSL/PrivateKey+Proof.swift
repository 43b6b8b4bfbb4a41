internal import CMutualTLSOpenSSL
import Foundation

extension PrivateKey {
    /// Whether what it signs is good under its own public half. A damaged key whose public half is whole belongs to its
    /// certificate to all appearance, and only the server finds out. True for keys that can't sign.
    var provesItself: Bool {
        defer { ERR_clear_error() }
        guard let context = EVP_MD_CTX_new() else { return true }
        defer { EVP_MD_CTX_free(context) }
        // No digest named: the key's own default, which is none for Ed25519.
        guard EVP_DigestSignInit_ex(context, nil, nil, nil, nil, pointer, nil) == 1 else { return true }
        let message = [UInt8](repeating: 0x5A, count: 32)
        var count = 0
        guard EVP_DigestSign(context, nil, &count, message, message.count) == 1 else { return true }
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else { return false }
        guard let verifying = EVP_MD_CTX_new() else { return true }
        defer { EVP_MD_CTX_free(verifying) }
        return EVP_DigestVerifyInit_ex(verifying, nil, nil, nil, nil, pointer, nil) == 1
            && EVP_DigestVerify(verifying, signature, count, message, message.count) == 1
    }
}
