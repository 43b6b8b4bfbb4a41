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
        try self.init(PFX(data))
    }

    /// The same for a file whose frame has been read already.
    package init(_ pfx: PFX) throws(PKCS12StructureError) {
        version = pfx.version
        hasTrailingBytes = pfx.hasTrailingBytes
        authenticatedContent = pfx.authenticatedContent
        authenticatedSafe = try pfx.parts()
        mac = try pfx.mac()
    }
}
