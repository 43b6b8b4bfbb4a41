import Foundation
import PortableSecurity

/// An identity in a keychain, with what is known of it there.
public struct StoredIdentity: Sendable {
    /// What it is called.
    public let label: String
    /// The leaf, its key and its intermediates. The key is opened when it is first used.
    public let identity: ClientIdentity
    /// Where it may go; empty where it isn't bound to any origin.
    public let origins: Set<Origin>
    /// When it was stored; nil where the keychain doesn't tell.
    public let created: Date?

    init(_ found: FoundIdentity, _ record: IdentityRecord, _ intermediates: [SecCertificate]) {
        label = found.label
        identity = ClientIdentity(
            found.secIdentity, certificate: found.certificate, intermediates: intermediates,
            friendlyName: label.isEmpty ? nil : label)
        origins = record.origins
        created = found.created
    }

    /// The SHA-256 of the certificate's DER, in lower-case hexadecimal.
    public var fingerprint: String { identity.fingerprint }
}

extension StoredIdentity: CustomStringConvertible {
    /// The label and the certificate's name; nothing of the key.
    public var description: String { "StoredIdentity(\"\(label)\", \(identity.summary))" }
}
