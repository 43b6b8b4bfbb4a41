#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// Apple's rules for the certificates of a chain, beyond those of RFC 5280 that path validation keeps.
    struct CertificateRules {
        /// Leaf first.
        let chain: [X509Certificate]
        /// Whether the chain ends at one of the machine's own roots, for which the rules are stricter.
        let isSystemAnchored: Bool
        let rule: SecPolicy.Rule

        /// Every breach.
        var faults: [TrustFault] {
            var faults = chain.enumerated().flatMap { index, certificate in
                keyFaults(index, certificate) + hashFaults(index, certificate) + formFaults(index, certificate)
            }
            switch rule {
            case .basic: break
            case .ssl(let server, let host):
                faults += usageFaults(server: server)
                if server { faults += lifetimeFaults }
                if let host { faults += nameFaults(HostName(host)) }
            case .mail(let address): faults += mailFaults(address)
            }
            return faults
        }

        private var isServer: Bool {
            if case .ssl(server: true, _) = rule { true } else { false }
        }

        /// Apple makes no key of anything else. The last two only get as far as their signature, which is refused.
        private static let keyKinds: Set = ["RSA", "RSA-PSS", "EC", "ED25519", "ED448"]

        private func keyFaults(_ index: Int, _ certificate: X509Certificate) -> [TrustFault] {
            guard let key = try? certificate.publicKey(), Self.keyKinds.contains(key.algorithm) else {
                return [
                    TrustFault(
                        .keySize, index, errSecUnsupportedKeySize, isFatal: true, "has a public key that can't be used")
                ]
            }
            if ["ED25519", "ED448"].contains(key.algorithm) {
                return [
                    TrustFault(
                        .trust, index, errSecNotTrusted,
                        "has an \(key.algorithm) key, which trust evaluation does not take")
                ]
            }
            let (weak, least) =
                switch key.algorithm {
                case "RSA", "RSA-PSS": (1024, 2048)
                case "EC": (160, 256)
                default: (0, 0)
                }
            if key.bits < weak {
                return [
                    TrustFault(
                        .keySize, index, errSecUnsupportedKeySize, isFatal: true, "has a key of only \(key.bits) bits")
                ]
            }
            if isServer && key.bits < least {
                return [
                    TrustFault(
                        .keySize, index, errSecUnsupportedKeySize,
                        "has a key of \(key.bits) bits; a TLS server's chain needs \(least)")
                ]
            }
            return []
        }

        private func hashFaults(_ index: Int, _ certificate: X509Certificate) -> [TrustFault] {
            // A root's signature of itself proves nothing, so that its hash matters to nobody.
            if index == chain.count - 1 && certificate.isSelfIssued { return [] }
            switch certificate.signatureHash {
            case let hash? where ["MD2", "MD4", "MD5"].contains(hash):
                return [
                    TrustFault(
                        .weakHash, index, errSecInvalidDigestAlgorithm, isFatal: true,
                        "is signed with \(hash), which is broken")
                ]
            case "SHA1" where isServer:
                return [
                    TrustFault(.weakHash, index, errSecInvalidDigestAlgorithm, "is signed with SHA-1, which is broken")
                ]
            case nil:
                // Ed25519 and what is unknown: Apple's trust evaluation takes neither.
                return [
                    TrustFault(
                        .trust, index, errSecNotTrusted,
                        "is signed with \(certificate.signatureAlgorithm), which trust evaluation does not take")
                ]
            default: return []
            }
        }

        private func formFaults(_ index: Int, _ certificate: X509Certificate) -> [TrustFault] {
            let identifiers = certificate.extensionIdentifiers
            if Set(identifiers).count < identifiers.count {
                return [
                    TrustFault(.compliance, index, errSecCertificateDuplicateExtension, "has the same extension twice")
                ]
            }
            if certificate.hasInvalidExtension {
                return [
                    TrustFault(.compliance, index, errSecUnknownCertExtension, "has an extension that can't be read")
                ]
            }
            if certificate.subject.attributes.isEmpty && !certificate.hasCriticalAlternativeNames {
                return [
                    TrustFault(
                        .compliance, index, errSecInvalidSubjectName,
                        "has an empty subject, and its alternative names are not critical")
                ]
            }
            return []
        }
    }
#endif
