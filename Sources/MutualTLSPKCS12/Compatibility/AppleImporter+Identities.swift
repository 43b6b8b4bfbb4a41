extension AppleImporter {
    /// Why a file that is taken gives no identity; nil where it gives one, or where that can't be seen.
    static func lackOfIdentity(in traits: PKCS12Traits) -> String? {
        guard traits.appleIdentityCount == 0 else { return nil }
        if let algorithm = traits.appleKeys?.lazy.compactMap(\.algorithm).first {
            return
                "its key is \(algorithm), and SecKey is known to take only P-256, P-384 and P-521; whether the importer gives an identity is not known"
        }
        let keys = traits.keys.filter { !$0.isNested }
        let why =
            if keys.isEmpty {
                traits.keys.isEmpty
                    ? "it holds no private key" : "its key is in a bag of bags, where Apple doesn't look"
            } else if !keys.contains(where: \.isShrouded) {
                "its key is not encrypted by itself (a plain key bag), and Apple passes over such keys"
            } else if !traits.certificates.contains(where: { !$0.isNested }) {
                "it holds no certificate"
            } else {
                "no local key identifier or friendly name ties its key to a certificate"
            }
        return "it imports, but gives no identity: \(why)"
    }

    /// On what it depends that a file opens.
    func conditions(for traits: PKCS12Traits) -> [String] {
        var conditions: [String] = []
        if traits.password == .empty, knowsPBES2 {
            conditions.append("on iOS; macOS 15.4 and newer take an empty password for none and refuse it")
        }
        guard let count = traits.appleIdentityCount else {
            conditions.append(
                "if its key is RSA or elliptic-curve and tied to its certificate, which the password shows")
            return conditions
        }
        if count < traits.keys.count { conditions.append("with \(count) of its \(traits.keys.count) keys") }
        return conditions
    }
}
