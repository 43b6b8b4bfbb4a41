internal import CMutualTLSOpenSSL
import Foundation

/// A public key.
// @unchecked: an EVP_PKEY is not changed after it was made, and its reference count is atomic.
package final class PublicKey: @unchecked Sendable {
    /// Owned.
    let pointer: OpaquePointer

    /// Owns `pointer`.
    init(takingOwnershipOf pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// From the DER of a SubjectPublicKeyInfo (RFC 5280).
    /// - Throws: `OpenSSLError` when it isn't one.
    package convenience init(spki: Data) throws {
        let (pointer, _) = try parse(spki, "parse the public key") { d2i_PUBKEY(nil, $0, $1) }
        self.init(takingOwnershipOf: pointer)
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The DER of its SubjectPublicKeyInfo.
    package func spki() throws -> Data {
        try der("encode the public key") { i2d_PUBKEY(pointer, $0) }
    }

    /// The key without its algorithm: for RSA the PKCS#1 RSAPublicKey, for EC the point, uncompressed unless the key came
    /// compressed (Apple's external representation).
    package func bare() throws -> Data {
        try der("encode the public key") { i2d_PublicKey(pointer, $0) }
    }

    /// RSA, EC, ED25519 ... as OpenSSL names it.
    package var algorithm: String { EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) } ?? "unknown" }

    /// The key's size in bits.
    package var bits: Int { Int(EVP_PKEY_get_bits(pointer)) }
}

extension PublicKey: Hashable, CustomStringConvertible {
    package static func == (left: PublicKey, right: PublicKey) -> Bool {
        defer { ERR_clear_error() }
        return EVP_PKEY_eq(left.pointer, right.pointer) == 1
    }
    package func hash(into hasher: inout Hasher) {
        // A point may be encoded in several ways, which are all equal; this form is one for all of them.
        hasher.combine((try? externalRepresentation()) ?? (try? spki()))
    }
    package var description: String { "\(algorithm) public key of \(bits) bits" }
}
