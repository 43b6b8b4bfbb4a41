import Foundation

/// `AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL }` (RFC 5280, 4.1.1.2).
package struct AlgorithmIdentifier: Sendable {
    package let oid: OID
    /// The encoded parameters with their header; nil where there are none. A slice of the input.
    package let parameters: Data?
    /// The whole encoding. A slice of the input, so BER where the input is.
    package let encoded: Data
    /// Bytes from the start of the outermost input.
    package let offset: Int
    /// ``parameters`` as a value.
    package let parametersValue: DERValue?

    /// - Parameters:
    ///   - value: The SEQUENCE.
    ///   - what: What the algorithm is for, such as "the encryption algorithm".
    /// - Throws: `DERError` where it is none.
    package init(_ value: DERValue, _ what: String) throws(DERError) {
        guard value.tag == .sequence else {
            throw DERError(.unexpectedTag, "\(what) should be SEQUENCE and is \(value.tag)", offset: value.offset)
        }
        var reader = try value.elements()
        oid = try reader.next(.objectIdentifier, what).objectIdentifier(what)
        parametersValue = reader.isAtEnd ? nil : try reader.next()
        try reader.expectEnd(of: what)
        parameters = parametersValue?.encoded
        encoded = value.encoded
        offset = value.offset
    }

    /// - Parameter der: The whole encoding and nothing else.
    /// - Throws: `DERError` where it is none.
    package init(der: Data) throws(DERError) {
        var reader = DERReader(der)
        let value = try reader.next(.sequence, "the algorithm")
        try reader.expectEnd(of: "the algorithm")
        try self.init(value, "the algorithm")
    }

    /// The values inside parameters that must be a SEQUENCE.
    func parameterElements(_ what: String) throws(DERError) -> DERReader {
        guard let parametersValue, parametersValue.tag == .sequence else {
            throw DERError(.unexpectedTag, "\(what) lacks its parameters", offset: offset)
        }
        return try parametersValue.elements()
    }
}
