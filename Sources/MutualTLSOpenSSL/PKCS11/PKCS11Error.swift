/// Why an identity can't be had from a token. Names places, never the PIN, so it may be logged.
package struct PKCS11Error: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Sendable {
        /// The text is no PKCS #11 URI, or one that can't be followed.
        case invalidURI
        /// There is no module, or no token.
        case unavailable
        /// More than one token, or key, or certificate, is meant.
        case ambiguous
        /// The token has no such key.
        case noKey
        /// The token has no certificate for the key.
        case noCertificate
        /// The certificate is not the key's.
        case mismatch
        /// The key makes no signature that TLS has.
        case unsupportedKey
        case pinRequired, wrongPIN, locked
        /// The module says no.
        case failed
    }

    package let code: Code
    /// What is wrong, as a clause.
    package let description: String
    /// What to do next.
    package let hint: String?

    init(_ code: Code, _ description: String, hint: String? = nil) {
        (self.code, self.description, self.hint) = (code, description, hint)
    }

    /// From a code of the module's.
    init(_ number: UInt, _ wish: String) {
        let name = Self.names[number] ?? "CKR_0x" + String(number, radix: 16, uppercase: true)
        self.init(.failed, "can't \(wish): the module says \(name)")
    }

    private static let names: [UInt: String] = [
        0x02: "CKR_HOST_MEMORY", 0x05: "CKR_GENERAL_ERROR", 0x06: "CKR_FUNCTION_FAILED", 0x07: "CKR_ARGUMENTS_BAD",
        0x12: "CKR_ATTRIBUTE_TYPE_INVALID", 0x20: "CKR_DATA_INVALID", 0x21: "CKR_DATA_LEN_RANGE",
        0x30: "CKR_DEVICE_ERROR", 0x31: "CKR_DEVICE_MEMORY", 0x32: "CKR_DEVICE_REMOVED",
        0x54: "CKR_FUNCTION_NOT_SUPPORTED", 0x60: "CKR_KEY_HANDLE_INVALID", 0x63: "CKR_KEY_TYPE_INCONSISTENT",
        0x68: "CKR_KEY_FUNCTION_NOT_PERMITTED", 0x70: "CKR_MECHANISM_INVALID", 0x71: "CKR_MECHANISM_PARAM_INVALID",
        0x82: "CKR_OBJECT_HANDLE_INVALID", 0x90: "CKR_OPERATION_ACTIVE", 0xA0: "CKR_PIN_INCORRECT",
        0xA1: "CKR_PIN_INVALID", 0xA2: "CKR_PIN_LEN_RANGE", 0xA3: "CKR_PIN_EXPIRED", 0xA4: "CKR_PIN_LOCKED",
        0xB0: "CKR_SESSION_CLOSED", 0xB1: "CKR_SESSION_COUNT", 0xB3: "CKR_SESSION_HANDLE_INVALID",
        0xE0: "CKR_TOKEN_NOT_PRESENT", 0xE1: "CKR_TOKEN_NOT_RECOGNIZED", 0x101: "CKR_USER_NOT_LOGGED_IN",
        0x102: "CKR_USER_PIN_NOT_INITIALIZED", 0x104: "CKR_USER_ANOTHER_ALREADY_LOGGED_IN",
        0x190: "CKR_CRYPTOKI_NOT_INITIALIZED",
    ]
}

extension PKCS11Error: Equatable {
    package static func == (left: PKCS11Error, right: PKCS11Error) -> Bool { left.code == right.code }
}
