import Foundation
import PortableSecurity

/// Puts the certificates that came with a leaf in the order in which TLS sends them.
enum IntermediateChain {
    /// Those of `candidates` that lead upwards from `leaf`, without it, without roots, and without other people's.
    ///
    /// An issuer has the issuer's name and made the signature. Among several that did (a CA that was certified anew, or by two
    /// others) the one comes first whose key identifier is asked for, then the one that is valid longest.
    static func ordered(from leaf: SecCertificate, candidates: [SecCertificate]) -> [SecCertificate] {
        guard var current = try? CertificateFields(leaf) else { return [] }
        var pool = candidates.compactMap { try? CertificateFields($0) }
        pool.removeAll { $0.der == current.der || $0.isRoot }
        var chain: [SecCertificate] = []
        while !current.isRoot {
            let issuers = pool.filter { $0.subject == current.issuer }
                .filter { IssuerSignature.verifies(current, by: $0.certificate) ?? true }
            guard let next = issuers.enumerated().min(by: { isBetter($0, $1, for: current) })?.element else { break }
            chain.append(next.certificate)
            current = next
            // With its copies: CAs that certify each other would come round to them.
            pool.removeAll { $0.der == current.der }
        }
        return chain
    }

    /// The roots among `candidates` that the end of a chain was issued by.
    static func roots(of last: SecCertificate, candidates: [SecCertificate]) -> [SecCertificate] {
        guard !candidates.isEmpty, let last = try? CertificateFields(last), !last.isRoot else { return [] }
        return candidates.filter { candidate in
            guard let fields = try? CertificateFields(candidate) else { return false }
            return fields.isRoot && fields.subject == last.issuer
                && IssuerSignature.verifies(last, by: candidate) ?? true
        }
    }

    private static func isBetter(
        _ one: (offset: Int, element: CertificateFields), _ other: (offset: Int, element: CertificateFields),
        for certificate: CertificateFields
    ) -> Bool {
        func rank(_ candidate: (offset: Int, element: CertificateFields)) -> (Int, TimeInterval, Int) {
            let identifier = candidate.element.subjectKeyIdentifier
            let isNamed = identifier != nil && identifier == certificate.authorityKeyIdentifier
            return (isNamed ? 0 : 1, -candidate.element.notAfter.timeIntervalSince1970, candidate.offset)
        }
        return rank(one) < rank(other)
    }
}
