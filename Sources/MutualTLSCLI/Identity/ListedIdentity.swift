import Foundation
import MutualTLS

/// An identity of the keychain as `list` and `show` tell it.
struct ListedIdentity: Encodable {
    let label: String
    let certificate: InspectedCertificate
    /// Where it may go; empty for anywhere.
    let origins: [String]
    /// ISO 8601, in UTC; nil where the keychain doesn't tell.
    let stored: String?
    /// What its validity is to be marked with; nil for nothing.
    let mark: Mark?

    /// What stands out in the column of its end.
    struct Mark {
        let text: String
        let style: Output.Style
    }

    init(_ stored: StoredIdentity, at date: Date = Date()) throws {
        label = stored.label
        certificate = try InspectedCertificate(stored.identity)
        origins = stored.origins.map(\.description).sorted()
        self.stored = stored.created.map(timestamp)
        mark = Self.mark(from: certificate.validity.start, to: certificate.validity.end, at: date)
    }

    /// For a validity that is over, not yet begun, or over within 30 days.
    static func mark(from notBefore: Date, to notAfter: Date, at date: Date) -> Mark? {
        if date > notAfter { return Mark(text: "expired", style: .red) }
        if date < notBefore { return Mark(text: "not before \(day(notBefore))", style: .red) }
        // As the problem of an identity that expires soon counts them.
        let days = Int((notAfter.timeIntervalSince(date) / 86_400).rounded(.up))
        if days > 30 { return nil }
        return Mark(text: days <= 1 ? "within a day" : "in \(days) days", style: .yellow)
    }

    private enum CodingKeys: String, CodingKey { case label, origins, stored }

    /// What is known of the certificate, as `inspect` gives it, and what the keychain knows.
    func encode(to encoder: any Encoder) throws {
        try certificate.encode(to: encoder)
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(label, forKey: .label)
        try object.encode(origins, forKey: .origins)
        try object.encode(stored, forKey: .stored)
    }
}

/// A key without a certificate, as `list` and `show` tell it.
struct ListedKey: Encodable {
    let label: String
    let keyType: String
    /// ISO 8601, in UTC; nil where the keychain doesn't tell.
    let stored: String?

    init(_ key: IdentityStore.WaitingKey) {
        (label, keyType, stored) = (key.label, key.keyType, key.created.map(timestamp))
    }
}
