import Foundation

/// The two attributes of a bag that matter for pairing and naming (RFC 2985, 5.5). Where one comes twice the first
/// counts; one of the wrong type is left out, as a name is no reason to lose a key.
struct BagAttributes {
    private(set) var localKeyID: Data?
    private(set) var friendlyName: String?

    init() {}

    /// - Parameter value: `SET OF SEQUENCE { type OBJECT IDENTIFIER, values SET }`
    init(_ value: DERValue) throws(DERError) {
        var attributes = try value.elements()
        while !attributes.isAtEnd {
            var attribute = try attributes.next(.sequence, "a bag's attribute").elements()
            let type = try attribute.next(.objectIdentifier, "an attribute's type")
                .objectIdentifier("an attribute's type")
            var values = try attribute.next(.set, "an attribute's values").elements()
            guard !values.isAtEnd else { continue }
            let first = try values.next()
            if type == .localKeyID, localKeyID == nil, first.tag == .octetString {
                localKeyID = try first.octets()
            } else if type == .friendlyName, friendlyName == nil {
                friendlyName = Self.string(first)
            }
        }
    }

    /// The standard says BMPString; some writers use other string types.
    private static func string(_ value: DERValue) -> String? {
        guard !value.isConstructed else { return nil }
        switch value.tag {
        case .bmpString:
            let octets = Array(value.content)
            let units = stride(from: 0, to: octets.count - 1, by: 2).map {
                UInt16(octets[$0]) << 8 | UInt16(octets[$0 + 1])
            }
            // A terminating zero, which belongs into passwords only, is what some writers add here too.
            return String(decoding: units.last == 0 ? units.dropLast() : units[...], as: UTF16.self)
        case .utf8String, .printableString, .ia5String:
            return String(decoding: value.content, as: UTF8.self)
        case .t61String:
            // In practice Latin-1.
            return String(String.UnicodeScalarView(value.content.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}
