import Foundation
import PortableSecurity

/// Something that a server, or a phone, will hold against a client identity.
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
        /// Its key is of a kind that TLS can't authenticate with.
        public static let keyNotForTLS = Code("keyNotForTLS")
        /// It expires within 30 days.
        public static let expiresSoon = Code("expiresSoon")
        /// Its key is too small for many servers: RSA under 2048 bits, a curve under 224.
        public static let weakKey = Code("weakKey")
        /// It, or an intermediate, is signed over MD2, MD4, MD5 or SHA-1.
        public static let weakDigest = Code("weakDigest")
        /// The certificate of its issuer is not with it, and it is not known that the issuer is a root.
        public static let intermediateMissing = Code("intermediateMissing")
        /// An intermediate is past its notAfter.
        public static let intermediateExpired = Code("intermediateExpired")
        /// Its file holds the root too, which is never sent.
        public static let rootIncluded = Code("rootIncluded")
        /// Its file gives the same local key identifier to another key or leaf, which confuses Apple's importer.
        public static let duplicateLocalKeyID = Code("duplicateLocalKeyID")
        /// Its key is of a kind that is not known to become a `SecIdentity`.
        public static let keyUnknownToApple = Code("keyUnknownToApple")
    }

    /// The kind of problem.
    public let code: Code
    /// The problem as a clause that begins with "it".
    public let message: String
    /// Whether every server that checks it will refuse the identity. Others are advice: some servers, some systems, some day.
    public var isBlocking: Bool { Self.blocking.contains(code) }

    private static let blocking: Set<Code> = [
        .expired, .notYetValid, .noClientAuthUsage, .noDigitalSignatureUsage, .keyNotForTLS,
    ]
}

extension ClientIdentity {
    /// What every server that checks it will refuse it for.
    func refusals(at date: Date = Date()) -> [IdentityProblem] {
        guard let leaf = try? CertificateFields(certificate) else { return [] }
        return IdentityProblem.refusals(of: leaf, at: date)
    }

    /// What servers and phones will hold against it, the worst first.
    /// - Parameter date: when it is to be used.
    public func problems(at date: Date = Date()) -> [IdentityProblem] {
        guard let leaf = try? CertificateFields(certificate) else { return [] }
        let path = [leaf] + intermediates.compactMap { try? CertificateFields($0) }
        return IdentityProblem.refusals(of: leaf, at: date) + IdentityProblem.advice(on: path, at: date) + fileProblems
    }
}

extension IdentityProblem {
    /// How long before its end a certificate is called to be renewed, in seconds: 30 days.
    private static let soon: TimeInterval = 30 * 86_400

    /// What every server that checks it will refuse a leaf for.
    static func refusals(of leaf: CertificateFields, at date: Date) -> [IdentityProblem] {
        var problems: [IdentityProblem] = []
        if date > leaf.notAfter {
            problems.append(.init(code: .expired, message: "it expired on \(day(leaf.notAfter))"))
        }
        if date < leaf.notBefore {
            problems.append(.init(code: .notYetValid, message: "it is valid only from \(day(leaf.notBefore)) on"))
        }
        if let usages = leaf.extendedKeyUsage, !usages.contains(where: CertificateFields.allowsClientAuth) {
            let names = usages.map(CertificateFields.usageName).joined(separator: ", ")
            problems.append(
                .init(
                    code: .noClientAuthUsage, message: "its extended key usage is \(names) and lacks clientAuth"))
        }
        if leaf.keyUsageAllowsDigitalSignature == false {
            problems.append(
                .init(code: .noDigitalSignatureUsage, message: "its key usage lacks digitalSignature"))
        }
        if !leaf.publicKey.isForTLS {
            problems.append(
                .init(
                    code: .keyNotForTLS,
                    message: "its key, \(leaf.publicKey.name), is of a kind that TLS has no use for"))
        }
        return problems
    }

    /// What some servers or systems will mind.
    /// - Parameter path: the leaf and its intermediates, in order.
    static func advice(on path: [CertificateFields], at date: Date) -> [IdentityProblem] {
        guard let leaf = path.first, let last = path.last else { return [] }
        var problems: [IdentityProblem] = []
        let left = leaf.notAfter.timeIntervalSince(date)
        if (0..<soon).contains(left) {
            let days = Int((left / 86_400).rounded(.up))
            let when = days <= 1 ? "within a day" : "within \(days) days"
            problems.append(
                .init(code: .expiresSoon, message: "it expires \(when), on \(day(leaf.notAfter)); renew it"))
        }
        for intermediate in path.dropFirst() where date > intermediate.notAfter {
            problems.append(
                .init(
                    code: .intermediateExpired,
                    message: "its intermediate \(name(intermediate.subject)) expired on \(day(intermediate.notAfter))"))
        }
        if leaf.publicKey.isWeak {
            problems.append(
                .init(
                    code: .weakKey,
                    message: "its key, \(leaf.publicKey.name), is smaller than many servers take: RSA 2048 or EC P-256")
            )
        }
        for (certificate, what) in zip(
            path, ["it is"] + path.dropFirst().map { "its intermediate \(name($0.subject)) is" })
        where !certificate.isRoot {
            guard let digest = certificate.weakDigest else { continue }
            problems.append(
                .init(code: .weakDigest, message: "\(what) signed with \(digest), which many servers refuse"))
        }
        if let problem = missingIntermediate(above: last, isLeaf: path.count == 1) { problems.append(problem) }
        if !leaf.publicKey.isKnownToApple {
            problems.append(
                .init(
                    code: .keyUnknownToApple,
                    message:
                        "its key, \(leaf.publicKey.name), is not known to become a SecIdentity on Apple's systems, which "
                        + "take RSA and EC P-256, P-384 and P-521"))
        }
        return problems
    }

    /// Whether an intermediate is wanting can be known only where the certificate names its issuer's issuer. Without that, a leaf
    /// alone is doubtful, and what stands above an intermediate is taken for the root.
    private static func missingIntermediate(above last: CertificateFields, isLeaf: Bool) -> IdentityProblem? {
        if last.isRoot { return nil }
        let issuer = name(last.issuer)
        if let above = last.issuersIssuer {
            if above == last.issuer { return nil }
            return .init(
                code: .intermediateMissing,
                message: "its chain ends below the intermediate \(issuer), which is not in the file; add it")
        }
        guard isLeaf else { return nil }
        return .init(
            code: .intermediateMissing,
            message: "its issuer \(issuer) is not in the file; unless that is the root that servers know, add it")
    }

    private static func name(_ der: Data) -> String { NameFields.summary(der).map { "\"\($0)\"" } ?? "without a name" }
}

private func day(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day())
}
