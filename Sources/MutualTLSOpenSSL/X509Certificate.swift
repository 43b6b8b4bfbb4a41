internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

/// An X.509 certificate (RFC 5280).
// @unchecked: an X509 is not changed after it was parsed or signed, and its reference count is atomic. OpenSSL caches
// extensions inside it under its own lock.
package final class X509Certificate: @unchecked Sendable {
    /// Owned.
    let pointer: OpaquePointer
    /// The exact encoding.
    package let der: Data

    /// From DER. Bytes after the certificate are dropped.
    /// - Throws: `OpenSSLError` when `der` is not a certificate.
    package convenience init(der: Data) throws {
        let (pointer, _) = try parse(der, "parse the certificate") { d2i_X509(nil, $0, $1) }
        do {
            try self.init(takingOwnershipOf: pointer)
        } catch {
            X509_free(pointer)
            throw error
        }
    }

    /// Owns `pointer` once it has succeeded.
    init(takingOwnershipOf pointer: OpaquePointer) throws {
        der = try MutualTLSOpenSSL.der("encode the certificate") { i2d_X509(pointer, $0) }
        self.pointer = pointer
    }

    /// In the place of a certificate that can't be parsed: without names, key and dates.
    package static func unreadable(_ der: Data) -> X509Certificate {
        guard let empty = X509_new() else { preconditionFailure("out of memory") }
        return X509Certificate(empty, der: der)
    }

    private init(_ pointer: OpaquePointer, der: Data) { (self.pointer, self.der) = (pointer, der) }

    /// Adds a reference of its own to a certificate that belongs to somebody else.
    static func retaining(_ pointer: OpaquePointer) throws -> X509Certificate {
        try check(X509_up_ref(pointer), "keep the certificate")
        do {
            return try X509Certificate(takingOwnershipOf: pointer)
        } catch {
            X509_free(pointer)
            throw error
        }
    }

    deinit { X509_free(pointer) }

    /// Who it was issued to.
    package var subject: DistinguishedName { DistinguishedName(borrowing: X509_get_subject_name(pointer)) }
    /// Who issued it.
    package var issuer: DistinguishedName { DistinguishedName(borrowing: X509_get_issuer_name(pointer)) }

    /// The content bytes of the serial number's INTEGER, big-endian.
    package var serialNumber: Data {
        guard let serial = X509_get0_serialNumber(pointer), let bytes = ASN1_STRING_get0_data(serial) else {
            return Data()
        }
        return Data(bytes: bytes, count: Int(ASN1_STRING_length(serial)))
    }

    /// The start of its validity.
    package var notBefore: Date { date(X509_get0_notBefore(pointer)) }
    /// The end of its validity.
    package var notAfter: Date { date(X509_get0_notAfter(pointer)) }

    /// The version as people count it: 1, 2 or 3.
    package var version: Int { Int(X509_get_version(pointer)) + 1 }

    /// Whether subject and issuer are the same name; says nothing about the signature.
    package var isSelfIssued: Bool { X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(pointer)) == 0 }

    /// Whether it is self-issued and its signature verifies with its own key.
    package var isSelfSigned: Bool {
        defer { ERR_clear_error() }
        return X509_self_signed(pointer, 1) == 1
    }

    /// SHA-256 over the whole certificate, 32 bytes.
    package var sha256: Data { Digest.sha256(der) }

    /// The subject's key.
    /// - Throws: `OpenSSLError` when the algorithm is unknown or the key is broken.
    package func publicKey() throws -> PublicKey {
        PublicKey(takingOwnershipOf: try check(X509_get_pubkey(pointer), "read the certificate's public key"))
    }

    /// Whether `issuer` has this certificate's issuer name and its key verifies this certificate's signature.
    package func isIssued(by issuer: X509Certificate) -> Bool {
        X509_NAME_cmp(X509_get_issuer_name(pointer), X509_get_subject_name(issuer.pointer)) == 0
            && isSigned(by: issuer) == true
    }

    /// Whether the key of `issuer` verifies this certificate's signature, whatever the names; nil where this OpenSSL doesn't have
    /// the algorithm of the key or the signature.
    package func isSigned(by issuer: X509Certificate) -> Bool? {
        defer { ERR_clear_error() }
        guard let key = X509_get0_pubkey(issuer.pointer),
            X509_get_signature_info(pointer, nil, nil, nil, nil) == 1
        else { return nil }
        return X509_verify(pointer, key) == 1
    }

    /// The name of the signature's algorithm as OpenSSL spells it, such as `ecdsa-with-SHA256`.
    package var signatureAlgorithm: String {
        String(cString: OBJ_nid2ln(X509_get_signature_nid(pointer)))
    }

    private func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date {
        var fields = tm()
        // A parsed certificate holds valid times: OpenSSL refuses others. timegm takes UTC, as ASN1_TIME_to_tm gives it.
        guard let time, ASN1_TIME_to_tm(time, &fields) == 1 else { return .distantPast }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&fields)))
    }
}

extension X509Certificate: Hashable, CustomStringConvertible {
    package static func == (left: X509Certificate, right: X509Certificate) -> Bool { left.der == right.der }
    package func hash(into hasher: inout Hasher) { hasher.combine(der) }
    package var description: String { "certificate of \(subject)" }
}

/// Calls `body` with a new stack of `certificates`, freed afterwards.
func withStack<Result>(
    of certificates: [X509Certificate], _ body: (OpaquePointer) throws -> Result
) throws -> Result {
    let stack = try check(mtls_sk_X509_new(), "make a list of certificates")
    defer { mtls_sk_X509_pop_free(stack) }
    for certificate in certificates {
        try check(mtls_sk_X509_push_retained(stack, certificate.pointer), "make a list of certificates")
    }
    return try body(stack)
}

/// The certificates of a borrowed stack, in its order.
func certificates(in stack: OpaquePointer?) throws -> [X509Certificate] {
    guard let stack else { return [] }
    return try (0..<mtls_sk_X509_num(stack)).compactMap { index in
        try mtls_sk_X509_value(stack, index).map(X509Certificate.retaining)
    }
}
