internal import CMutualTLSOpenSSL
import Foundation

/// A certificate to be signed (RFC 5280).
package struct CertificateBuilder: Sendable {
    /// The parts of the subject in order, by OpenSSL's short names: `[("O", "Example"), ("CN", "alice")]`. UTF-8.
    package var subject: [(type: String, value: String)]
    /// A name that somebody has asked for, as it is encoded; `subject` is then empty.
    package var requestedName: DistinguishedName?
    /// The start of its validity; whole seconds.
    package var notBefore: Date
    /// The end of its validity; whole seconds.
    package var notAfter: Date
    /// Big-endian, at most 20 bytes, positive.
    package var serialNumber: Data
    /// Subject alternative names; none leaves the extension out.
    package var alternativeNames: [X509Certificate.AlternativeName] = []
    /// Extended key usages as dotted identifiers; none leaves the extension out.
    package var extendedKeyUsage: [String] = []
    /// nil leaves the extension out.
    package var keyUsage: KeyUsage?
    /// nil for an end-entity; else a CA below which so many further CAs may stand (nil inside: any number).
    package var authority: Authority?

    /// The hash that is signed; keys that have a hash of their own (Ed25519) ignore it.
    package var signatureHash: HashFunction = .sha256

    /// What a CA may do.
    package struct Authority: Sendable {
        /// The path length constraint, or nil for none.
        package var pathLength: Int?
        /// From a path length constraint.
        package init(pathLength: Int?) { self.pathLength = pathLength }
    }

    /// An end-entity certificate without extensions; set the rest.
    package init(subject: [(type: String, value: String)], notBefore: Date, notAfter: Date, serialNumber: Data) {
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.serialNumber = serialNumber
    }

    /// 16 random bytes, the two top bits being 01: a serial number that nobody guesses, positive and never shorter.
    package static func randomSerialNumber() throws -> Data {
        var serial = [UInt8](repeating: 0, count: 16)
        try check(RAND_bytes(&serial, Int32(serial.count)), "make a serial number")
        serial[0] = serial[0] & 0x7F | 0x40
        return Data(serial)
    }

    /// Signs it: by `issuer`, or by itself where there is none.
    /// - Parameters:
    ///   - publicKey: the subject's key.
    ///   - issuer: the issuing certificate, nil for a self-signed one.
    ///   - key: the issuer's private key.
    /// - Throws: `OpenSSLError`, when a field can't be encoded or the key can't sign.
    package func signed(publicKey: PublicKey, issuer: X509Certificate?, key: PrivateKey) throws -> X509Certificate {
        let operation = "make the certificate"
        let certificate = try check(X509_new(), operation)
        var isOwned = true
        defer { if isOwned { X509_free(certificate) } }

        try check(X509_set_version(certificate, 2), operation)
        try setSerial(certificate)
        try check(X509_set_pubkey(certificate, publicKey.pointer), operation)
        try setTime(X509_getm_notBefore(certificate), notBefore)
        try setTime(X509_getm_notAfter(certificate), notAfter)
        try requestedName?.setSubject(of: certificate)
        let name = try check(X509_get_subject_name(certificate), operation)
        try DistinguishedName.add(subject, to: name)
        try check(
            X509_set_issuer_name(certificate, issuer.map { X509_get_subject_name($0.pointer) } ?? name), operation)
        try addExtensions(certificate, issuer: issuer?.pointer ?? certificate)

        try check(
            X509_sign(certificate, key.pointer, key.hashesItself ? nil : signatureHash.method), "sign the certificate")
        let result = try X509Certificate(takingOwnershipOf: certificate)
        isOwned = false
        return result
    }

    private func setSerial(_ certificate: OpaquePointer) throws {
        let bytes = [UInt8](serialNumber)
        let number = try check(BN_bin2bn(bytes, Int32(clamping: bytes.count), nil), "set the serial number")
        defer { BN_free(number) }
        _ = try check(
            BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)), "set the serial number")
    }

    private func setTime(_ field: UnsafeMutablePointer<ASN1_TIME>?, _ date: Date) throws {
        guard let time = CertificateTime.exactly(date) else {
            throw OpenSSLError(
                operation: "put a date into a certificate that is outside of the years 0 to 9999", entries: [])
        }
        _ = try check(ASN1_TIME_set(field, time), "set the validity")
    }

    private func addExtensions(_ certificate: OpaquePointer, issuer: OpaquePointer) throws {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer, certificate, nil, nil, 0)
        func add(_ nid: Int32, _ value: String) throws {
            let made = try check(
                X509V3_EXT_conf_nid(nil, &context, nid, value), "make the extension \(String(cString: OBJ_nid2sn(nid)))"
            )
            defer { X509_EXTENSION_free(made) }
            try check(X509_add_ext(certificate, made, -1), "add an extension")
        }
        if let authority {
            let limit = authority.pathLength.map { ",pathlen:\($0)" } ?? ""
            try add(NID_basic_constraints, "critical,CA:TRUE\(limit)")
        } else {
            try add(NID_basic_constraints, "critical,CA:FALSE")
        }
        if let keyUsage { try add(NID_key_usage, "critical," + keyUsage.configuration) }
        if !extendedKeyUsage.isEmpty { try add(NID_ext_key_usage, extendedKeyUsage.joined(separator: ",")) }
        try add(NID_subject_key_identifier, "hash")
        try add(NID_authority_key_identifier, "keyid")
        try addAlternativeNames(certificate)
    }
}

extension KeyUsage {
    /// As OpenSSL's configuration files write it.
    fileprivate var configuration: String {
        let words: [(KeyUsage, String)] = [
            (.digitalSignature, "digitalSignature"), (.keyEncipherment, "keyEncipherment"),
            (.keyCertSign, "keyCertSign"), (.cRLSign, "cRLSign"),
        ]
        return words.filter { contains($0.0) }.map(\.1).joined(separator: ",")
    }
}
