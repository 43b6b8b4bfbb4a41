import Foundation

/// The two attributes of a bag that matter for pairing and naming (RFC 2985, 5.5). Where one comes twice the first
/// counts; one of the wrong type is left out, as a name is no reason to lose a key.
struct BagAttributes {
    private(set) var localKeyID: Data?
    private(set) var friendlyName: String?
    /// Whether one of them has another type than the standard's, or no value.
    private(set) var isOdd = false

    private static let types: [OID: DERTag] = [.localKeyID: .octetString, .friendlyName: .bmpString]

    init() {}

    /// - Parameter value: `SET OF SEQUENCE { type OBJECT IDENTIFIER, values SET }`
    init(_ value: DERValue) throws(DERError) {
        var attributes = try value.elements()
        while !attributes.isAtEnd {
            var attribute = try attributes.next(.sequence, "a bag's attribute").elements()
            let type = try attribute.next(.objectIdentifier, "an attribute's type")
                .objectIdentifier("an attribute's type")
            var values = try attribute.next(.set, "an attribute's values").elements()
            let standard = Self.types[type]
            guard !values.isAtEnd else {
                if standard != nil { isOdd = true }
                continue
            }
            let first = try values.next()
            if let standard, first.tag != standard { isOdd = true }
            if type == .localKeyID, localKeyID == nil, first.tag == .octetString {
                localKeyID = try first.octets()
            } else if type == .friendlyName, friendlyName == nil {
                // The standard says BMPString; some writers use other string types.
                friendlyName = first.text
            }
        }
    }
}
