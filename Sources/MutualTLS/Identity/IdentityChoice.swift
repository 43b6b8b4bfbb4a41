import Foundation
import PortableSecurity

/// Which of several identities a server may take, and why not the others.
package struct IdentityChoice: Sendable {
    /// An identity that was dropped.
    package struct Dropped: Sendable {
        package let identity: ClientIdentity
        /// Clauses that begin with "it"; at least one.
        package let reasons: [String]
    }

    /// Those that fit, in their order.
    package private(set) var fitting: [ClientIdentity] = []
    /// The others, in their order.
    package private(set) var dropped: [Dropped] = []

    /// Sorts candidates; the same certificate counts once.
    /// - Parameters:
    ///   - candidates: the identities at hand.
    ///   - issuers: the DER of the names that the server accepts; empty where it accepts any.
    ///   - date: when the identity is to be used.
    package init(among candidates: [ClientIdentity], acceptedBy issuers: [Data], at date: Date = Date()) {
        var seen: Set<Data> = []
        for candidate in candidates where seen.insert(SecCertificateCopyData(candidate.certificate) as Data).inserted {
            var reasons = candidate.problems(at: date).filter(\.isBlocking).map(\.message)
            if !candidate.isIssued(byAnyOf: issuers) { reasons.append("it is from a CA that the server doesn't name") }
            if reasons.isEmpty {
                fitting.append(candidate)
            } else {
                dropped.append(Dropped(identity: candidate, reasons: reasons))
            }
        }
    }

    /// The one that fits.
    /// - Throws: `MutualTLSError`: `noIdentity` with the reasons where none does, `severalIdentities` with their names
    ///   where more than one does.
    package func single() throws(MutualTLSError) -> ClientIdentity {
        if let identity = fitting.first, fitting.count == 1 { return identity }
        if fitting.isEmpty {
            let reasons = dropped.map { "\($0.identity.summary): \($0.reasons.joined(separator: ", and "))" }
            throw MutualTLSError(
                .noIdentity,
                dropped.isEmpty
                    ? "there is no identity to choose from"
                    : "none of the identities fits the server: " + reasons.joined(separator: "; "),
                hint: "supply one that the server accepts")
        }
        throw MutualTLSError(
            .severalIdentities,
            "\(fitting.count) identities fit the server: \(fitting.map(\.summary).joined(separator: ", "))",
            hint: "say which one it should be: none is picked silently")
    }
}

extension ClientIdentity {
    /// The one of several that a server will take: valid, for clients, and from a CA that the server names.
    ///
    /// For a closure that answers a session's challenges:
    ///
    /// ```swift
    /// let session = try MutualTLSSession(origins: origins) { challenge in
    ///     try ClientIdentity.choose(from: mine, acceptedBy: challenge.protectionSpace.acceptableIssuers).credential()
    /// }
    /// ```
    /// - Parameters:
    ///   - candidates: the identities at hand; the same certificate counts once.
    ///   - issuers: the DER of the distinguished names that the server accepts (RFC 8446, 4.2.4), compared with the issuer
    ///     of the leaf and of each intermediate; empty where it accepts any.
    ///   - date: when the identity is to be used.
    /// - Throws: `MutualTLSError`: `noIdentity` where none fits, with a reason for each, and `severalIdentities` where more
    ///   than one does.
    public static func choose(
        from candidates: [ClientIdentity], acceptedBy issuers: [Data], at date: Date = Date()
    ) throws(MutualTLSError) -> ClientIdentity {
        try IdentityChoice(among: candidates, acceptedBy: issuers, at: date).single()
    }

    /// Whether a server that names these issuers can build a path to one of them from what is sent.
    fileprivate func isIssued(byAnyOf issuers: [Data]) -> Bool {
        issuers.isEmpty
            || ([certificate] + intermediates).contains { certificate in
                (try? CertificateFields(certificate)).map { issuers.contains($0.issuer) } ?? false
            }
    }
}
