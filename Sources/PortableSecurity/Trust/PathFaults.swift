#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    extension PathValidation {
        /// What OpenSSL found, in Apple's codes.
        var trustFaults: [TrustFault] { faults.map(trustFault) }

        private func trustFault(_ fault: Fault) -> TrustFault {
            let index = min(max(fault.depth, 0), max(chain.count - 1, 0))
            let certificate = chain.indices.contains(index) ? chain[index] : nil
            switch fault.kind {
            case .notAnchored:
                return TrustFault(.trust, index, errSecNotTrusted, "is self-signed and not a trusted root")
            case .issuerMissing:
                let issuer = certificate.map { $0.issuer.commonName ?? $0.issuer.description } ?? "the issuer"
                return TrustFault(
                    .trust, index, errSecCreateChainFailed,
                    "was issued by \"\(issuer)\", whose certificate was neither sent nor is it a trusted root")
            case .badSignature:
                return TrustFault(
                    .trust, index, errSecCreateChainFailed, "has a signature that its issuer did not make")
            case .notYetValid:
                let date = certificate.map { " before \(Self.text($0.notBefore))" } ?? ""
                return TrustFault(.expired, index, errSecCertificateExpired, "is not valid\(date)")
            case .expired:
                let date = certificate.map { " on \(Self.text($0.notAfter))" } ?? ""
                return TrustFault(.expired, index, errSecCertificateExpired, "expired\(date)")
            case .notAnAuthority where certificate?.isCertificateAuthority == true:
                // OpenSSL calls a CA none when its key usage does not let it sign certificates.
                return TrustFault(
                    .usage, index, errSecInvalidKeyUsageForPolicy,
                    "issued a certificate, which its key usage does not allow")
            case .notAnAuthority:
                return certificate?.hasBasicConstraints == true
                    ? TrustFault(.compliance, index, errSecNoBasicConstraintsCA, "issued a certificate and is no CA")
                    : TrustFault(
                        .compliance, index, errSecNoBasicConstraints,
                        "issued a certificate and has no basic constraints")
            case .pathLength:
                return TrustFault(
                    .compliance, index, errSecPathLengthConstraintExceeded, "allows fewer CAs below it than there are")
            case .mayNotSignCertificates:
                return TrustFault(
                    .usage, index, errSecInvalidKeyUsageForPolicy,
                    "issued a certificate, which its key usage does not allow")
            case .unknownCriticalExtension:
                return TrustFault(
                    .compliance, index, errSecUnknownCriticalExtensionFlag, "has a critical extension that is not known"
                )
            case .keyIdentifier:
                return TrustFault(
                    .compliance, index, errSecInvalidIDLinkage, "names another key than its issuer's")
            case .nameConstraint:
                return TrustFault(
                    .compliance, index, errSecInvalidName, "holds a name that a CA above it does not allow")
            case .other:
                return TrustFault(.trust, index, errSecCreateChainFailed, "was refused: \(fault.text)")
            }
        }

        private static func text(_ date: Date) -> String {
            ISO8601DateFormatter().string(from: date)
        }
    }
#endif
