import Foundation

/// A password or a key's bytes: wiped when the last reference goes, absent from every description.
///
/// Immutable after `init`.
// @unchecked: the buffer is written only in `init` and in `deinit`, when nobody else has a reference.
package final class SecretBytes: @unchecked Sendable {
    /// Owned; one byte longer than the secret, and that byte is NUL.
    private let buffer: UnsafeMutableRawBufferPointer

    /// How many bytes the secret has.
    package var count: Int { buffer.count - 1 }

    /// Copies `bytes`.
    package init(_ bytes: some Collection<UInt8>) {
        buffer = .allocate(byteCount: bytes.count + 1, alignment: 1)
        buffer.copyBytes(from: bytes)
        buffer[bytes.count] = 0
    }

    /// The UTF-8 of `string`, which nobody can wipe: where the secret need not be a string, start from its bytes.
    package convenience init(utf8 string: String) {
        self.init(string.utf8)
    }

    deinit {
        WipingData.wipe(buffer)
        buffer.deallocate()
    }

    /// The bytes, without the NUL behind them. Don't let the pointer escape.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(rebasing: buffer.dropLast()))
    }

    /// Whether a C string of it ends early.
    package var holdsNUL: Bool { withUnsafeBytes { $0.contains(0) } }

    /// The bytes as a C string. Don't let the pointer escape.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
        // Never empty: the NUL is always there.
        try buffer.withMemoryRebound(to: CChar.self) { try body(UnsafePointer($0.baseAddress!)) }
    }
}

extension SecretBytes: CustomStringConvertible, CustomReflectable {
    package var description: String { "SecretBytes(\(count) bytes)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
