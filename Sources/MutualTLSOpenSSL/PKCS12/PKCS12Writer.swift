internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation
import MutualTLSPKCS12

/// Writes PKCS#12 files (RFC 7292): certificates in an encrypted part, keys one by one in shrouded key bags, a MAC over
/// both.
package enum PKCS12Writer {
    /// A file with these identities.
    /// - Parameters:
    ///   - entries: each certificate once. A key and its certificate get the same localKeyID, the certificate's SHA-1.
    ///   - intermediates: put behind the entries' certificates in this order, each once, without name or localKeyID.
    ///   - password: UTF-8, without NUL. nil is the null password, and not the same as an empty one (RFC 7292, B.1).
    /// - Returns: the file's DER.
    /// - Throws: `OpenSSLError`, also for a key that is not its certificate's.
    package static func write(
        _ entries: [PKCS12Entry], intermediates: [X509Certificate] = [], password: SecretBytes?, format: Format
    ) throws -> Data {
        func refuse(_ what: String) -> OpenSSLError {
            OpenSSLError(operation: "\(operation) with \(what)", entries: [])
        }
        // They would end the C strings of whoever reads the file early, and with them the password.
        if entries.contains(where: { $0.friendlyName?.utf8.contains(0) == true }) || password?.holdsNUL == true {
            throw refuse("a NUL character in its password or name")
        }
        if entries.isEmpty && intermediates.isEmpty { throw refuse("nothing in it") }
        var written: Set<X509Certificate> = []
        for entry in entries {
            guard entry.key?.matches(entry.certificate) != false else {
                throw refuse("a key that is not its certificate's")
            }
            guard written.insert(entry.certificate).inserted else { throw refuse("one certificate in two entries") }
        }
        let others = intermediates.filter { written.insert($0).inserted }
        return try password.withOptionalCString { try write(entries, others, $0, format) }
    }

    private static func write(
        _ entries: [PKCS12Entry], _ others: [X509Certificate], _ password: UnsafePointer<CChar>?, _ format: Format
    ) throws -> Data {
        // Owned, and made by OpenSSL with their first element.
        var (certificates, keys, parts): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
        defer {
            mtls_sk_PKCS12_SAFEBAG_pop_free(certificates)
            mtls_sk_PKCS12_SAFEBAG_pop_free(keys)
            mtls_sk_PKCS7_pop_free(parts)
        }
        for entry in entries {
            let bag = try check(PKCS12_add_cert(&certificates, entry.certificate.pointer), operation)
            try mark(bag, name: entry.friendlyName)
            guard let key = entry.key else { continue }
            let pointer = try key.exportable(operation)
            let added = key.whileEncoding {
                PKCS12_add_key_ex(
                    &keys, pointer, 0, format.iterations, format.encryption, password, nil, nil)
            }
            let keyBag = try check(added, operation)
            let identifier = Digest.sha1(entry.certificate.der)
            try mark(bag, identifier: identifier)
            try mark(keyBag, name: entry.friendlyName)
            try mark(keyBag, identifier: identifier)
        }
        for certificate in others { _ = try check(PKCS12_add_cert(&certificates, certificate.pointer), operation) }
        try check(
            PKCS12_add_safe_ex(&parts, certificates, format.encryption, format.iterations, password, nil, nil),
            operation)
        // -1: not encrypted once more, as the keys are already.
        if let keys { try check(PKCS12_add_safe_ex(&parts, keys, -1, 0, nil, nil, nil), operation) }
        let file = try check(PKCS12_add_safes_ex(parts, 0, nil, nil), operation)
        defer { PKCS12_free(file) }
        // No salt given: OpenSSL makes one. Apple refuses an empty one.
        try check(
            PKCS12_set_mac(file, password, -1, nil, 0, format.iterations, EVP_get_digestbyname(format.macDigest)),
            operation)
        return try der(operation) { i2d_PKCS12(file, $0) }
    }

    private static let operation = "write the PKCS#12 file"

    private static func mark(_ bag: OpaquePointer, identifier: Data) throws {
        var bytes = [UInt8](identifier)
        try check(PKCS12_add_localkeyid(bag, &bytes, int32(bytes.count, operation)), operation)
    }

    private static func mark(_ bag: OpaquePointer, name: String?) throws {
        guard let name, !name.isEmpty else { return }
        // A BMPString, in practice UTF-16: OpenSSL's own conversion from UTF-8 refuses what needs two units.
        let units = name.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        try check(PKCS12_add_friendlyname_uni(bag, units, int32(units.count, operation)), operation)
    }
}

extension SecretBytes? {
    fileprivate func withOptionalCString<Result>(_ body: (UnsafePointer<CChar>?) throws -> Result) rethrows -> Result {
        guard let self else { return try body(nil) }
        return try self.withCString(body)
    }
}
