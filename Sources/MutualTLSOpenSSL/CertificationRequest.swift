internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// A request for a certificate (PKCS#10), by the name that RFC 2986 has for it: a name and a public key, signed by the key's private half.
package struct CertificationRequest: Sendable {
    /// The exact encoding.
    package let der: Data
    /// The name that is asked for.
    package let subject: DistinguishedName
    /// The key that the certificate is to be for.
    package let publicKey: PublicKey

    /// Makes one.
    /// - Parameters:
    ///   - subject: the parts of the name in order, as ``CertificateBuilder`` takes them.
    ///   - key: the key that it is for, which signs it; with SHA-256 unless it has a hash of its own.
    /// - Throws: `OpenSSLError` for a name that can't be encoded, or a key that can't sign.
    package init(subject: [(type: String, value: String)], key: PrivateKey) throws {
        let operation = "make the certificate request"
        let request = try check(X509_REQ_new(), operation)
        defer { X509_REQ_free(request) }
        // The only version there is.
        try check(X509_REQ_set_version(request, 0), operation)
        try DistinguishedName.add(subject, to: X509_REQ_get_subject_name(request))
        try check(X509_REQ_set_pubkey(request, key.pointer), operation)
        try check(
            X509_REQ_sign(request, key.pointer, key.hashesItself ? nil : HashFunction.sha256.method),
            "sign the certificate request")
        try self.init(request)
    }

    /// From DER.
    /// - Throws: `OpenSSLError` when it is none, or its signature was not made by its key.
    package init(der: Data) throws {
        let (request, _) = try parse(der, "parse the certificate request") { d2i_X509_REQ(nil, $0, $1) }
        defer { X509_REQ_free(request) }
        let key = try check(X509_REQ_get0_pubkey(request), "read the certificate request's key")
        try check(X509_REQ_verify(request, key), "verify the certificate request's signature")
        try self.init(request)
    }

    private init(_ request: OpaquePointer) throws {
        der = try MutualTLSOpenSSL.der("encode the certificate request") { i2d_X509_REQ(request, $0) }
        subject = DistinguishedName(borrowing: X509_REQ_get_subject_name(request))
        publicKey = PublicKey(
            takingOwnershipOf: try check(X509_REQ_get_pubkey(request), "read the certificate request's key"))
    }

    /// As PEM, label `CERTIFICATE REQUEST`.
    package var pem: Data { PEMDocument.encode(label: "CERTIFICATE REQUEST", der: der) }
}

extension PrivateKey {
    /// Whether a signature's algorithm fixes the hash, so that none may be named.
    var hashesItself: Bool { [EVP_PKEY_ED25519, EVP_PKEY_ED448].contains(EVP_PKEY_get_id(pointer)) }
}

extension DistinguishedName {
    /// Appends parts to a name that is being made.
    /// - Parameters:
    ///   - parts: OpenSSL's short names, or dotted identifiers, and values in UTF-8.
    ///   - name: the name; nil for one that could not be had.
    static func add(_ parts: [(type: String, value: String)], to name: OpaquePointer?) throws {
        let name = try check(name, "make a name")
        for part in parts {
            try check(
                part.value.withCString {
                    X509_NAME_add_entry_by_txt(
                        name, part.type, MBSTRING_UTF8, UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self),
                        Int32(clamping: part.value.utf8.count), -1, 0)
                }, "put \(part.type) into the subject")
        }
    }

    /// Gives a copy of it to a certificate that is being made, as its subject.
    func setSubject(of certificate: OpaquePointer) throws {
        let operation = "copy the name"
        let (name, _) = try parse(der, operation) { d2i_X509_NAME(nil, $0, $1) }
        defer { X509_NAME_free(name) }
        try check(X509_set_subject_name(certificate, name), operation)
    }
}
