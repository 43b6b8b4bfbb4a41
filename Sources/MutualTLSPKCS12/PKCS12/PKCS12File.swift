import Foundation

/// The outside of a PKCS#12 file (RFC 7292, section 4), readable without the password: which parts it has, how each is
/// encrypted, and what protects the whole. BER as well as DER; nothing is copied but BER strings in segments.
package struct PKCS12File: Sendable {
    /// Always 3: other versions are refused.
    package let version: Int
    /// The parts, in the file's order.
    package let authenticatedSafe: [ContentInfo]
    /// What protects the file's integrity; nil for a file without.
    package let mac: MacData?
    /// Exactly the octets that the MAC covers; those of a BER string in segments are joined.
    package let authenticatedContent: Data
    /// True where bytes follow the PFX. They are not read, as OpenSSL does not read them.
    package let hasTrailingBytes: Bool

    /// - Parameter data: The whole file.
    /// - Throws: `PKCS12StructureError`: `notPKCS12` names what it is instead, `truncated` says where it ends,
    ///   `unsupported` names public-key integrity, `malformed` is everything else, parameters of PBMAC1 that RFC 9579
    ///   does not allow included.
    package init(_ data: Data) throws(PKCS12StructureError) {
        if let reason = ForeignFormat.reason(data) { throw PKCS12StructureError(.notPKCS12, reason) }
        self = try PKCS12StructureError.wrapping { () throws(DERError) in try PKCS12File(pfx: data) }
    }

    private init(pfx data: Data) throws(DERError) {
        var file = DERReader(data)
        var pfx = try file.next(.sequence, "the PFX").elements()
        hasTrailingBytes = !file.isAtEnd

        let versionValue = try pfx.next(.integer, "the version")
        version = try versionValue.nonNegativeInteger("the version")
        guard version == 3 else {
            throw DERError(
                .badValue, "its version is \(version), and PKCS#12 files have 3", offset: versionValue.offset)
        }
        let safe = try Self.authenticatedSafe(in: pfx.next(.sequence, "the authenticated safe"))
        authenticatedContent = safe.octets
        mac = try pfx.isAtEnd ? nil : MacData(pfx.next(.sequence, "the MAC"))
        try pfx.expectEnd(of: "the MAC")
        authenticatedSafe = safe.parts
    }

    private static func authenticatedSafe(
        in value: DERValue
    ) throws(DERError) -> (octets: Data, parts: [ContentInfo]) {
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
        let string = try info.next(.context(0), "the authenticated safe")
            .element(.octetString, "the authenticated safe")
        let octets = try string.octets()
        var reader = string.reader(over: octets)
        var list = try reader.next(.sequence, "the list of parts").elements()
        var parts: [ContentInfo] = []
        while !list.isAtEnd {
            parts.append(try ContentInfo(list.next(.sequence, "a part")))
        }
        return (octets, parts)
    }
}
