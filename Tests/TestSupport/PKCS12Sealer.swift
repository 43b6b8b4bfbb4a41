internal import CMutualTLSOpenSSL
import Foundation

/// The cryptography of PKCS#12 files that no writer would make, for `PKCS12Builder`. OpenSSL is used directly, so that what
/// is tested has no part in it.
package struct PKCS12Sealer: Sendable {
    /// Nil for the null password.
    package let password: String?

    package init(password: String?) { self.password = password }

    /// Something that OpenSSL would not compute.
    package struct Failure: Error { let what: String }

    /// OpenSSL with its old algorithms, apart from the one that the tests' process uses.
    private static let library: Int = {
        let library = OSSL_LIB_CTX_new()
        _ = OSSL_PROVIDER_load(library, "default")
        _ = OSSL_PROVIDER_load(library, "legacy")
        return Int(bitPattern: library)
    }()

    /// - Parameter algorithm: one of PKCS#12's or PKCS#5's, in DER.
    package func encrypt(_ plain: Data, _ algorithm: Data) throws -> Data {
        try algorithm.withUnsafeBytes { der -> Data in
            var start = der.bindMemory(to: UInt8.self).baseAddress
            guard let identifier = d2i_X509_ALGOR(nil, &start, der.count) else { throw Failure(what: "algorithm") }
            defer { X509_ALGOR_free(identifier) }
            var output: UnsafeMutablePointer<UInt8>?
            var count: Int32 = 0
            let input = [UInt8](plain)
            guard
                PKCS12_pbe_crypt_ex(
                    identifier, password, Int32(password?.utf8.count ?? 0), input, Int32(input.count), &output, &count,
                    1, OpaquePointer(bitPattern: Self.library), nil) != nil, let output
            else { throw Failure(what: "encryption") }
            defer { CRYPTO_free(output, nil, 0) }
            return Data(bytes: output, count: Int(count))
        }
    }

    /// MacData over `content`.
    /// - Parameter digest: OpenSSL's name, such as "SHA256".
    package func mac(
        _ content: Data, digest: String = "SHA256", salt: Data = Data(repeating: 5, count: 8), iterations: Int = 1000
    ) throws -> Data {
        typealias W = DERWriter
        guard let method = EVP_get_digestbyname(digest) else { throw Failure(what: digest) }
        var key = [UInt8](repeating: 0, count: Int(EVP_MD_get_size(method)))
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        var saltBytes = [UInt8](salt)
        guard
            PKCS12_key_gen_utf8_ex(
                password, Int32(password?.utf8.count ?? 0), &saltBytes, Int32(salt.count), 3, Int32(iterations),
                Int32(key.count), &key, method, nil, nil) == 1,
            HMAC(method, key, Int32(key.count), [UInt8](content), content.count, &code, &count) != nil
        else { throw Failure(what: "MAC") }
        var name = [CChar](repeating: 0, count: 64)
        OBJ_obj2txt(&name, 64, OBJ_nid2obj(EVP_MD_get_type(method)), 1)
        let oid = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return W.sequence(
            W.sequence(W.sequence(W.oid(oid), W.null), W.octets(Data(code.prefix(Int(count))))), W.octets(salt),
            W.integer(iterations))
    }

    /// A whole file with a MAC.
    package func file(_ parts: [Data], digest: String = "SHA256") throws -> Data {
        PKCS12Builder.file(parts: parts, mac: try mac(DERWriter.value(0x30, parts), digest: digest))
    }

    /// A shrouded key bag.
    package func shroudedKey(_ pkcs8: Data, _ algorithm: Data, attributes: [Data] = []) throws -> Data {
        PKCS12Builder.bag(
            2, DERWriter.sequence(algorithm, DERWriter.octets(try encrypt(pkcs8, algorithm))), attributes: attributes)
    }
}
