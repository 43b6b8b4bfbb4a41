internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

/// A distinguished name (X.501), by its DER.
package struct DistinguishedName: Sendable, Hashable {
    /// The DER of the whole Name.
    package let der: Data
    /// As RFC 4514 writes it, most significant part first, such as `CN=alice,O=Example`; control characters escaped.
    package let description: String
    /// The last common name, or nil.
    package let commonName: String?

    /// Copies a name that belongs to somebody else.
    init(borrowing name: OpaquePointer?) {
        guard let name else {
            (der, description, commonName) = (Data([0x30, 0]), "", nil)
            return
        }
        der = (try? MutualTLSOpenSSL.der("encode the name") { i2d_X509_NAME(name, $0) }) ?? Data([0x30, 0])
        let text = try? MemoryBIO.collect({ mtls_X509_NAME_print($0, name) }, "print the name")
        description = String(decoding: text ?? Data(), as: UTF8.self)
        commonName = Self.lastCommonName(name)
    }

    /// From the DER of a Name, as a server's list of acceptable CAs holds it.
    /// - Throws: `OpenSSLError` when it isn't one.
    package init(der: Data) throws {
        let (name, _) = try parse(der, "parse the distinguished name") { d2i_X509_NAME(nil, $0, $1) }
        defer { X509_NAME_free(name) }
        self.init(borrowing: name)
    }

    private static func lastCommonName(_ name: OpaquePointer) -> String? {
        var last: Int32 = -1
        while true {
            let next = X509_NAME_get_index_by_NID(name, NID_commonName, last)
            if next < 0 { break }
            last = next
        }
        guard last >= 0, let entry = X509_NAME_get_entry(name, last), let value = X509_NAME_ENTRY_get_data(entry)
        else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = ASN1_STRING_to_UTF8(&bytes, value)
        guard count >= 0, let bytes else { return nil }
        defer { CRYPTO_free(bytes, nil, 0) }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }
}

extension DistinguishedName: CustomStringConvertible {}
