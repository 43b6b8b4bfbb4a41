import Foundation

/// An ASN.1 OBJECT IDENTIFIER (X.690, 8.19). Two are equal when their encodings are.
package struct OID: Hashable, Sendable {
    /// Longer ones are refused; the longest in use, with a UUID in it, has about twenty octets.
    static let maximumByteCount = 128

    /// The content octets, without tag and length.
    package let content: [UInt8]

    /// - Parameter content: The content octets.
    /// - Returns: nil where they are not a sequence of complete, minimal sub-identifiers of at most 128 octets.
    package init?<Bytes: Collection>(content: Bytes) where Bytes.Element == UInt8 {
        guard !content.isEmpty, content.count <= Self.maximumByteCount else { return nil }
        var atStart = true
        for octet in content {
            if atStart, octet == 0x80 { return nil }
            atStart = octet < 0x80
        }
        guard atStart else { return nil }
        self.content = Array(content)
    }

    /// - Parameters:
    ///   - first: 0, 1 or 2.
    ///   - second: Below 40; none of the identifiers named in this package has another.
    ///   - arcs: All the others.
    init(_ first: UInt8, _ second: UInt8, _ arcs: UInt32...) {
        self.init(first, second, arcs)
    }

    private init(_ first: UInt8, _ second: UInt8, _ arcs: [UInt32]) {
        var content = [min(first, 2) * 40 + min(second, 39)]
        for arc in arcs {
            for shift in stride(from: UInt32(28), through: 0, by: -7) where shift == 0 || arc >> shift != 0 {
                content.append(UInt8(arc >> shift & 0x7F) | (shift == 0 ? 0 : 0x80))
            }
        }
        self.content = content
    }

    /// This identifier with one more arc.
    func appending(_ arc: UInt8) -> OID {
        OID(content: content + [arc & 0x7F]) ?? self
    }
}

extension OID: CustomStringConvertible {
    /// The dotted form, such as "1.2.840.113549.1.7.1".
    package var description: String {
        var arcs: [DecimalNumber] = []
        var arc = DecimalNumber()
        for octet in content {
            arc.shiftLeft7(adding: octet & 0x7F)
            if octet < 0x80 {
                arcs.append(arc)
                arc = DecimalNumber()
            }
        }
        guard let first = arcs.first else { return "" }
        let root = content[0] < 40 ? "0" : content[0] < 80 ? "1" : "2"
        let second = content[0] < 40 ? 0 : content[0] < 80 ? 40 : 80
        return ([root, first.subtracting(second)] + arcs.dropFirst().map { $0.subtracting(0) }).joined(separator: ".")
    }
}

/// A number of any size, as an arc that holds a UUID has 128 bits. Decimal digits, the lowest first.
private struct DecimalNumber {
    private var digits: [UInt8] = [0]

    mutating func shiftLeft7(adding low: UInt8) {
        var carry = Int(low)
        for index in digits.indices {
            carry += Int(digits[index]) * 128
            digits[index] = UInt8(carry % 10)
            carry /= 10
        }
        while carry > 0 {
            digits.append(UInt8(carry % 10))
            carry /= 10
        }
    }

    /// The digits of this number less `small`, which is not the greater one.
    func subtracting(_ small: Int) -> String {
        var rest = digits
        var borrow = small
        for index in rest.indices where borrow > 0 {
            let difference = Int(rest[index]) - borrow % 10
            borrow = borrow / 10 + (difference < 0 ? 1 : 0)
            rest[index] = UInt8(difference < 0 ? difference + 10 : difference)
        }
        while rest.count > 1, rest.last == 0 { rest.removeLast() }
        return String(rest.reversed().map { Character(UnicodeScalar($0 + 0x30)) })
    }
}
