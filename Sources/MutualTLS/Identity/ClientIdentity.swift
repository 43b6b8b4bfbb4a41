import Foundation
import PortableSecurity

/// A client certificate, its private key, and the intermediates that lead to its root.
///
/// An immutable value. What goes out in a handshake is the leaf and the intermediates, in order, without the root.
public struct ClientIdentity: @unchecked Sendable {
    // @unchecked: SecIdentity and SecCertificate are immutable, which Apple's SDKs say only since those of OS 26.

    /// The leaf and its key.
    public let secIdentity: SecIdentity
    /// From the leaf's issuer upwards; neither the leaf nor a root is in it.
    public let intermediates: [SecCertificate]
    /// The leaf.
    public let certificate: SecCertificate
    /// The name (alias) that its file gives it; nil where there is none. On Apple platforms the importer doesn't tell it.
    public let friendlyName: String?
    /// What its file has in disorder, whatever the date.
    private(set) var fileProblems: [IdentityProblem]

    /// From what the keychain or an import gave.
    /// - Parameters:
    ///   - identity: the leaf and its key.
    ///   - certificates: candidates in any order; the leaf, roots, and certificates that don't lead upwards from the leaf
    ///     are left out.
    /// - Throws: `MutualTLSError` `noCertificate`.
    public init(_ identity: SecIdentity, certificates: [SecCertificate] = []) throws {
        try self.init(identity, certificates: certificates, friendlyName: nil, fileProblems: [])
    }

    init(
        _ identity: SecIdentity, certificates: [SecCertificate], friendlyName: String?, fileProblems: [IdentityProblem]
    ) throws(MutualTLSError) {
        var leaf: SecCertificate?
        guard SecIdentityCopyCertificate(identity, &leaf) == errSecSuccess, let leaf else {
            throw MutualTLSError(.noCertificate, "the identity has no certificate")
        }
        secIdentity = identity
        certificate = leaf
        intermediates = IntermediateChain.ordered(from: leaf, candidates: certificates)
        self.friendlyName = friendlyName
        self.fileProblems = fileProblems
    }

    /// From what was an identity before.
    /// - Parameters:
    ///   - certificate: the leaf of `identity`.
    ///   - intermediates: in the order in which they are sent.
    init(_ identity: SecIdentity, certificate: SecCertificate, intermediates: [SecCertificate], friendlyName: String?) {
        secIdentity = identity
        self.certificate = certificate
        self.intermediates = intermediates
        self.friendlyName = friendlyName
        fileProblems = []
    }

    /// Notes what else is in disorder.
    mutating func add(_ problem: IdentityProblem) { fileProblems.append(problem) }

    /// The credential that answers a client-certificate challenge.
    /// - Parameter persistence: `.forSession` unless there is a reason; no key is ever written anywhere.
    public func credential(persistence: URLCredential.Persistence = .forSession) -> URLCredential {
        URLCredential(identity: secIdentity, certificates: intermediates, persistence: persistence)
    }

    /// Who it is, in a few words: the certificate's common name or whatever stands in its place.
    public var summary: String {
        (SecCertificateCopySubjectSummary(certificate) as String?).map { "\"\($0)\"" } ?? "without a name"
    }

    /// The SHA-256 of the certificate's DER, in lower-case hexadecimal.
    public var fingerprint: String { Fingerprint.sha256(certificate) }

    /// Its issuer's common name, or organization; empty where it has neither.
    var issuerSummary: String {
        (try? CertificateFields(certificate)).flatMap { NameFields.summary($0.issuer) } ?? ""
    }
}

extension ClientIdentity: CustomStringConvertible {
    /// Names the certificate; nothing of the key.
    public var description: String { "ClientIdentity(\(summary), \(intermediates.count) intermediates)" }
}
