internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation
import MutualTLSPKCS12

// The encodings Apple calls external: PKCS #1 for RSA, and for elliptic curves the point, followed in a private key by the
// scalar (ANSI X9.63).

extension PublicKey {
    /// From a PKCS #1 RSAPublicKey (RFC 8017).
    /// - Throws: `OpenSSLError` when it isn't one.
    package convenience init(pkcs1 der: Data) throws {
        let (pointer, _) = try parse(der, "parse the RSA public key") { d2i_PublicKey(EVP_PKEY_RSA, nil, $0, $1) }
        self.init(takingOwnershipOf: pointer)
    }

    /// From an uncompressed point, 04 ‖ X ‖ Y; the curve follows from the length.
    /// - Throws: `OpenSSLError` when the point is not on the curve.
    package convenience init(x963 point: Data) throws {
        self.init(takingOwnershipOf: try ellipticKey(point: point, scalar: nil))
    }
}

extension PrivateKey {
    /// From 04 ‖ X ‖ Y ‖ K; the curve follows from the length.
    /// - Throws: `OpenSSLError` when it is no such key.
    package convenience init(x963 bytes: Data) throws {
        let operation = "read the elliptic curve key"
        guard bytes.count >= 4, (bytes.count - 1).isMultiple(of: 3) else {
            throw OpenSSLError(operation: operation + ", which has the wrong length", entries: [])
        }
        let size = (bytes.count - 1) / 3
        let pointer = try ellipticKey(point: bytes.prefix(1 + 2 * size), scalar: bytes.suffix(size))
        self.init(takingOwnershipOf: pointer)
    }

    /// PKCS #1 RSAPrivateKey for RSA, 04 ‖ X ‖ Y ‖ K for elliptic curves. The copy is the caller's to guard.
    /// - Throws: `OpenSSLError` for other algorithms.
    package func externalRepresentation() throws -> Data {
        let operation = "encode the private key"
        let pointer = try exportable(operation)
        switch algorithm {
        case "RSA": return try der(operation, secret: true) { i2d_PrivateKey(pointer, $0) }
        case "EC":
            let point = try publicKey().uncompressedPoint()
            var scalar: OpaquePointer?
            try check(EVP_PKEY_get_bn_param(pointer, OSSL_PKEY_PARAM_PRIV_KEY, &scalar), operation)
            defer { BN_clear_free(scalar) }
            var bytes = [UInt8](repeating: 0, count: (point.count - 1) / 2)
            defer { OPENSSL_cleanse(&bytes, bytes.count) }
            try check(BN_bn2binpad(scalar, &bytes, Int32(bytes.count)), operation)
            return point + bytes
        default: throw OpenSSLError(operation: operation + " of the kind \(algorithm) in this form", entries: [])
        }
    }
}

extension PublicKey {
    /// PKCS #1 RSAPublicKey for RSA, 04 ‖ X ‖ Y for elliptic curves.
    /// - Throws: `OpenSSLError` for other algorithms.
    package func externalRepresentation() throws -> Data {
        switch algorithm {
        case "RSA": return try bare()
        case "EC": return try uncompressedPoint()
        default:
            throw OpenSSLError(operation: "encode the public key of the kind \(algorithm) in this form", entries: [])
        }
    }

    /// 04 ‖ X ‖ Y, also when the key came compressed.
    fileprivate func uncompressedPoint() throws -> Data {
        let operation = "encode the point"
        var coordinates: [Data] = []
        let size = (bits + 7) / 8
        for name in [OSSL_PKEY_PARAM_EC_PUB_X, OSSL_PKEY_PARAM_EC_PUB_Y] {
            var number: OpaquePointer?
            try check(EVP_PKEY_get_bn_param(pointer, name, &number), operation)
            defer { BN_free(number) }
            var bytes = [UInt8](repeating: 0, count: size)
            try check(BN_bn2binpad(number, &bytes, Int32(size)), operation)
            coordinates.append(Data(bytes))
        }
        return Data([4]) + coordinates.reduce(Data(), +)
    }
}

/// The curves that Apple tells apart by the size of a coordinate in bytes.
private let curves: [Int: String] = [24: "P-192", 28: "P-224", 32: "P-256", 48: "P-384", 66: "P-521"]

private func ellipticKey(point: Data, scalar: Data?) throws -> OpaquePointer {
    let operation = "read the elliptic curve key"
    guard point.first == 4, let curve = curves[(point.count - 1) / 2], point.count % 2 == 1 else {
        throw OpenSSLError(operation: operation + ", which is no uncompressed point of a known curve", entries: [])
    }
    let (bytes, secret) = ([UInt8](point), SecretBytes(scalar ?? Data()))
    let key = secret.withUnsafeBytes { secret in
        mtls_elliptic_key(
            curve, bytes, bytes.count, scalar == nil ? nil : secret.bindMemory(to: UInt8.self).baseAddress,
            Int32(clamping: secret.count))
    }
    let made = try check(key, operation)
    // The parts are taken one by one: whether they belong together is for us to ask.
    if scalar != nil {
        let context = EVP_PKEY_CTX_new_from_pkey(nil, made, nil)
        defer { EVP_PKEY_CTX_free(context) }
        if EVP_PKEY_pairwise_check(context) != 1 {
            EVP_PKEY_free(made)
            throw OpenSSLError.drain(operation + ", whose point and scalar don't belong together")
        }
    }
    return made
}
