/// Why a PKCS#12 file did not open. Names algorithms and places, never contents or passwords, so it may be logged.
package struct PKCS12Error: Error, Sendable {
    /// What kind of refusal it is.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// There is a password, and this is not it.
        package static let wrongPassword = Code(name: "wrongPassword")
        /// There is a password, and none was given.
        package static let passwordRequired = Code(name: "passwordRequired")
        /// It is a PKCS#12 file, and damaged or against the standard.
        package static let malformed = Code(name: "malformed")
        /// The file ends too early.
        package static let truncated = Code(name: "truncated")
        /// The file is something else, or nothing.
        package static let notPKCS12 = Code(name: "notPKCS12")
        /// The password may be right; the reason names what is not supported.
        package static let unsupportedAlgorithm = Code(name: "unsupportedAlgorithm")
        /// The file needs old algorithms, and OpenSSL's module for them is not installed.
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

    /// From a kind and a sentence.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension PKCS12Error: Equatable {
    package static func == (left: PKCS12Error, right: PKCS12Error) -> Bool { left.code == right.code }
}

extension PKCS12Error: CustomStringConvertible {
    package var description: String { reason }
}
