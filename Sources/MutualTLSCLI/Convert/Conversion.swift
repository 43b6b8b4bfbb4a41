import Foundation
import MutualTLS
import MutualTLSOpenSSL
import MutualTLSPKCS12

/// What goes into the new file of what was in the old one, and what doesn't.
struct Conversion {
    let target: ConversionTarget
    let identities: [ExportedIdentity]
    /// What is left out, each a clause for people.
    let leftOut: [String]

    /// - Parameters:
    ///   - file: what was in the old one.
    ///   - selector: which identities are wanted; nil for all.
    ///   - name: the friendly name of the one identity.
    ///   - kind: what errors call the old file.
    /// - Throws: `MutualTLSError` where there is none, or not the one that is wanted; `CommandError` for what the target can't
    ///   carry.
    init(
        _ file: IdentityFile, for target: ConversionTarget, selecting selector: ClientIdentity.Selector?, name: String?,
        kind: String
    ) throws {
        self.target = target
        let wanted: [ClientIdentity]
        if !target.holdsSeveral || selector != nil || name != nil || file.identities.isEmpty {
            wanted = [try file.single(selector, kind)]
        } else {
            wanted = Self.distinct(file.identities)
        }
        identities = Self.withDistinctNames(try wanted.map { try ExportedIdentity($0, name: name) })
        leftOut = Self.leftOut(of: file, wanted: wanted, target)
    }

    /// Of one identity that comes from no file.
    /// - Parameter name: its friendly name in the new one.
    /// - Throws: where its key can't be had.
    init(_ identity: ClientIdentity, for target: ConversionTarget, name: String) throws {
        (self.target, leftOut) = (target, [])
        identities = [try ExportedIdentity(identity, name: name)]
    }

    /// The same certificate under two names is written once.
    static func distinct(_ identities: [ClientIdentity]) -> [ClientIdentity] {
        var seen: Set<String> = []
        return identities.filter { seen.insert($0.fingerprint).inserted }
    }

    /// Java's key stores know an entry by its name alone, whatever its case. The first with a name keeps it; a number makes
    /// another of the others, and not one that somebody has.
    private static func withDistinctNames(_ identities: [ExportedIdentity]) -> [ExportedIdentity] {
        let given = Set(identities.map { $0.friendlyName.lowercased() })
        var taken: Set<String> = []
        return identities.map { identity in
            var (name, number) = (identity.friendlyName, 1)
            while taken.contains(name.lowercased()) || number > 1 && given.contains(name.lowercased()) {
                number += 1
                name = "\(identity.friendlyName) \(number)"
            }
            taken.insert(name.lowercased())
            return identity.named(name)
        }
    }

    private static func leftOut(
        of file: IdentityFile, wanted: [ClientIdentity], _ target: ConversionTarget
    ) -> [String] {
        let fingerprints = Set(wanted.map(\.fingerprint))
        var lines = file.identities.filter { !fingerprints.contains($0.fingerprint) }
            .map { "the identity \($0.summary)" }
        let again = file.identities.filter { fingerprints.contains($0.fingerprint) }.count - wanted.count
        if again > 0 { lines.append("the same identity under another name") }
        let sent = Set(wanted.flatMap(\.intermediates))
        for entry in file.certificates where !sent.contains(entry.certificate) {
            let why =
                switch entry.role {
                case .root: "a root: servers have their own"
                case .intermediate: "an intermediate of another identity"
                case .loose: "it belongs to no identity"
                }
            lines.append("the certificate \(entry.summary), \(why)")
        }
        lines += file.keysWithoutCertificate.map { "a private key without a certificate (\($0))" }
        lines += file.unusableKeys.map { "a private key that can't be read (\($0))" }
        for (count, one, several) in [
            (file.damagedCertificates, "a certificate that can't be read", "certificates that can't be read"),
            (
                file.otherEntries, "an entry that is neither key nor certificate",
                "entries that are neither key nor certificate"
            ),
        ] where count > 0 {
            lines.append(count == 1 ? one : "\(count) \(several)")
        }
        switch target.form {
        case .pkcs12: break
        case .pem:
            lines += wanted.compactMap(\.friendlyName).map { "the friendly name \"\($0)\", which PEM has no place for" }
        case .der:
            lines += wanted.compactMap(\.friendlyName).map { "the friendly name \"\($0)\", which DER has no place for" }
            if let count = wanted.first?.intermediates.count, count > 0 {
                lines.append(
                    "\(count == 1 ? "the intermediate" : "\(count) intermediates"): a DER file holds one certificate")
            }
        }
        return lines
    }
}

extension ExportedIdentity {
    /// The same under another name.
    fileprivate func named(_ name: String) -> ExportedIdentity {
        var copy = self
        copy.friendlyName = name
        return copy
    }
}
