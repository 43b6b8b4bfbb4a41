import Foundation
import PortableSecurity

/// The keys and certificates of one or several files, before they are joined.
struct IdentityMaterial {
    /// A private key.
    struct Key {
        let key: SecKey
        let tie: KeyPairing.Tie
        /// What it is, such as "EC P-256". Worked out only where it is wanted: to encode a public key takes OpenSSL as long as
        /// to read a certificate.
        var kind: String { IdentityMaterial.kind(of: key) }
    }

    /// A certificate.
    struct Certificate {
        let certificate: SecCertificate
        let tie: KeyPairing.Tie
    }

    var keys: [Key] = []
    var certificates: [Certificate] = []
    /// The kinds of the keys that can't be read here.
    var unusableKeys: [String] = []
    /// How many of these are of a kind that is known, or none at all.
    var damagedKeys = 0
    var damagedCertificates = 0
    /// How many entries are neither keys nor X.509 certificates.
    var otherEntries = 0
    /// What the blocks of PEM are called that are neither, such as "CERTIFICATE REQUEST".
    var otherLabels: [String] = []
    /// Whether anything needed the password.
    var usedPassword = false

    /// Each key once for each tie.
    var distinctKeys: [Key] {
        var seen: [KeyPairing.Tie: [SecKey]] = [:]
        return keys.filter { entry in
            if seen[entry.tie, default: []].contains(entry.key) { return false }
            seen[entry.tie, default: []].append(entry.key)
            return true
        }
    }

    /// Each certificate once for each tie.
    var distinctCertificates: [Certificate] {
        var seen: [KeyPairing.Tie: Set<SecCertificate>] = [:]
        return certificates.filter { seen[$0.tie, default: []].insert($0.certificate).inserted }
    }
}
