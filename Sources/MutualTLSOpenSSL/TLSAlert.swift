/// An alert's description (RFC 8446, section 6, and the older ones of RFC 5246).
package struct TLSAlert: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The number on the wire.
    package let rawValue: UInt8
    /// By the number on the wire.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A regular end, no error.
    package static let closeNotify = TLSAlert(rawValue: 0)
    /// The peer gave up by its own will.
    package static let userCanceled = TLSAlert(rawValue: 90)

    /// The RFC's name for it, or `alert` and the number.
    package var name: String { Self.names[rawValue] ?? "alert \(rawValue)" }

    /// The name and the number, such as `unknown_ca (48)`.
    package var description: String { Self.names[rawValue].map { "\($0) (\(rawValue))" } ?? name }

    private static let names: [UInt8: String] = [
        0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed",
        22: "record_overflow", 30: "decompression_failure", 40: "handshake_failure", 41: "no_certificate",
        42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked", 45: "certificate_expired",
        46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied", 50: "decode_error",
        51: "decrypt_error", 60: "export_restriction", 70: "protocol_version", 71: "insufficient_security",
        80: "internal_error", 86: "inappropriate_fallback", 90: "user_canceled", 100: "no_renegotiation",
        109: "missing_extension", 110: "unsupported_extension", 111: "certificate_unobtainable",
        112: "unrecognized_name", 113: "bad_certificate_status_response", 114: "bad_certificate_hash_value",
        115: "unknown_psk_identity", 116: "certificate_required", 120: "no_application_protocol",
    ]
}
