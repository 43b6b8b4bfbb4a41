import Foundation
import PortableSecurity

/// Which of several identities a server may take, and why not the others.
package struct IdentityChoice: Sendable {
    /// An identity that was dropped.
    package struct Dropped: Sendable {
        package let identity: ClientIdentity
        /// Clauses that begin with "it" or "its"; at least one.
        package let reasons: [String]
    }

    /// Those that fit, in their order; with `.newest` only those that begin last.
    package private(set) var fitting: [ClientIdentity] = []
    /// The others: first those that don't fit, in their order, then those that were passed over.
    package private(set) var dropped: [Dropped] = []

    /// Sorts candidates; the same certificate counts once.
    /// - Parameters:
    ///   - candidates: the identities at hand.
    ///   - server: what the server takes.
    ///   - selection: what to do with several that fit.
    ///   - date: when the identity is to be used.
    package init(
        among candidates: [ClientIdentity], for server: CertificateRequestFacts,
        selection: ClientIdentity.Selection = .onlyOne, at date: Date = Date()
    ) {
        var seen: Set<Data> = []
        for candidate in candidates where seen.insert(SecCertificateCopyData(candidate.certificate) as Data).inserted {
            let reasons =
                candidate.problems(at: date).filter(\.isBlocking).map(\.message) + server.objections(to: candidate)
            if reasons.isEmpty {
                fitting.append(candidate)
            } else {
                dropped.append(Dropped(identity: candidate, reasons: reasons))
            }
        }
        if selection == .newest { keepNewest() }
    }

    /// Drops those that begin earlier than another that fits.
    private mutating func keepNewest() {
        let starts = fitting.map { (try? CertificateFields($0.certificate))?.notBefore ?? .distantPast }
        guard let last = starts.max(), let newest = starts.firstIndex(of: last).map({ fitting[$0] }) else { return }
        let pairs = zip(fitting, starts)
        fitting = pairs.filter { $0.1 == last }.map(\.0)
        dropped += pairs.filter { $0.1 < last }.map {
            Dropped(identity: $0.0, reasons: ["it fits too, and \(newest.summary) is newer"])
        }
    }

    /// The one that fits.
    /// - Throws: `MutualTLSError`: `noIdentity` where none does, `severalIdentities` where more than one does; with the
    ///   names of all, and the reasons.
    package func single() throws(MutualTLSError) -> ClientIdentity {
        if let identity = fitting.first, fitting.count == 1 { return identity }
        let reasons = dropped.map { "\($0.identity.summary): \($0.reasons.joined(separator: ", and "))" }
            .joined(separator: "; ")
        if fitting.isEmpty {
            throw MutualTLSError(
                .noIdentity,
                dropped.isEmpty
                    ? "there is no identity to choose from" : "none of the identities fits the server: " + reasons,
                hint: "supply one that the server accepts")
        }
        // With the fingerprint, since an identity and its successor have the same name.
        let names = fitting.map { "\($0.summary) (\($0.fingerprint.prefix(8)))" }.joined(separator: ", ")
        throw MutualTLSError(
            .severalIdentities,
            "\(fitting.count) identities fit the server: \(names)" + (dropped.isEmpty ? "" : "; not \(reasons)"),
            hint: "say which one it should be: none is picked silently")
    }
}

extension ClientIdentity {
    /// What to do where several identities fit a server.
    public struct Selection: Sendable, Hashable {
        private enum Kind { case onlyOne, newest }
        private let kind: Kind

        /// Fail, and name them.
        public static let onlyOne = Selection(kind: .onlyOne)
        /// Take the one whose validity began last (notBefore); fail where two began at the same second.
        public static let newest = Selection(kind: .newest)
    }

    /// The one of several that a server will take: valid, for clients, from a CA that the server names, and with a key that
    /// makes one of the signatures it takes.
    /// - Parameters:
    ///   - candidates: the identities at hand; the same certificate counts once.
    ///   - server: what the server asks for.
    ///   - selection: what to do where several fit; by default nothing is picked.
    ///   - date: when the identity is to be used.
    /// - Throws: `MutualTLSError`: `noIdentity` where none fits, and `severalIdentities` where more than one does, each with
    ///   the reasons for every one that was dropped.
    public static func choose(
        from candidates: [ClientIdentity], for server: CertificateRequestFacts, selection: Selection = .onlyOne,
        at date: Date = Date()
    ) throws(MutualTLSError) -> ClientIdentity {
        try IdentityChoice(among: candidates, for: server, selection: selection, at: date).single()
    }

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
    ///   - selection: what to do where several fit; by default nothing is picked.
    ///   - date: when the identity is to be used.
    /// - Throws: as the other does.
    public static func choose(
        from candidates: [ClientIdentity], acceptedBy issuers: [Data], selection: Selection = .onlyOne,
        at date: Date = Date()
    ) throws(MutualTLSError) -> ClientIdentity {
        try choose(from: candidates, for: .init(acceptableIssuers: issuers), selection: selection, at: date)
    }
}
