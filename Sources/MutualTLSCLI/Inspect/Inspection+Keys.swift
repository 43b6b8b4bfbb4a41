import MutualTLSPKCS12

extension Inspection.Protection {
    /// Of a key in a file that is not PKCS#12; nil where it is not known.
    init?(_ encryption: KeyEncryption) {
        switch encryption {
        case .pkcs8(.scheme(let scheme)): self.init(algorithm: scheme.name, iterations: scheme.iterations)
        case .pkcs8(.unreadable): return nil
        case .traditional(let cipher): self.init(algorithm: "PEM header \(cipher), MD5", iterations: 1)
        }
    }
}

extension Inspection {
    /// Nobody opens what is damaged, and nobody here knows who opens what can't be read at all.
    mutating func addOpensOfUnread() {
        guard status == .malformed || status == .unsupported else { return }
        let unread = ImporterVerdict.unread(isDamaged: status == .malformed).map(Opening.init)
        if opens.isEmpty {
            opens = unread
        } else if status == .malformed || format != "pkcs12" {
            opens = zip(opens, unread).map { $0.opens ? $1 : $0 }
        }
    }
}

extension IdentityFiles {
    /// How the private keys of files that are not PKCS#12 are encrypted.
    var keyEncryption: [KeyEncryption] { sources.flatMap { KeyEncryption.all(in: $0.data) } }
}
