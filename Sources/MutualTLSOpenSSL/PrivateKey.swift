internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// A private key: RSA, elliptic curve, Ed25519 or whatever else OpenSSL reads.
// @unchecked: an EVP_PKEY is not changed after it was made, but for what `whileEncoding` guards, and its reference count is
// atomic.
package final class PrivateKey: @unchecked Sendable {
    /// Owned.
    let pointer: OpaquePointer
    /// Of a key that signs somewhere else.
    let remote: SignerContext?
    private let encoding = NSLock()

    /// Owns `pointer`.
    init(takingOwnershipOf pointer: OpaquePointer, remote: SignerContext? = nil) {
        self.pointer = pointer
        self.remote = remote
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The kinds of key that can be made.
    package enum Kind: Sendable, Hashable {
        /// Elliptic curve P-256, P-384 or P-521, by its size in bits.
        case ec(Int)
        /// RSA with a modulus of so many bits and the exponent 65537.
        case rsa(Int)
        /// Ed25519 (RFC 8410).
        case ed25519
    }

    /// A new key.
    /// - Throws: `OpenSSLError` when the kind is not to be had.
    package static func generate(_ kind: Kind) throws -> PrivateKey {
        let operation = "make a private key"
        let name =
            switch kind {
            case .ec: "EC"
            case .rsa: "RSA"
            case .ed25519: "ED25519"
            }
        let context = try check(EVP_PKEY_CTX_new_from_name(nil, name, nil), operation)
        defer { EVP_PKEY_CTX_free(context) }
        try check(EVP_PKEY_keygen_init(context), operation)
        switch kind {
        case .ec(let bits):
            try check(EVP_PKEY_CTX_set_group_name(context, "P-\(bits)"), operation)
        case .rsa(let bits):
            try check(EVP_PKEY_CTX_set_rsa_keygen_bits(context, int32(bits, operation)), operation)
        case .ed25519: break
        }
        var key: OpaquePointer?
        try check(EVP_PKEY_generate(context, &key), operation)
        return PrivateKey(takingOwnershipOf: try check(key, operation))
    }

    /// From unencrypted DER: PKCS#8 (RFC 5958), PKCS#1 (RFC 8017) or SEC1 (RFC 5915).
    /// - Throws: `OpenSSLError` when it is none of them.
    package convenience init(der: Data) throws {
        let operation = "parse the private key"
        // Of the three forms PKCS#8 names its algorithm, so that OpenSSL need not try one after the other.
        if let (info, _) = try? parse(der, operation, { d2i_PKCS8_PRIV_KEY_INFO(nil, $0, $1) }) {
            defer { PKCS8_PRIV_KEY_INFO_free(info) }
            self.init(takingOwnershipOf: try check(EVP_PKCS82PKEY(info), operation))
            return
        }
        let (pointer, _) = try parse(der, operation) { d2i_AutoPrivateKey(nil, $0, $1) }
        self.init(takingOwnershipOf: pointer)
    }

    /// Runs `encode` while nobody else encodes this key: OpenSSL sets a flag in an EC key for as long as it encodes it, so
    /// that two threads at once get different encodings, and the flag may stay.
    func whileEncoding<Result>(_ encode: () throws -> Result) rethrows -> Result {
        encoding.lock()
        defer { encoding.unlock() }
        return try encode()
    }

    /// Unencrypted PKCS#8 (RFC 5958) as DER. The copy is the caller's to guard.
    package func pkcs8() throws -> Data {
        let pointer = try exportable("encode the private key")
        let info = try check(whileEncoding { EVP_PKEY2PKCS8(pointer) }, "encode the private key")
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return try der("encode the private key", secret: true) { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    }

    /// Unencrypted PKCS#8 as PEM, label `PRIVATE KEY`.
    package func pem() throws -> Data {
        PEMDocument.encode(label: "PRIVATE KEY", der: try pkcs8())
    }

    /// Its public half.
    package func publicKey() throws -> PublicKey {
        if let remote { return remote.publicKey }
        let encoded = try der("encode the public key") { i2d_PUBKEY(pointer, $0) }
        return try PublicKey(spki: encoded)
    }

    /// Whether `certificate` is for this key.
    package func matches(_ certificate: X509Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard let theirs = X509_get0_pubkey(certificate.pointer) else { return false }
        return EVP_PKEY_eq(pointer, theirs) == 1
    }

    /// RSA, EC, ED25519 ... as OpenSSL names it.
    package var algorithm: String { EVP_PKEY_get0_type_name(pointer).map { String(cString: $0) } ?? "unknown" }

    /// The key's size in bits.
    package var bits: Int { Int(EVP_PKEY_get_bits(pointer)) }
}

extension PrivateKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(algorithm) private key\(remote == nil ? "" : ", elsewhere,") of \(bits) bits" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
