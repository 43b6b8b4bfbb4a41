#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL

    /// What a trust evaluation starts from.
    struct TrustQuestion: Sendable {
        /// The leaf, then candidates for the way up.
        var certificates: [SecCertificate]
        var policies: [SecPolicy]
        /// The caller's own anchors; nil when none were set.
        var anchors: [SecCertificate]?
        /// Whether the machine's roots don't count.
        var anchorsOnly = false
        /// nil for now.
        var date: Date?
        /// Whether the way up may also lead through certificates of the default keychain. They are no anchors.
        var usesStoredCertificates = true

        /// Evaluates. Asks nobody: revocation and missing intermediates are not fetched.
        func evaluated() -> TrustEvaluation {
            guard let leaf = certificates.first?.x509 else {
                return TrustEvaluation(chain: [], faults: [], failure: "there is no certificate")
            }
            let date = date ?? Date()
            do {
                let (path, isSystemAnchored) = try bestPath(leaf, date)
                var faults = path.trustFaults
                for policy in policies {
                    let rules = CertificateRules(
                        chain: path.chain, isSystemAnchored: isSystemAnchored, rule: policy.rule)
                    faults += rules.faults
                }
                return TrustEvaluation(chain: path.chain.map(SecCertificate.init), faults: faults, failure: nil)
            } catch {
                return TrustEvaluation(chain: [SecCertificate(leaf)], faults: [], failure: "\(error)")
            }
        }

        /// The path through the certificates that were given, or else that through stored ones.
        private func bestPath(
            _ leaf: X509Certificate, _ date: Date
        ) throws -> (path: PathValidation, isSystemAnchored: Bool) {
            let given = certificates.dropFirst().map(\.x509)
            let found = try bestPath(leaf, date, through: given)
            if found.path.isAnchored || !usesStoredCertificates { return found }
            let stored = SecKeychain.storedIssuers(above: [leaf] + given)
            return stored.isEmpty ? found : try bestPath(leaf, date, through: given + stored)
        }

        /// The path to the caller's anchors, or else that to the machine's roots.
        private func bestPath(
            _ leaf: X509Certificate, _ date: Date, through candidates: [X509Certificate]
        ) throws -> (path: PathValidation, isSystemAnchored: Bool) {
            let own = (anchors ?? []).map(\.x509)
            // A leaf that is an anchor is the whole path.
            let intermediates = own.contains(leaf) ? [] : candidates
            var ownPath: PathValidation?
            if anchorsOnly || !own.isEmpty {
                let path = try PathValidation(
                    leaf: leaf, intermediates: intermediates, anchors: TrustStore(anchors: own), date: date)
                if anchorsOnly || path.isAnchored { return (path, false) }
                ownPath = path
            }
            let path = try PathValidation(
                leaf: leaf, intermediates: intermediates, anchors: TrustStore.system(), date: date)
            if path.isAnchored { return (path, true) }
            return (ownPath ?? path, false)
        }
    }

    /// What a trust evaluation found.
    package struct TrustEvaluation: Sendable {
        /// The chain, leaf first; on failure as much as could be built.
        package let chain: [SecCertificate]
        /// Every reason not to trust it.
        package let faults: [TrustFault]
        /// Why nothing could be found out.
        let failure: String?

        /// Apple's verdict.
        package var result: SecTrustResultType {
            if failure != nil { return .otherError }
            if faults.isEmpty { return .unspecified }
            return faults.contains(where: \.isFatal) ? .fatalTrustFailure : .recoverableTrustFailure
        }

        /// The foremost fault as an error; nil for a trusted chain.
        package var error: NSError? {
            if let failure {
                return securityError(errSecInternal, "The certificate could not be evaluated: \(failure).")
            }
            guard let fault = faults.foremost else { return nil }
            let name = chain.indices.contains(fault.index) ? chain[fault.index].x509.summary : nil
            let all = faults.map { "\($0.index): \($0.text)" }.joined(separator: "; ")
            return securityError(
                fault.code, "The certificate \"\(name ?? "without a name")\" \(fault.text).",
                underlying: securityError(fault.code, "Certificate \(all)."))
        }
    }
#endif
