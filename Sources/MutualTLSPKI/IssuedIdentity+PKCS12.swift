import Foundation
internal import MutualTLSOpenSSL
internal import MutualTLSPKCS12

extension IssuedIdentity {
    /// How a PKCS#12 file is protected.
    public struct PKCS12Format: Sendable, Hashable {
        let format: PKCS12Writer.Format

        /// AES-256 under PBKDF2 with HMAC-SHA-256 and a SHA-256 MAC: opens on iOS 18, macOS 15, Java 17, Windows 10
        /// (1709) and everything of today.
        public static let modern = PKCS12Format(format: .modern)
        /// Triple DES and SHA-1, which opens everywhere, also on iOS 17 and older and on Windows XP. Both are weak: the
        /// password is all but the only protection.
        public static let compatible = PKCS12Format(format: .compatible)
    }

    /// The identity as a PKCS#12 file (RFC 7292).
    /// - Parameters:
    ///   - password: nil is the null password, and not the same as the empty one: some readers open only one of them.
    ///     Java opens nothing under a password that is not ASCII.
    ///   - friendlyName: the name that lists show; nil leaves it out.
    ///   - includesIntermediates: whether the intermediates go into the file; the root never does.
    /// - Returns: the file's DER. Guard it as well as its password deserves.
    /// - Throws: `PKIError`: `.invalidPassword` where the password or the friendly name holds a NUL.
    public func pkcs12(
        password: String?, format: PKCS12Format = .modern, friendlyName: String? = nil,
        includesIntermediates: Bool = true
    ) throws(PKIError) -> Data {
        if password?.utf8.contains(0) == true || friendlyName?.utf8.contains(0) == true {
            throw PKIError(
                .invalidPassword, "a PKCS#12 password or friendly name can't hold a NUL character; choose another")
        }
        do {
            return try PKCS12Writer.write(
                [PKCS12Entry(key: key, certificate: certificate, friendlyName: friendlyName)],
                intermediates: includesIntermediates ? intermediates : [],
                password: password.map { SecretBytes(utf8: $0) }, format: format.format)
        } catch {
            throw PKIError(.cryptography, "\(error)", underlying: error)
        }
    }
}
