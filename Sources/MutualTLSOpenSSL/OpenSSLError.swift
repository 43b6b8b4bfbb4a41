internal import CMutualTLSOpenSSL

/// What OpenSSL said when a call failed: the entries of the calling thread's error queue, oldest first.
package struct OpenSSLError: Error, Sendable, Hashable {
    /// One entry of the queue.
    package struct Entry: Sendable, Hashable {
        /// The packed library and reason code.
        package let code: UInt
        /// OpenSSL's number for the part that failed, such as that of PKCS#12.
        package let library: Int32
        /// The reason's number within that part.
        package let reasonCode: Int32
        /// OpenSSL's text for the reason; it holds no data of ours.
        package let reason: String
    }

    /// What we were about to do, as words that follow "can't".
    package let operation: String
    /// Oldest first; empty when OpenSSL left no reason.
    package let entries: [Entry]

    /// Takes, and empties, the calling thread's error queue. Call it where the failure happened.
    package static func drain(_ operation: String) -> OpenSSLError {
        var entries: [Entry] = []
        while true {
            let code = ERR_get_error()
            if code == 0 { break }
            entries.append(entry(code))
        }
        return OpenSSLError(operation: operation, entries: entries)
    }

    /// An error from a code that was kept.
    static func kept(_ code: UInt, _ operation: String) -> OpenSSLError {
        OpenSSLError(operation: operation, entries: [entry(code)])
    }

    private static func entry(_ code: UInt) -> Entry {
        let text = ERR_reason_error_string(code).map { String(cString: $0) }
        return Entry(
            code: code, library: Int32((code >> 23) & 0xFF), reasonCode: Int32(code & 0x7F_FFFF),
            reason: text ?? "error \(String(code, radix: 16))")
    }

    /// Whether an entry says that an algorithm is not to be had in the library context that was used.
    package var isUnsupportedAlgorithm: Bool {
        entries.contains { $0.reasonCode == ERR_R_UNSUPPORTED || $0.reason == "unsupported" }
    }
}

extension OpenSSLError: CustomStringConvertible {
    package var description: String {
        let reasons = entries.map(\.reason).joined(separator: ", ")
        return "can't \(operation)" + (reasons.isEmpty ? "" : ": \(reasons)")
    }
}

/// The result of a call that returns 1 (or more) for success.
func check(_ result: Int32, _ operation: @autoclosure () -> String) throws {
    if result <= 0 { throw OpenSSLError.drain(operation()) }
}

/// The result of a call that returns NULL for failure.
func check<Value>(_ value: Value?, _ operation: @autoclosure () -> String) throws -> Value {
    guard let value else { throw OpenSSLError.drain(operation()) }
    return value
}
