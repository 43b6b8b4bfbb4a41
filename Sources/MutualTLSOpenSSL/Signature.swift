internal import CMutualTLSOpenSSL
import Foundation

/// The hash functions that signatures use.
package enum HashFunction: String, Sendable, Hashable, CaseIterable {
    /// 160 bits; broken, for what exists.
    case sha1 = "SHA1"
    /// 224 bits.
    case sha224 = "SHA224"
    /// 256 bits.
    case sha256 = "SHA256"
    /// 384 bits.
    case sha384 = "SHA384"
    /// 512 bits.
    case sha512 = "SHA512"

    /// Bytes of a digest.
    package var length: Int {
        switch self {
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The digest of `message`.
    package func digest(_ message: Data) -> Data {
        var output = [UInt8](repeating: 0, count: length)
        let done = message.withUnsafeBytes { EVP_Digest($0.baseAddress, $0.count, &output, nil, method, nil) }
        // The five are built into OpenSSL; without them no digest is right, and an empty one verifies nothing.
        return done == 1 ? Data(output) : Data()
    }

    /// Static in OpenSSL.
    var method: OpaquePointer? {
        switch self {
        case .sha1: EVP_sha1()
        case .sha224: EVP_sha224()
        case .sha256: EVP_sha256()
        case .sha384: EVP_sha384()
        case .sha512: EVP_sha512()
        }
    }
}

/// How a digest is signed.
package enum SignatureScheme: Sendable, Hashable {
    /// RSA, PKCS #1 v1.5 (RFC 8017, 8.2).
    case rsaPKCS1(HashFunction)
    /// RSA-PSS (RFC 8017, 8.1), MGF1 with the same hash, a salt as long as the hash.
    case rsaPSS(HashFunction)
    /// ECDSA (ANSI X9.62); signatures are the DER SEQUENCE of r and s. Without a hash, whatever is given is signed.
    case ecdsa(HashFunction?)

    /// What digests must come from.
    package var hash: HashFunction? {
        switch self {
        case .rsaPKCS1(let hash), .rsaPSS(let hash): hash
        case .ecdsa(let hash): hash
        }
    }

    fileprivate func configure(_ context: OpaquePointer, _ operation: String) throws {
        switch self {
        case .rsaPKCS1(let hash):
            try check(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING), operation)
            try check(EVP_PKEY_CTX_set_signature_md(context, hash.method), operation)
        case .rsaPSS(let hash):
            try check(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING), operation)
            try check(EVP_PKEY_CTX_set_signature_md(context, hash.method), operation)
            try check(EVP_PKEY_CTX_set_rsa_mgf1_md(context, hash.method), operation)
            try check(EVP_PKEY_CTX_set_rsa_pss_saltlen(context, Int32(hash.length)), operation)
        case .ecdsa(let hash):
            if let hash { try check(EVP_PKEY_CTX_set_signature_md(context, hash.method), operation) }
        }
    }
}

extension PrivateKey {
    /// Signs a digest.
    /// - Throws: `OpenSSLError` when the key can't do the scheme or the digest has the wrong length; `KeySigningError` where
    ///   its signer can't.
    package func sign(digest: Data, scheme: SignatureScheme) throws -> Data {
        let operation = "sign"
        if remote != nil {
            guard let code = scheme.code, digest.count == scheme.hash?.length else {
                throw OpenSSLError(operation: operation + " so with a key that is in a token or with a service", entries: [])
            }
            return try signatureWaiting(for: KeySigningRequest(scheme: code, digest: digest))
        }
        let context = try check(EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil), operation)
        defer { EVP_PKEY_CTX_free(context) }
        try check(EVP_PKEY_sign_init(context), operation)
        try scheme.configure(context, operation)
        return try digest.withUnsafeBytes { buffer in
            let input = buffer.bindMemory(to: UInt8.self)
            var length = 0
            try check(EVP_PKEY_sign(context, nil, &length, input.baseAddress, input.count), operation)
            var signature = [UInt8](repeating: 0, count: length)
            try check(EVP_PKEY_sign(context, &signature, &length, input.baseAddress, input.count), operation)
            return Data(signature.prefix(length))
        }
    }
}

extension PublicKey {
    /// Whether `signature` is one over `digest`. False also when the key can't do the scheme.
    package func verifies(signature: Data, digest: Data, scheme: SignatureScheme) -> Bool {
        defer { ERR_clear_error() }
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_verify_init(context) == 1, (try? scheme.configure(context, "verify")) != nil else {
            return false
        }
        return signature.withUnsafeBytes { given in
            digest.withUnsafeBytes { hashed in
                EVP_PKEY_verify(
                    context, given.bindMemory(to: UInt8.self).baseAddress, given.count,
                    hashed.bindMemory(to: UInt8.self).baseAddress, hashed.count) == 1
            }
        }
    }
}
