import Foundation

/// Why something of mutual TLS failed, sorted by who is at fault.
///
/// Two errors are equal when their codes are. The description is safe for a log: no key, password or file content is in
/// it, and it says what to do next.
public struct MutualTLSError: Error, Sendable {
    /// The kind of failure; new kinds may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, as it is spelled here.
        public let description: String
        init(_ description: String) { self.description = description }
    }

    /// The kind of failure.
    public let code: Code
    /// What was wrong, and with what.
    public let reason: String
    /// What to do next, if there is advice.
    public let hint: String?
    /// The TLS alert that the server sent, such as `certificate_required (116)`.
    public let alert: String?
    /// What caused it; its details may say more than a log should hold.
    public let underlying: (any Error)?

    /// Makes an error.
    /// - Parameters:
    ///   - code: the kind.
    ///   - reason: what was wrong, as a sentence without its stop that begins in lower case.
    ///   - hint: what to do next, likewise.
    ///   - alert: the TLS alert that the server sent.
    ///   - underlying: what caused it.
    public init(
        _ code: Code, _ reason: String, hint: String? = nil, alert: String? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.reason = reason
        self.hint = hint
        self.alert = alert
        self.underlying = underlying
    }
}

extension MutualTLSError: Equatable {
    /// Compares the codes alone.
    public static func == (left: MutualTLSError, right: MutualTLSError) -> Bool { left.code == right.code }
}

extension MutualTLSError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError {
    /// The reason and the hint, on one line: names from certificates and files are in it, and what controls a terminal or
    /// breaks a line is written out.
    public var description: String { Self.oneLine(hint.map { "\(reason); \($0)" } ?? reason) }
    /// The code, the reason, the hint, and the underlying error.
    public var debugDescription: String {
        "MutualTLSError.\(code): \(description)" + (underlying.map { " (underlying: \($0))" } ?? "")
    }
    /// The same as `description`.
    public var errorDescription: String? { description }

    /// A text with whatever controls a terminal or breaks a line written out.
    static func oneLine(_ text: String) -> String {
        func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
            ![.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        if text.unicodeScalars.allSatisfy(isHarmless) { return text }
        return text.unicodeScalars.map { isHarmless($0) ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
    }
}
