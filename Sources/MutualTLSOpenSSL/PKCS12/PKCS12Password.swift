import Foundation
import MutualTLSPKCS12

/// A password in one of the forms that writers of PKCS#12 files have turned passwords into.
struct PKCS12Password: Sendable {
    /// UTF-8 of what PKCS#12's own key derivation gets as UTF-16 with a terminating zero (RFC 7292, B.1); nil for the null
    /// password, which gives it nothing at all, not even the zero.
    let text: SecretBytes?
    /// What PBKDF1, PBKDF2 and scrypt get.
    let octets: SecretBytes

    /// What it is, for who asks which importers take such a password.
    var kind: PKCS12Traits.Password {
        guard let text else { return .null }
        return text.withUnsafeBytes { $0.isEmpty ? .empty : .text(isPlain: $0.allSatisfy { (0x20...0x7E) ~= $0 }) }
    }

    /// The form that the standards demand.
    static func standard(_ password: SecretBytes?) -> PKCS12Password {
        PKCS12Password(text: password, octets: password ?? SecretBytes([]))
    }

    /// Every form worth trying, the standards' first.
    ///
    /// No password at all may be null or empty, whatever the person calls it. One of ASCII has a single form. Others were
    /// written composed or decomposed, as the keyboard gave them; as Latin-1 under PBKDF2; and octet by octet by OpenSSL
    /// before 1.1, which took every octet for a character.
    /// - Parameter password: UTF-8; nil for none.
    static func forms(of password: SecretBytes?) -> [PKCS12Password] {
        let empty = SecretBytes([])
        guard let password, password.count > 0 else {
            let both = [PKCS12Password(text: nil, octets: empty), PKCS12Password(text: empty, octets: empty)]
            return password == nil ? both : both.reversed()
        }
        let standard = standard(password)
        return password.withUnsafeBytes { bytes in
            if bytes.allSatisfy({ $0 < 0x80 }) { return [standard] }
            // From here on Foundation's strings hold copies that nobody can wipe; normalisation can't be had without.
            let given = String(decoding: bytes, as: UTF8.self)
            let octetwise = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            var forms = [standard]
            var seen = [Array(bytes)]
            for variant in [given.precomposedStringWithCanonicalMapping, given.decomposedStringWithCanonicalMapping] {
                let utf8 = Array(variant.utf8)
                if seen.contains(utf8) { continue }
                seen.append(utf8)
                forms.append(.standard(SecretBytes(utf8)))
            }
            let composed = given.precomposedStringWithCanonicalMapping.unicodeScalars
            if composed.allSatisfy({ $0.value < 0x100 }) {
                forms.append(
                    PKCS12Password(
                        text: SecretBytes(utf8: given.precomposedStringWithCanonicalMapping),
                        octets: SecretBytes(composed.map { UInt8(truncatingIfNeeded: $0.value) })))
            }
            forms.append(PKCS12Password(text: SecretBytes(utf8: octetwise), octets: password))
            return forms
        }
    }
}
