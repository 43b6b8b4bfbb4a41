import Foundation

extension DERValue {
    /// The text of a primitive string of any of the types that names and aliases use; nil for other values. What is
    /// not valid in its encoding is repaired.
    package var text: String? {
        guard !isConstructed else { return nil }
        switch tag {
        case .bmpString:
            let octets = Array(content)
            let units = stride(from: 0, to: octets.count - 1, by: 2).map {
                UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1])
            }
            // A terminating zero, which belongs into passwords only, is what some writers add.
            return String(decoding: units.last == 0 ? units.dropLast() : units[...], as: UTF16.self)
        case .universalString:
            let octets = Array(content)
            let scalars = stride(from: 0, to: octets.count - 3, by: 4).map { index in
                Unicode.Scalar(octets[index..<index + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) ?? "\u{FFFD}"
            }
            return String(String.UnicodeScalarView(scalars))
        case .utf8String, .printableString, .ia5String, .numericString, .visibleString:
            return String(decoding: content, as: UTF8.self)
        case .t61String:
            // In practice Latin-1.
            return String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}
