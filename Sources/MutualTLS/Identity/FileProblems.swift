import Foundation
import PortableSecurity

/// What a file has in disorder around an identity.
enum FileProblems {
    /// Of one pair among all of a file.
    static func of(
        _ entry: IdentityMaterial.Certificate, _ key: IdentityMaterial.Key, keys: [IdentityMaterial.Key],
        certificates: [IdentityMaterial.Certificate]
    ) -> [IdentityProblem] {
        let identifiers = [entry.tie.localKeyID, key.tie.localKeyID].compactMap { $0 }
        let isShared = identifiers.contains { identifier in
            certificates.contains { $0.tie.localKeyID == identifier && $0.certificate != entry.certificate }
                || keys.contains { $0.tie.localKeyID == identifier && $0.key != key.key }
        }
        guard isShared else { return [] }
        return [
            IdentityProblem(
                code: .duplicateLocalKeyID,
                message: "its local key identifier is that of another key or certificate too, and Apple's importer "
                    + "keeps only the last of them")
        ]
    }

    /// The root came along.
    static func rootIncluded(_ root: SecCertificate) -> IdentityProblem {
        let name = (SecCertificateCopySubjectSummary(root) as String?).map { "\"\($0)\"" } ?? "without a name"
        return IdentityProblem(
            code: .rootIncluded,
            message: "its file holds the root \(name) too, which is not sent: servers have their own")
    }

    /// An intermediate is wanting between the chain's end and a CA that came along.
    static func gap(above last: SecCertificate?) -> IdentityProblem {
        let fields = last.flatMap { try? CertificateFields($0) }
        let issuer = fields.flatMap { NameFields.summary($0.issuer) }.map { "\"\($0)\"" } ?? "without a name"
        return IdentityProblem(
            code: .intermediateMissing,
            message: "its chain ends below \(issuer), which is not in the file, though another CA is; add it")
    }
}

extension ClientIdentity {
    /// Whether an intermediate came along that nobody's chain leads to, while this one's ends below something that didn't.
    func endsBelowAGap(among others: [IdentityFile.Certificate]) -> Bool {
        // The usual file has none, and is spared the rest.
        guard others.contains(where: { $0.role == .loose }) else { return false }
        guard let last = intermediates.last.flatMap({ try? CertificateFields($0) }), last.issuersIssuer == nil,
            !others.contains(where: { (try? CertificateFields($0.certificate))?.subject == last.issuer })
        else { return false }
        return others.contains { entry in
            guard entry.role == .loose, let fields = try? CertificateFields(entry.certificate) else { return false }
            return fields.isCA && !fields.isSelfIssued
        }
    }
}
