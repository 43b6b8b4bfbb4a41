/// Why a file can't be read as PKCS#12. It names places, structure and algorithms, never contents, so it may be logged.
/// It never means a wrong password: nothing here needs one.
package struct PKCS12StructureError: Error, Sendable {
    /// What kind of refusal it is.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// The file is something else, or nothing.
        package static let notPKCS12 = Code(name: "notPKCS12")
        /// The file ends too early.
        package static let truncated = Code(name: "truncated")
        /// It is a PKCS#12 file, and damaged or against the standard.
        package static let malformed = Code(name: "malformed")
        /// It is well formed and uses what this library does not read; the reason names it.
        package static let unsupported = Code(name: "unsupported")
    }

    package let code: Code
    /// One clause for people, in lower case, that says what to do where something can be done.
    package let reason: String
    /// Bytes from the start of the file or, for decrypted contents, of those; nil where no place is to blame.
    package let offset: Int?

    package init(_ code: Code, _ reason: String, offset: Int? = nil) {
        self.code = code
        self.reason = reason
        self.offset = offset
    }

    init(_ error: DERError) {
        let code: Code
        switch error.code {
        case .truncated: code = .truncated
        case .unsupported: code = .unsupported
        default: code = .malformed
        }
        self.init(code, error.reason, offset: error.offset)
    }

    /// Runs `body` and turns its errors into this type.
    static func wrapping<Result>(_ body: () throws(DERError) -> Result) throws(PKCS12StructureError) -> Result {
        do {
            return try body()
        } catch {
            throw PKCS12StructureError(error)
        }
    }
}

extension PKCS12StructureError: Equatable {
    package static func == (left: PKCS12StructureError, right: PKCS12StructureError) -> Bool {
        left.code == right.code
    }
}

extension PKCS12StructureError: CustomStringConvertible {
    package var description: String {
        let place = offset.map { " (at byte \($0))" } ?? ""
        switch code {
        case .notPKCS12: return "not a PKCS#12 file: \(reason)\(place)"
        case .truncated: return "the PKCS#12 file is cut off: \(reason); copy or download it again"
        case .unsupported: return "the PKCS#12 file is not supported: \(reason)\(place)"
        default: return "the PKCS#12 file is damaged: \(reason)\(place); export it again"
        }
    }
}
