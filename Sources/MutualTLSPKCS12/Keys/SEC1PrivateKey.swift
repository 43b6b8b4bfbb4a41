import Foundation

/// `ECPrivateKey` (RFC 5915, section 3).
struct SEC1PrivateKey: Sendable {
    /// Nil where it is not in the key, as inside PKCS#8, or not given by name.
    let curve: OID?
    /// The private number, big-endian, as the file has it.
    private let scalar: Data
    /// The encoded public point.
    private let point: Data?

    init(_ value: DERValue) throws(DERError) {
        var reader = try value.elements()
        _ = try reader.next(.integer, "the EC key's version")
        scalar = try reader.next(.octetString, "the EC key's number").octets()
        let parameters = try reader.nextIfPresent(.context(0))
        var named = try parameters?.elements()
        curve = try named?.nextIfPresent(.objectIdentifier)?.objectIdentifier("the key's curve")
        point = try reader.nextIfPresent(.context(1))?.element(.bitString, "the public point")
            .wholeBitString("the public point")
        try reader.expectEnd(of: "the EC key")
    }

    /// `04||X||Y||K`, with K padded to the length of X. Nil where the point is absent, compressed, or of another
    /// field than K.
    var externalRepresentation: Data? {
        guard let point, point.first == 0x04, point.count > 1, point.count % 2 == 1 else { return nil }
        let fieldByteCount = (point.count - 1) / 2
        // Some writers drop leading zeros, others add one.
        let digits = scalar.drop { $0 == 0 }
        guard digits.count <= fieldByteCount else { return nil }
        return WipingData.joining([point, Data(count: fieldByteCount - digits.count), digits])
    }
}
