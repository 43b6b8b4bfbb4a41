import Foundation
import PortableSecurity

/// Something that a server will hold against a client certificate.
public struct IdentityProblem: Sendable, Hashable {
    /// The kind of problem; new kinds may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name.
        public let description: String
        init(_ description: String) { self.description = description }

        /// It is past its notAfter.
        public static let expired = Code("expired")
        /// It is before its notBefore.
        public static let notYetValid = Code("notYetValid")
        /// Its extended key usage lacks clientAuth.
        public static let noClientAuthUsage = Code("noClientAuthUsage")
        /// Its key usage lacks digitalSignature.
        public static let noDigitalSignatureUsage = Code("noDigitalSignatureUsage")
    }

    /// The kind of problem.
    public let code: Code
    /// The problem as a clause that begins with "it".
    public let message: String
}

extension ClientIdentity {
    /// What a server will hold against the leaf.
    /// - Parameter date: when it is to be used.
    public func problems(at date: Date = Date()) -> [IdentityProblem] {
        IdentityProblem.all(of: certificate, at: date)
    }
}

extension IdentityProblem {
    /// What a server will hold against a client certificate.
    package static func all(of certificate: SecCertificate, at date: Date = Date()) -> [IdentityProblem] {
        guard let fields = try? CertificateFields(certificate) else { return [] }
        var problems: [IdentityProblem] = []
        if date > fields.notAfter {
            problems.append(.init(code: .expired, message: "it expired on \(day(fields.notAfter))"))
        }
        if date < fields.notBefore {
            problems.append(.init(code: .notYetValid, message: "it is valid only from \(day(fields.notBefore)) on"))
        }
        if let usages = fields.extendedKeyUsage, !usages.contains(where: CertificateFields.allowsClientAuth) {
            let names = usages.map(CertificateFields.usageName).joined(separator: ", ")
            problems.append(
                .init(
                    code: .noClientAuthUsage,
                    message: "its extended key usage is \(names) and lacks clientAuth"))
        }
        if fields.keyUsageAllowsDigitalSignature == false {
            problems.append(
                .init(code: .noDigitalSignatureUsage, message: "its key usage lacks digitalSignature"))
        }
        return problems
    }
}

private func day(_ date: Date) -> String {
    String(ISO8601DateFormatter().string(from: date).prefix(10))
}
