#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// What an algorithm's name asks for.
    struct SignatureAlgorithm {
        let scheme: SignatureScheme
        /// Whether the input is hashed first; else it is the digest.
        let hashesInput: Bool

        /// nil for the algorithms that this module does not have.
        ///
        /// Apple's text is `algid:sign:<key>:<input>-<padding>:<hash>` and, for PSS, `:<hash of MGF1>:<salt length>`.
        init?(_ algorithm: SecKeyAlgorithm) {
            let parts = algorithm.rawValue.split(separator: ":").map(String.init)
            guard parts.count >= 5, parts[0] == "algid", parts[1] == "sign",
                let hash = HashFunction(rawValue: parts[4])
            else { return nil }
            switch (parts[2], parts[3], parts.count) {
            case ("RSA", "digest-PKCS1v15", 5), ("RSA", "message-PKCS1v15", 5): scheme = .rsaPKCS1(hash)
            case ("RSA", "digest-PSS", 7), ("RSA", "message-PSS", 7):
                // The salt is as long as the digest. Apple's text says 24 for SHA-224, which has 28 bytes.
                guard parts[5] == parts[4], parts[6] == (hash == .sha224 ? "24" : String(hash.length)) else {
                    return nil
                }
                scheme = .rsaPSS(hash)
            case ("ECDSA", "digest-X962", 5), ("ECDSA", "message-X962", 5): scheme = .ecdsa(hash)
            default: return nil
            }
            hashesInput = parts[3].hasPrefix("message")
        }

        /// Whether a key of this kind and size can do it.
        func fits(algorithm: String, bits: Int) -> Bool {
            switch scheme {
            case .rsaPKCS1(let hash):
                // The digest with its algorithm's identifier (19 bytes at most) and 11 bytes of padding.
                algorithm == "RSA" && (bits + 7) / 8 >= hash.length + 19 + 11
            case .rsaPSS(let hash):
                // RFC 8017, 9.1.1: digest, salt of the same length, and two bytes.
                algorithm == "RSA" && (bits + 6) / 8 >= 2 * hash.length + 2
            case .ecdsa: algorithm == "EC"
            }
        }

        /// What is signed for `input`; nil when it is to be a digest and has the wrong length.
        func digest(of input: Data) -> Data? {
            guard let hash = scheme.hash else { return input }
            if hashesInput { return hash.digest(input) }
            return input.count == hash.length ? input : nil
        }
    }
#endif
