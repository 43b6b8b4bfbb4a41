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
}
