#if !canImport(Security)
    import MutualTLSKeychain

    /// The classes of items that people name. The identity is the one without rows of its own.
    enum ItemKind: String, Sendable, CaseIterable {
        case certificate = "cert"
        case key = "keys"
        case identity = "idnt"
        case genericPassword = "genp"
        case internetPassword = "inet"

        /// The classes whose rows make one item, the certificate first.
        var classes: [ItemClass] {
            switch self {
            case .certificate: [.certificate]
            case .key: [.key]
            case .identity: [.certificate, .key]
            case .genericPassword: [.genericPassword]
            case .internetPassword: [.internetPassword]
            }
        }

        /// Whether a certificate is in it, at which the match keys look.
        var hasCertificate: Bool { self == .certificate || self == .identity }
    }
#endif
