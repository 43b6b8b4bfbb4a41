import Foundation

/// One BER or DER value. Its `Data` are slices of the input, so their indices don't begin at zero.
package struct DERValue: Sendable {
    /// How deep segments of a string may nest; OpenSSL's limit.
    static let maximumStringDepth = 5

    package let tag: DERTag
    package let isConstructed: Bool
    /// The whole value with its header, and with its end-of-contents octets where it has them.
    package let encoded: Data
    /// What stands between header and end.
    package let content: Data
    /// Bytes from the start of the outermost input to the header.
    package let offset: Int
    /// Bytes from the start of the outermost input to the content.
    package let contentOffset: Int
    /// How many values hold this one, itself included.
    let depth: Int

    /// The values inside a constructed value.
    ///
    /// - Throws: `DERError` `badValue` where this is primitive.
    package func elements() throws(DERError) -> DERReader {
        guard isConstructed else {
            throw DERError(.badValue, "\(tag) should hold other values and is primitive", offset: offset)
        }
        return DERReader(content, offset: contentOffset, depth: depth, endsWithInput: false)
    }

    /// The one value inside, as in an explicit tag.
    ///
    /// - Throws: `DERError`: `unexpectedTag` where it has another tag, `trailingBytes` where more follows.
    package func element(_ tag: DERTag, _ what: String) throws(DERError) -> DERValue {
        var reader = try elements()
        let value = try reader.next(tag, what)
        try reader.expectEnd(of: what)
        return value
    }

    /// The octets of an OCTET STRING, also under an implicit tag: a slice of the input, or, for a BER string in
    /// segments, the joined segments in memory that is wiped when the last slice of it goes.
    ///
    /// - Throws: `DERError` where a segment is not an OCTET STRING, or segments nest too deep.
    package func octets() throws(DERError) -> Data {
        guard isConstructed else { return content }
        var segments: [Data] = []
        try collectSegments(into: &segments, level: 1)
        return WipingData.joining(segments)
    }

    /// A reader over the octets of an OCTET STRING that itself holds encoded values.
    ///
    /// - Parameter octets: What ``octets()`` gave, so that segments are joined only once.
    package func reader(over octets: Data) -> DERReader {
        DERReader(octets, offset: contentOffset, depth: depth, endsWithInput: false)
    }

    private func collectSegments(into segments: inout [Data], level: Int) throws(DERError) {
        guard level <= Self.maximumStringDepth else {
            throw DERError(
                .tooDeep, "string segments nest deeper than \(Self.maximumStringDepth) levels", offset: offset)
        }
        var reader = try elements()
        while !reader.isAtEnd {
            let segment = try reader.next(.octetString, "a segment of a string")
            if segment.isConstructed {
                try segment.collectSegments(into: &segments, level: level + 1)
            } else {
                segments.append(segment.content)
            }
        }
    }

    /// The value of an INTEGER that fits an `Int`; padding is accepted.
    ///
    /// - Throws: `DERError` `badValue` where it is empty, negative or too big.
    package func nonNegativeInteger(_ what: String) throws(DERError) -> Int {
        guard !isConstructed, let first = content.first else {
            throw DERError(.badValue, "\(what) is empty", offset: offset)
        }
        guard first < 0x80 else { throw DERError(.badValue, "\(what) is negative", offset: offset) }
        var value = 0
        for octet in content {
            guard value <= Int.max >> 8 else { throw DERError(.badValue, "\(what) is too big", offset: offset) }
            value = value << 8 | Int(octet)
        }
        return value
    }

    /// The octets of a BIT STRING whose number of bits is a multiple of eight.
    ///
    /// - Throws: `DERError` `badValue` for other numbers of bits and for the constructed form.
    package func wholeBitString(_ what: String) throws(DERError) -> Data {
        guard !isConstructed, content.first == 0 else {
            throw DERError(.badValue, "\(what) is not a whole number of octets", offset: offset)
        }
        return content.dropFirst()
    }

    /// The value of an OBJECT IDENTIFIER.
    ///
    /// - Throws: `DERError` `badValue` where the content is none.
    package func objectIdentifier(_ what: String) throws(DERError) -> OID {
        guard !isConstructed, let oid = OID(content: content) else {
            throw DERError(.badValue, "\(what) is not a valid OBJECT IDENTIFIER", offset: offset)
        }
        return oid
    }
}
