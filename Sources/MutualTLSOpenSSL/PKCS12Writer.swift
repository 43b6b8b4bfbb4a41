internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

/// Writes PKCS#12 files (RFC 7292).
package enum PKCS12Writer {
    /// How the file is protected.
    package enum Format: Sendable, Hashable {
        /// AES-256-CBC under PBKDF2 with HMAC-SHA-256 (PBES2), and a MAC with SHA-256.
        case modern
        /// 3DES for the key, RC2-40 for certificates, a MAC with SHA-1: for readers that know nothing else.
        case legacy

        /// How often the password is hashed. Today's readers take more than the old ones' customary number.
        fileprivate var iterations: Int32 { self == .modern ? 10_000 : 2_048 }
    }

    /// One file with one identity.
    /// - Parameters:
    ///   - intermediates: put behind `certificate` in this order.
    ///   - password: UTF-8, without NUL. nil is the null password, and not the same as an empty one (RFC 7292, B.1).
    ///   - friendlyName: the name that lists show, without NUL; nil leaves it out.
    /// - Returns: the file's DER.
    /// - Throws: `OpenSSLError`; for `.legacy` also where the legacy provider is not installed.
    package static func write(
        key: PrivateKey, certificate: X509Certificate, intermediates: [X509Certificate], password: SecretBytes?,
        friendlyName: String?, format: Format
    ) throws -> Data {
        let operation = "write the PKCS#12 file"
        // They would end the C strings early, and with them the password.
        if friendlyName?.utf8.contains(0) == true || password?.withUnsafeBytes({ $0.contains(0) }) == true {
            throw OpenSSLError(operation: operation + " with a NUL character in its password or name", entries: [])
        }
        let context = format == .legacy ? try LegacyLibraryContext.shared() : nil
        return try withStack(of: intermediates) { stack in
            let file = try password.withOptionalCString { password in
                try friendlyName.withOptionalCString { name in
                    try check(
                        mtls_PKCS12_create(
                            password, name, key.pointer, certificate.pointer, stack, format == .legacy ? 1 : 0,
                            format.iterations, context?.pointer), operation)
                }
            }
            defer { PKCS12_free(file) }
            return try der(operation) { i2d_PKCS12(file, $0) }
        }
    }
}

extension SecretBytes? {
    fileprivate func withOptionalCString<Result>(_ body: (UnsafePointer<CChar>?) throws -> Result) rethrows -> Result {
        guard let self else { return try body(nil) }
        return try self.withCString(body)
    }
}

extension String? {
    fileprivate func withOptionalCString<Result>(_ body: (UnsafePointer<CChar>?) throws -> Result) rethrows -> Result {
        guard let self else { return try body(nil) }
        return try self.withCString(body)
    }
}
