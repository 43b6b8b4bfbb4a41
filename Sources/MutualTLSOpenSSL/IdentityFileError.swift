import MutualTLSPKCS12

/// Why a PKCS#12 file or a private key did not open. Names algorithms and places, never contents or passwords, so it may be logged.
package struct IdentityFileError: Error, Sendable {
    /// What kind of refusal it is.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// There is a password, and this is not it.
        package static let wrongPassword = Code(name: "wrongPassword")
        /// There is a password, and none was given.
        package static let passwordRequired = Code(name: "passwordRequired")
        /// It is what it should be, and damaged or against the standard.
        package static let malformed = Code(name: "malformed")
        /// The file ends too early.
        package static let truncated = Code(name: "truncated")
        /// What should be a PKCS#12 file is something else, or nothing.
        package static let notPKCS12 = Code(name: "notPKCS12")
        /// The password may be right; the reason names what is not supported.
        package static let unsupportedAlgorithm = Code(name: "unsupportedAlgorithm")
        /// It needs old algorithms, and OpenSSL's module for them is not installed.
        package static let legacyProviderMissing = Code(name: "legacyProviderMissing")
        /// To try the password would take too long.
        package static let tooManyIterations = Code(name: "tooManyIterations")
        /// Nobody wants the result any more.
        package static let cancelled = Code(name: "cancelled")
    }

    /// The kind.
    package let code: Code
    /// A sentence for people, in lower case, that says what to do where something can be done.
    package let reason: String

    /// Where the damage is, in bytes from the start of the DER; nil where no place is to blame.
    package let offset: Int?

    /// From a kind and a sentence.
    package init(_ code: Code, _ reason: String, offset: Int? = nil) {
        self.code = code
        self.reason = reason
        self.offset = offset
    }
}

extension IdentityFileError: Equatable {
    package static func == (left: IdentityFileError, right: IdentityFileError) -> Bool { left.code == right.code }
}

extension IdentityFileError: CustomStringConvertible {
    package var description: String { reason }
}

extension IdentityFileError {
    /// From damage in the structure of a PKCS#12 file.
    init(_ error: PKCS12StructureError) {
        let code: Code =
            switch error.code {
            case .notPKCS12: .notPKCS12
            case .truncated: .truncated
            case .unsupported: .unsupportedAlgorithm
            default: .malformed
            }
        self.init(code, "\(error)", offset: error.offset)
    }

    /// From damage in the DER of a private key.
    init(privateKey error: DERError) {
        let place = "\(error.reason) (at byte \(error.offset))"
        switch error.code {
        case .truncated:
            self.init(.truncated, "the private key is cut off: \(place); copy it again", offset: error.offset)
        case .unsupported:
            self.init(.unsupportedAlgorithm, "the private key is not supported: \(place)", offset: error.offset)
        default: self.init(.malformed, "the private key is damaged: \(place)", offset: error.offset)
        }
    }
}
