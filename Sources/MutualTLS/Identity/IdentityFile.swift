import Foundation
import PortableSecurity

/// What a file of keys and certificates holds, or several files together: identities, each a key with the certificate of the
/// same public key, and what is left over.
package struct IdentityFile: Sendable {
    /// A certificate that is no identity's leaf.
    package struct Certificate: @unchecked Sendable {
        // @unchecked: SecCertificate is immutable, which Apple's SDKs say only since those of OS 26.

        /// What it is to the identities of the file.
        package enum Role: String, Sendable {
            /// It is sent with one of them.
            case intermediate
            /// It is above one of them, and never sent.
            case root
            /// It has nothing to do with any.
            case loose
        }

        package let certificate: SecCertificate
        package let friendlyName: String?
        package let role: Role

        /// Who it is, in a few words.
        package var summary: String {
            (SecCertificateCopySubjectSummary(certificate) as String?).map { "\"\($0)\"" } ?? "without a name"
        }
    }

    /// In the order of their certificates in the file.
    package private(set) var identities: [ClientIdentity] = []
    /// All others, in the file's order, each once.
    package private(set) var certificates: [Certificate] = []
    /// The kinds of the keys that belong to none of the certificates, such as "EC P-256".
    package private(set) var keysWithoutCertificate: [String] = []
    /// The kinds of the keys that can't be read here, such as "ML-KEM-768".
    package private(set) var unusableKeys: [String]
    /// How many of these are damaged.
    package private(set) var damagedKeys = 0
    /// How many certificates could not be read.
    package private(set) var damagedCertificates: Int
    /// How many entries are neither keys nor X.509 certificates, such as revocation lists.
    package private(set) var otherEntries = 0
    /// What the PEM blocks among them are called, such as "CERTIFICATE REQUEST".
    package private(set) var otherLabels: [String] = []
    /// Whether anything needed the password.
    package private(set) var usedPassword: Bool

    /// Joins what was read.
    init(_ material: IdentityMaterial) throws(MutualTLSError) {
        unusableKeys = material.unusableKeys
        damagedKeys = material.damagedKeys
        damagedCertificates = material.damagedCertificates
        otherEntries = material.otherEntries
        otherLabels = material.otherLabels
        usedPassword = material.usedPassword
        let (keys, entries) = (material.distinctKeys, material.distinctCertificates)
        let pairs = KeyPairing.pairs(keys: keys.map(\.tie), certificates: entries.map(\.tie)) { key, certificate in
            IdentityMaterial.belong(keys[key].key, entries[certificate].certificate)
        }
        let all = entries.map(\.certificate)
        var seen: Set<KeyPairing.Pair> = []
        for pair in pairs {
            let (entry, key) = (entries[pair.certificate], keys[pair.key])
            // The same certificate again, with no key of its own.
            let first = all.firstIndex(of: entry.certificate) ?? pair.certificate
            guard seen.insert(.init(key: pair.key, certificate: first)).inserted else { continue }
            identities.append(
                try ClientIdentity(
                    IdentityMaterial.join(entry.certificate, key.key), certificates: all,
                    // Some writers put the name on the key alone.
                    friendlyName: entry.tie.friendlyName ?? key.tie.friendlyName,
                    fileProblems: FileProblems.of(entry, key, keys: keys, certificates: entries)))
        }
        var alone: Set<SecKey> = []
        keysWithoutCertificate = keys.filter { key in
            !all.contains { IdentityMaterial.belong(key.key, $0) } && alone.insert(key.key).inserted
        }.map(\.kind)
        addCertificates(entries)
        for index in identities.indices where identities[index].endsBelowAGap(among: certificates) {
            identities[index].add(FileProblems.gap(above: identities[index].intermediates.last))
        }
    }

    /// From identities that somebody else has joined.
    package init(_ found: [SecIdentity], certificates all: [SecCertificate]) throws(MutualTLSError) {
        (unusableKeys, damagedCertificates, usedPassword) = ([], 0, true)
        for identity in found {
            identities.append(try ClientIdentity(identity, certificates: all, friendlyName: nil, fileProblems: []))
        }
        addCertificates(all.map { IdentityMaterial.Certificate(certificate: $0, tie: .init()) })
    }

    /// Adds all that are no identity's leaf.
    private mutating func addCertificates(_ entries: [IdentityMaterial.Certificate]) {
        let intermediates = Set(identities.flatMap(\.intermediates))
        let leaves = Set(identities.map(\.certificate))
        let others = entries.map(\.certificate).filter { !intermediates.contains($0) && !leaves.contains($0) }
        var roots: Set<SecCertificate> = []
        for (index, identity) in identities.enumerated() {
            let above = IntermediateChain.roots(
                of: identity.intermediates.last ?? identity.certificate, candidates: others)
            roots.formUnion(above)
            if let root = above.first { identities[index].add(FileProblems.rootIncluded(root)) }
        }
        var seen = leaves
        for entry in entries where seen.insert(entry.certificate).inserted {
            let role: Certificate.Role =
                intermediates.contains(entry.certificate)
                ? .intermediate : roots.contains(entry.certificate) ? .root : .loose
            certificates.append(
                Certificate(certificate: entry.certificate, friendlyName: entry.tie.friendlyName, role: role))
        }
    }
}
