#if !canImport(Security)
    import Foundation
    import MutualTLSPKCS12

    /// A distinguished name in the form in which names are compared (after RFC 5280, 7.1): letters in upper case, spaces
    /// at the ends gone and those in between single, and one encoding for the same text.
    enum NormalizedName {
        /// The normalized content of a Name, without the header of its SEQUENCE.
        /// - Parameter name: the DER of a Name, or of what stands in one.
        /// - Returns: nil when it is neither.
        static func content(of name: Data) -> Data? { try? normalized(name) }

        /// The normalized Name with its header.
        static func sequence(of name: Data) -> Data? { content(of: name).map { encode(0x30, $0) } }

        private static func normalized(_ name: Data) throws(DERError) -> Data {
            var reader = DERReader(name)
            if reader.nextTag == .sequence {
                let whole = try reader.next()
                try reader.expectEnd(of: "the name")
                reader = try whole.elements()
            }
            var content = Data()
            while !reader.isAtEnd {
                var parts = try reader.next(.set, "a part of the name").elements()
                var attributes = Data()
                while !parts.isAtEnd { attributes += try attribute(parts.next(.sequence, "an attribute of the name")) }
                content += encode(0x31, attributes)
            }
            return content
        }

        private static func attribute(_ value: DERValue) throws(DERError) -> Data {
            var fields = try value.elements()
            let type = try fields.next(.objectIdentifier, "the type of an attribute")
            let value = try fields.next()
            try fields.expectEnd(of: "an attribute")
            return encode(0x30, type.encoded + (value.text.map(text) ?? value.encoded))
        }

        private static func text(_ text: String) -> Data {
            let words = text.utf8.split(separator: 0x20).map { word in
                word.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
            }
            let bytes = Data(words.joined(separator: [0x20]))
            return encode(bytes.allSatisfy(isPrintable) ? 0x13 : 0x0C, bytes)
        }

        /// Whether a PrintableString may hold it.
        private static func isPrintable(_ byte: UInt8) -> Bool {
            (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || " '()+,-./:=?".utf8.contains(byte)
        }

        private static func encode(_ tag: UInt8, _ content: Data) -> Data {
            let count = content.count
            if count < 0x80 { return Data([tag, UInt8(count)]) + content }
            var octets: [UInt8] = []
            var rest = count
            while rest > 0 {
                octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
                rest >>= 8
            }
            return Data([tag, 0x80 | UInt8(octets.count)] + octets) + content
        }
    }
#endif
