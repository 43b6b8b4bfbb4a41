import Foundation
import PortableSecurity

/// An identity as a search of the keychain found it.
struct FoundIdentity {
    let secIdentity: SecIdentity
    /// The leaf.
    let certificate: SecCertificate
    /// The leaf's DER.
    let der: Data
    /// The certificate's, which is the identity's; empty for none.
    let label: String
    /// When the certificate was stored.
    let created: Date?

    /// The SHA-256 of the leaf, in hexadecimal.
    var fingerprint: String { Fingerprint.hexadecimal(Fingerprint.sha256(der)) }

    /// The first second of the leaf's validity.
    var notBefore: Date { (try? CertificateFields(certificate))?.notBefore ?? .distantPast }

    /// From what a search returned with references and attributes; nil for what is no identity.
    init?(_ entry: [String: Any]) {
        // A cast to a class of Core Foundation succeeds whatever the object is.
        guard let value = entry[kSecValueRef as String] as CFTypeRef?, CFGetTypeID(value) == SecIdentityGetTypeID()
        else {
            return nil
        }
        secIdentity = value as! SecIdentity
        var leaf: SecCertificate?
        guard SecIdentityCopyCertificate(secIdentity, &leaf) == errSecSuccess, let leaf else { return nil }
        certificate = leaf
        der = SecCertificateCopyData(leaf) as Data
        label = entry[kSecAttrLabel as String] as? String ?? ""
        created = entry[kSecAttrCreationDate as String] as? Date
    }

    /// Each certificate once: one whose key is stored twice, under two application tags, is found twice.
    static func distinct(_ entries: [[String: Any]]) -> [FoundIdentity] {
        var seen: Set<Data> = []
        return entries.compactMap(FoundIdentity.init).filter { seen.insert($0.der).inserted }
    }
}
