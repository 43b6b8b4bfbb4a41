/// Why bytes are not the BER or DER that was expected. It names places and structure, never contents, so it may be
/// logged.
package struct DERError: Error, Sendable {
    /// What kind of damage it is.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// The input ends before the value does.
        package static let truncated = Code(name: "truncated")
        /// A value runs past the end of the value that holds it, or its length can't be a length.
        package static let badLength = Code(name: "badLength")
        /// A tag number of 31 or more, which none of the formats read here uses.
        package static let unsupportedTag = Code(name: "unsupportedTag")
        /// Another type stands where one was expected, or none.
        package static let unexpectedTag = Code(name: "unexpectedTag")
        /// Values nest deeper than ``DERReader/maximumDepth``, or string segments deeper than OpenSSL allows.
        package static let tooDeep = Code(name: "tooDeep")
        /// Bytes follow the last value that belongs there.
        package static let trailingBytes = Code(name: "trailingBytes")
        /// The type is right and the value is not allowed.
        package static let badValue = Code(name: "badValue")
        /// The value is well formed and names something that this library does not read.
        package static let unsupported = Code(name: "unsupported")
    }

    package let code: Code
    /// One clause for people, in lower case, without the offset.
    package let reason: String
    /// Bytes from the start of the outermost input. Inside a BER string that comes in segments it counts from the
    /// first segment as if the headers between segments were not there.
    package let offset: Int

    package init(_ code: Code, _ reason: String, offset: Int) {
        self.code = code
        self.reason = reason
        self.offset = offset
    }
}

extension DERError: Equatable {
    package static func == (left: DERError, right: DERError) -> Bool { left.code == right.code }
}

extension DERError: CustomStringConvertible {
    package var description: String { "\(reason) (at byte \(offset))" }
}
