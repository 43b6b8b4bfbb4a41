import Foundation

/// The identifier and length octets in front of a value (X.690, 8.1.2 and 8.1.3).
struct DERHeader {
    let tag: DERTag
    let isConstructed: Bool
    /// Identifier plus length octets.
    let byteCount: Int
    /// Nil for the indefinite form.
    let contentCount: UInt64?

    /// Reads the header at `index`, which is an index of `data`, without looking at what follows.
    ///
    /// - Returns: nil where `data` ends inside the header.
    /// - Throws: `DERError` `unsupportedTag` or `badLength`; `delta` plus an index is the offset it reports.
    static func read(_ data: Data, at index: Int, delta: Int) throws(DERError) -> DERHeader? {
        guard index < data.endIndex else { return nil }
        let identifier = data[index]
        guard identifier & 0x1F != 0x1F else {
            throw DERError(.unsupportedTag, "a tag number above 30 is not used in these formats", offset: index + delta)
        }
        let tag = DERTag(identifier: identifier)
        let isConstructed = identifier & 0x20 != 0
        guard index + 1 < data.endIndex else { return nil }
        let first = data[index + 1]
        if first < 0x80 {
            return DERHeader(tag: tag, isConstructed: isConstructed, byteCount: 2, contentCount: UInt64(first))
        }
        if first == 0x80 {
            guard isConstructed else {
                throw DERError(.badLength, "a primitive value has an indefinite length", offset: index + delta)
            }
            return DERHeader(tag: tag, isConstructed: true, byteCount: 2, contentCount: nil)
        }
        let octets = Int(first & 0x7F)
        guard octets < 0x7F else {
            throw DERError(.badLength, "a length begins with the reserved octet 0xFF", offset: index + delta)
        }
        guard octets <= data.endIndex - index - 2 else { return nil }
        var count: UInt64 = 0
        // BER allows leading zeros, so the value is bounded rather than the number of octets.
        for octet in data[(index + 2)..<(index + 2 + octets)] {
            guard count >> 56 == 0 else {
                throw DERError(.badLength, "a length has more than 64 bits", offset: index + delta)
            }
            count = count << 8 | UInt64(octet)
        }
        return DERHeader(tag: tag, isConstructed: isConstructed, byteCount: 2 + octets, contentCount: count)
    }
}
