/// The class and number of an ASN.1 tag (X.690, 8.1.2), without the constructed bit: BER lets a string be either.
package struct DERTag: Hashable, Sendable {
    /// The identifier octet with its constructed bit cleared.
    package let identifier: UInt8

    init(identifier: UInt8) {
        self.identifier = identifier & ~0x20
    }

    /// The context-specific tag `[number]`; only the low five bits count, as long-form tags are not read.
    package static func context(_ number: UInt8) -> DERTag {
        DERTag(identifier: 0x80 | (number & 0x1F))
    }

    package static let endOfContents = DERTag(identifier: 0x00)
    package static let boolean = DERTag(identifier: 0x01)
    package static let integer = DERTag(identifier: 0x02)
    package static let bitString = DERTag(identifier: 0x03)
    package static let octetString = DERTag(identifier: 0x04)
    package static let null = DERTag(identifier: 0x05)
    package static let objectIdentifier = DERTag(identifier: 0x06)
    package static let utf8String = DERTag(identifier: 0x0C)
    package static let sequence = DERTag(identifier: 0x10)
    package static let set = DERTag(identifier: 0x11)
    package static let printableString = DERTag(identifier: 0x13)
    package static let t61String = DERTag(identifier: 0x14)
    package static let ia5String = DERTag(identifier: 0x16)
    package static let numericString = DERTag(identifier: 0x12)
    package static let visibleString = DERTag(identifier: 0x1A)
    package static let universalString = DERTag(identifier: 0x1C)
    package static let bmpString = DERTag(identifier: 0x1E)
}

extension DERTag: CustomStringConvertible {
    package var description: String {
        switch self {
        case .endOfContents: return "end-of-contents"
        case .boolean: return "BOOLEAN"
        case .integer: return "INTEGER"
        case .bitString: return "BIT STRING"
        case .octetString: return "OCTET STRING"
        case .null: return "NULL"
        case .objectIdentifier: return "OBJECT IDENTIFIER"
        case .utf8String: return "UTF8String"
        case .sequence: return "SEQUENCE"
        case .set: return "SET"
        case .bmpString: return "BMPString"
        default:
            let number = identifier & 0x1F
            switch identifier >> 6 {
            case 0: return "universal tag \(number)"
            case 1: return "[APPLICATION \(number)]"
            case 2: return "[\(number)]"
            default: return "[PRIVATE \(number)]"
            }
        }
    }
}
