import Foundation

/// How a private key is encrypted that stands in a PEM text, or alone as DER.
package enum KeyEncryption: Sendable {
    /// As PKCS#8's EncryptedPrivateKeyInfo.
    case pkcs8(PKCS12Traits.Encryption)
    /// Under the cipher that a header of the PEM block names (RFC 1421, 4.6.1.3).
    case traditional(cipher: String)

    /// Of all encrypted keys in a file, in its order; none where it can't be read.
    package static func all(in file: Data) -> [KeyEncryption] {
        if let info = try? EncryptedPrivateKeyInfo(der: file) { return [.pkcs8(.init(info.algorithm))] }
        return ((try? PEMDocument.blocks(in: file)) ?? []).compactMap { KeyEncryption($0) }
    }

    private init?(_ block: PEMBlock) {
        guard block.label.hasSuffix("PRIVATE KEY") else { return nil }
        if block.header("Proc-Type")?.hasSuffix("ENCRYPTED") == true {
            let name = block.header("DEK-Info")?.split(separator: ",").first.map { $0.filter { !$0.isWhitespace } }
            self = .traditional(cipher: name ?? "no cipher")
        } else if let info = try? EncryptedPrivateKeyInfo(der: block.der) {
            self = .pkcs8(.init(info.algorithm))
        } else {
            return nil
        }
    }

    /// Why OpenSSL 3 does not open it without its legacy provider.
    var openSSLObjection: String? {
        switch self {
        case .pkcs8(.unreadable(let reason)): reason
        case .pkcs8(.scheme(let scheme)): OpenSSLImporter.objection(toScheme: scheme)
        case .traditional(let cipher):
            Self.isLegacy(cipher)
                ? "its key is encrypted with \(cipher), which OpenSSL 3 keeps in its legacy provider" : nil
        }
    }

    /// By the names that OpenSSL writes: triple DES is none of them.
    private static func isLegacy(_ cipher: String) -> Bool {
        let name = cipher.uppercased()
        return ["RC2", "RC4", "RC5", "BF", "CAST", "IDEA", "SEED", "DES-", "DESX"].contains(where: name.hasPrefix)
            && !name.hasPrefix("DES-EDE")
    }
}
