import Foundation
import PortableSecurity

/// Puts the certificates that came with a leaf in the order in which TLS sends them.
enum IntermediateChain {
    /// Those of `candidates` that lead upwards from `leaf`, without it, without roots, and without other people's.
    ///
    /// An issuer is one whose subject is the issuer's name; among several of the same name, the one whose subject key
    /// identifier is the one that is asked for.
    static func ordered(from leaf: SecCertificate, candidates: [SecCertificate]) -> [SecCertificate] {
        var pool: [(certificate: SecCertificate, fields: CertificateFields)] = candidates.compactMap { certificate in
            (try? CertificateFields(certificate)).map { (certificate, $0) }
        }
        guard var current = try? CertificateFields(leaf) else { return [] }
        pool.removeAll { $0.fields.der == current.der || $0.fields.isSelfIssued }
        var chain: [SecCertificate] = []
        while !current.isSelfIssued {
            let issuers = pool.indices.filter { pool[$0].fields.subject == current.issuer }
            let exact = issuers.first { index in
                pool[index].fields.subjectKeyIdentifier != nil
                    && pool[index].fields.subjectKeyIdentifier == current.authorityKeyIdentifier
            }
            guard let next = exact ?? issuers.first else { break }
            chain.append(pool[next].certificate)
            current = pool[next].fields
            // With its copies: CAs that certify each other would come round to them.
            pool.removeAll { $0.fields.der == current.der }
        }
        return chain
    }
}
