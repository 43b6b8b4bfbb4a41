/// A TLS alert's description (RFC 8446, 6; RFC 5246, 7.2).
package struct TLSAlert: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    package let rawValue: UInt8
    /// From the number on the wire.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A regular end, no error.
    package static let closeNotify = TLSAlert(rawValue: 0)
    /// The peer gave up by its own will.
    package static let userCanceled = TLSAlert(rawValue: 90)
    package static let handshakeFailure = TLSAlert(rawValue: 40)
    package static let noCertificate = TLSAlert(rawValue: 41)
    package static let badCertificate = TLSAlert(rawValue: 42)
    package static let unsupportedCertificate = TLSAlert(rawValue: 43)
    package static let certificateRevoked = TLSAlert(rawValue: 44)
    package static let certificateExpired = TLSAlert(rawValue: 45)
    package static let certificateUnknown = TLSAlert(rawValue: 46)
    package static let unknownCA = TLSAlert(rawValue: 48)
    package static let accessDenied = TLSAlert(rawValue: 49)
    package static let decryptError = TLSAlert(rawValue: 51)
    package static let protocolVersion = TLSAlert(rawValue: 70)
    package static let insufficientSecurity = TLSAlert(rawValue: 71)
    package static let unrecognizedName = TLSAlert(rawValue: 112)
    package static let certificateRequired = TLSAlert(rawValue: 116)
    package static let noApplicationProtocol = TLSAlert(rawValue: 120)

    /// The RFCs' name, such as `certificate_required`.
    package var name: String { Self.names[rawValue] ?? "alert" }

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

extension TLSAlert: CustomStringConvertible {
    package var description: String { "\(name) (\(rawValue))" }
}
