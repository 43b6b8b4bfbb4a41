internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// The check of a PKCS#12 file's integrity, which is also the check of its password.
enum PKCS12MAC {
    /// Whether the MAC over `content` is that of the file, under this form of the password.
    /// - Throws: `IdentityFileError` `unsupportedAlgorithm` for a digest that OpenSSL does not have.
    static func verifies(_ mac: MacData, content: Data, password: PKCS12Password) throws -> Bool {
        let key: SecretBytes
        let digest: OpaquePointer
        switch mac.scheme {
        case .pkcs12(let identifier):
            digest = try method(OBJ_txt2nid(identifier.description), mac.name)
            let derivation = PKCS12KeyDerivation(
                digest: digest, salt: mac.salt, iterations: mac.iterations, password: password.text)
            key = try derivation.bytes(Int(EVP_MD_get_size(digest)), for: .macKey)
        case .pbmac1(let parameters):
            digest = try hmacMethod(parameters.mac.oid, mac.name)
            key = try pbkdf2Key(parameters, password, mac.name)
        }
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        let done = key.withUnsafeBytes { key in
            content.withUnsafeBytes { content in
                HMAC(
                    digest, key.baseAddress, Int32(clamping: key.count), content.bindMemory(to: UInt8.self).baseAddress,
                    content.count, &code, &length)
            }
        }
        _ = try check(done, "compute the file's MAC")
        return Int(length) == mac.digest.count
            && mac.digest.withUnsafeBytes { CRYPTO_memcmp($0.baseAddress, code, $0.count) == 0 }
    }

    private static func pbkdf2Key(
        _ parameters: PBMAC1Parameters, _ password: PKCS12Password, _ name: String
    ) throws -> SecretBytes {
        let operation = "derive the MAC's key"
        let derivation = parameters.keyDerivation
        let digest = try hmacMethod(derivation.prf, name)
        var key = [UInt8](repeating: 0, count: parameters.keyLength)
        defer { OPENSSL_cleanse(&key, key.count) }
        let salt = [UInt8](derivation.salt)
        let iterations = try int32(derivation.iterations, operation)
        let done = password.octets.withCString {
            PKCS5_PBKDF2_HMAC(
                $0, Int32(clamping: password.octets.count), salt, Int32(clamping: salt.count), iterations, digest,
                Int32(clamping: key.count), &key)
        }
        try check(done, operation)
        return SecretBytes(key)
    }

    private static func hmacMethod(_ identifier: OID, _ name: String) throws -> OpaquePointer {
        var digest: Int32 = NID_undef
        EVP_PBE_find(Int32(EVP_PBE_TYPE_PRF), OBJ_txt2nid(identifier.description), nil, &digest, nil)
        return try method(digest, name)
    }

    private static func method(_ digest: Int32, _ name: String) throws -> OpaquePointer {
        defer { ERR_clear_error() }
        guard digest != NID_undef, let method = EVP_get_digestbyname(OBJ_nid2sn(digest)) else {
            throw IdentityFileError(
                .unsupportedAlgorithm,
                "the PKCS#12 file's MAC (\(name)) uses a digest that OpenSSL does not have; export the file again with SHA-256"
            )
        }
        return method
    }
}
