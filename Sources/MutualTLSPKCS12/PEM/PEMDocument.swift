import Foundation

/// Reads and writes PEM (RFC 7468): what people paste, with text around the blocks, any line ends, white space at the
/// ends of lines and a byte order mark.
package enum PEMDocument {
    /// - Parameter data: The text in any encoding that has ASCII in it.
    /// - Returns: The blocks in order; none where the text has none.
    /// - Throws: `PEMError` at the first damaged block: the others are not returned, as half of an identity is worse
    ///   than an error.
    package static func blocks(in data: Data) throws(PEMError) -> [PEMBlock] {
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            throw PEMError(
                code: .notText, reason: "the text is UTF-16; save it as UTF-8", label: nil, line: 1, offset: 0)
        }
        var parser = PEMParser(data)
        while let line = parser.nextLine() { try parser.consume(line) }
        return try parser.finish()
    }

    /// - Parameters:
    ///   - label: Such as "CERTIFICATE" or "PRIVATE KEY".
    ///   - der: The body.
    /// - Returns: The block as ASCII, lines of 64 characters, ended by a line feed. Its memory is wiped when it is
    ///   freed.
    package static func encode(label: String, der: Data) -> Data {
        WipingData.joining([
            Data("-----BEGIN \(label)-----\n".utf8), Base64.encode(der), Data("-----END \(label)-----\n".utf8),
        ])
    }
}
