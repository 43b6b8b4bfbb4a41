/// Why a PEM text can't be read. It names labels and places, never contents, so it may be logged.
package struct PEMError: Error, Sendable {
    /// What kind of damage it is.
    package struct Code: Hashable, Sendable {
        private let name: String

        /// The text is in an encoding that is not ASCII-compatible.
        package static let notText = Code(name: "notText")
        /// A line begins like a BEGIN or END line and is none, or an END has no BEGIN.
        package static let badBoundary = Code(name: "badBoundary")
        /// A block is not closed.
        package static let missingEnd = Code(name: "missingEnd")
        /// A block is closed with the END of another label.
        package static let wrongEnd = Code(name: "wrongEnd")
        /// A block's body is not base64.
        package static let badBase64 = Code(name: "badBase64")
    }

    package let code: Code
    /// One clause for people, in lower case, with the block's label.
    package let reason: String
    /// The label of the block; nil where it has none.
    package let label: String?
    /// Counted from 1.
    package let line: Int
    /// Bytes from the start of the text.
    package let offset: Int
}

extension PEMError: Equatable {
    package static func == (left: PEMError, right: PEMError) -> Bool { left.code == right.code }
}

extension PEMError: CustomStringConvertible {
    package var description: String { "\(reason) (line \(line), byte \(offset))" }
}
