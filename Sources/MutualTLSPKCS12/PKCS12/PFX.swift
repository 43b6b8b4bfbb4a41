import Foundation

/// The frame of a PKCS#12 file (RFC 7292, section 4): what has to be right before a MAC can be checked, and no more.
/// ``PKCS12File`` is this with everything in it read.
package struct PFX: Sendable {
    /// Always 3: other versions are refused.
    package let version: Int
    /// Exactly the octets that the MAC covers; those of a BER string in segments are joined.
    package let authenticatedContent: Data
    /// True where bytes follow the PFX.
    package let hasTrailingBytes: Bool
    /// Whether the file has a MAC, of whatever kind.
    package var hasMAC: Bool { uncheckedMAC != nil }

    private let safe: DERValue
    private let uncheckedMAC: MacData.Unchecked?

    /// - Parameter data: The whole file.
    /// - Throws: `PKCS12StructureError`: `notPKCS12` names what it is instead, `truncated` says where it ends,
    ///   `unsupported` names public-key integrity, `malformed` is everything else.
    package init(_ data: Data) throws(PKCS12StructureError) {
        if let reason = ForeignFormat.reason(data) { throw PKCS12StructureError(.notPKCS12, reason) }
        self = try PKCS12StructureError.wrapping { () throws(DERError) in try PFX(der: data) }
    }

    /// What protects the file's integrity; nil for a file without.
    /// - Throws: `PKCS12StructureError` `malformed` or `unsupported` for parameters that no MAC can have, those of PBMAC1
    ///   that RFC 9579 does not allow included.
    package func mac() throws(PKCS12StructureError) -> MacData? {
        guard let uncheckedMAC else { return nil }
        return try PKCS12StructureError.wrapping { () throws(DERError) in try MacData(uncheckedMAC) }
    }

    /// The parts, in the file's order.
    /// - Throws: `PKCS12StructureError`, as `init(_:)`.
    package func parts() throws(PKCS12StructureError) -> [ContentInfo] {
        try PKCS12StructureError.wrapping { () throws(DERError) in
            var reader = safe.reader(over: authenticatedContent)
            var list = try reader.next(.sequence, "the list of parts").elements()
            var parts: [ContentInfo] = []
            while !list.isAtEnd {
                parts.append(try ContentInfo(list.next(.sequence, "a part")))
            }
            return parts
        }
    }

    private init(der data: Data) throws(DERError) {
        var file = DERReader(data)
        var pfx = try file.next(.sequence, "the PFX").elements()
        hasTrailingBytes = !file.isAtEnd
        let versionValue = try pfx.next(.integer, "the version")
        version = try versionValue.nonNegativeInteger("the version")
        guard version == 3 else {
            throw DERError(
                .badValue, "its version is \(version), and PKCS#12 files have 3", offset: versionValue.offset)
        }
        safe = try Self.authenticatedSafe(in: pfx.next(.sequence, "the authenticated safe"))
        authenticatedContent = try safe.octets()
        uncheckedMAC = try pfx.isAtEnd ? nil : MacData.Unchecked(pfx.next(.sequence, "the MAC"))
        try pfx.expectEnd(of: "the MAC")
    }

    /// The OCTET STRING that holds the parts.
    private static func authenticatedSafe(in value: DERValue) throws(DERError) -> DERValue {
        var info = try value.elements()
        let type = try info.next(.objectIdentifier, "the type of the authenticated safe")
        let oid = try type.objectIdentifier("the type of the authenticated safe")
        guard oid == .data else {
            let name = ContentInfo.name(of: oid)
            guard oid == .signedData else {
                throw DERError(
                    .badValue, "the authenticated safe should be data and is \(name)", offset: type.offset)
            }
            throw DERError(
                .unsupported, "it is protected by a signature (\(name)) and not by a password", offset: type.offset)
        }
        return try info.next(.context(0), "the authenticated safe").element(.octetString, "the authenticated safe")
    }
}
