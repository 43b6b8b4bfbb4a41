import Foundation
import PortableSecurity

extension ClientIdentity {
    /// Says which of a file's identities is meant.
    public struct Selector: Sendable, Hashable {
        enum Kind: Hashable { case fingerprint, friendlyName, issuer }

        let kind: Kind
        let value: String

        /// The one whose certificate has this SHA-256 fingerprint.
        /// - Parameter hex: hexadecimal in either case, with or without colons and blanks; its first 8 digits or more are
        ///   enough.
        public static func fingerprint(_ hex: String) -> Selector {
            let digits = hex.lowercased().filter { $0 != ":" && !$0.isWhitespace }
            return Selector(kind: .fingerprint, value: digits)
        }

        /// The one with this friendly name (alias). Case counts. On Apple platforms the system's importer tells no such names.
        public static func friendlyName(_ name: String) -> Selector { Selector(kind: .friendlyName, value: name) }

        /// The one whose certificate was issued by a CA of this name.
        /// - Parameter name: the common name of the issuer, or where it has none, its organization. Case counts.
        public static func issuer(_ name: String) -> Selector { Selector(kind: .issuer, value: name) }

        /// Whether `identity` is the one.
        func matches(_ identity: ClientIdentity) -> Bool {
            switch kind {
            case .fingerprint: value.count >= 8 && identity.fingerprint.hasPrefix(value)
            case .friendlyName: identity.friendlyName == value
            case .issuer: identity.issuerSummary == value
            }
        }
    }
}

extension ClientIdentity.Selector: CustomStringConvertible {
    /// In words, such as `the friendly name "alice"`.
    public var description: String {
        switch kind {
        case .fingerprint: "the SHA-256 fingerprint \(value)"
        case .friendlyName: "the friendly name \"\(value)\""
        case .issuer: "the issuer \"\(value)\""
        }
    }
}
