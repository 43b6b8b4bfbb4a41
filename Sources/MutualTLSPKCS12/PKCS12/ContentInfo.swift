import Foundation

/// One part of a PKCS#12 file: PKCS#7 content that holds bags (RFC 7292, section 4.1).
package struct ContentInfo: Sendable {
    /// How the bags are stored.
    package enum Kind: Sendable {
        /// Readable as it is: the encoding of a SafeContents.
        case data(Data)
        /// Under the password: decrypted, `ciphertext` is the encoding of a SafeContents.
        case encrypted(AlgorithmIdentifier, ciphertext: Data)
        /// Something this library does not read, such as content for a public key; the name is for people.
        case unsupported(OID, name: String)
    }

    package let kind: Kind
    /// Bytes from the start of the file to the part's octets, for ``SafeContents/bags(in:offset:)``.
    package let offset: Int

    init(_ value: DERValue) throws(DERError) {
        var reader = try value.elements()
        let oid = try reader.next(.objectIdentifier, "the type of a part").objectIdentifier("the type of a part")
        switch oid {
        case .data:
            let string = try reader.next(.context(0), "the content of a part")
                .element(.octetString, "the content of a part")
            kind = .data(try string.octets())
            offset = string.contentOffset
        case .encryptedData:
            let content = try reader.next(.context(0), "the content of a part")
                .element(.sequence, "the content of a part")
            (kind, offset) = try Self.encrypted(content)
        default:
            kind = .unsupported(oid, name: Self.name(of: oid))
            offset = value.contentOffset
            return
        }
        try reader.expectEnd(of: "the content of a part")
    }

    /// `EncryptedData` (RFC 2315, section 13).
    private static func encrypted(_ value: DERValue) throws(DERError) -> (Kind, Int) {
        var reader = try value.elements()
        _ = try reader.next(.integer, "the version of an encrypted part")
        var info = try reader.next(.sequence, "an encrypted part").elements()
        let type = try info.next(.objectIdentifier, "the type of an encrypted part")
        guard try type.objectIdentifier("the type of an encrypted part") == .data else {
            throw DERError(.badValue, "an encrypted part should hold data", offset: type.offset)
        }
        let algorithm = try AlgorithmIdentifier(
            info.next(.sequence, "the encryption of a part"), "the encryption of a part")
        let ciphertext = try info.next(.context(0), "the encrypted content")
        let octets = try ciphertext.octets()
        guard !octets.isEmpty else {
            throw DERError(.badValue, "the encrypted content is empty", offset: ciphertext.offset)
        }
        return (.encrypted(algorithm, ciphertext: octets), ciphertext.contentOffset)
    }

    /// The name of a PKCS#7 content type, or its dotted identifier.
    static func name(of oid: OID) -> String {
        switch oid {
        case .data: return "data"
        case .signedData: return "signedData"
        case .envelopedData: return "envelopedData (encrypted for a certificate)"
        case .signedAndEnvelopedData: return "signedAndEnvelopedData"
        case .digestedData: return "digestedData"
        case .encryptedData: return "encryptedData"
        default: return oid.description
        }
    }
}
