/// A version of TLS that is still in use.
package enum TLSVersion: Int32, Sendable, Hashable, Comparable, CaseIterable {
    /// RFC 5246.
    case v1_2 = 0x0303
    /// RFC 8446.
    case v1_3 = 0x0304

    /// As OpenSSL and nginx write it, such as `TLSv1.3`.
    package var name: String { self == .v1_2 ? "TLSv1.2" : "TLSv1.3" }

    /// By age.
    package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}
