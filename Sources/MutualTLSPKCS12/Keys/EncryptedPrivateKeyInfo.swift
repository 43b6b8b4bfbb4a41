import Foundation

/// A private key under a password: PKCS#8's EncryptedPrivateKeyInfo (RFC 5958, section 3).
package struct EncryptedPrivateKeyInfo: Sendable {
    package let algorithm: AlgorithmIdentifier
    /// Decrypted, it is the encoding of a PrivateKeyInfo.
    package let ciphertext: Data
    /// The whole encoding.
    package let encoded: Data

    /// - Parameter der: The encoding, as in a PEM block `ENCRYPTED PRIVATE KEY`.
    /// - Throws: `DERError` where it is none, or where something follows it.
    package init(der: Data) throws(DERError) {
        var reader = DERReader(der)
        let value = try reader.next(.sequence, "the encrypted key")
        try reader.expectEnd(of: "the encrypted key")
        try self.init(value)
    }

    init(_ value: DERValue) throws(DERError) {
        var reader = try value.elements()
        algorithm = try AlgorithmIdentifier(
            reader.next(.sequence, "the key's encryption"), "the key's encryption")
        let string = try reader.next(.octetString, "the encrypted key")
        ciphertext = try string.octets()
        try reader.expectEnd(of: "the encrypted key")
        guard !ciphertext.isEmpty else {
            throw DERError(.badValue, "the encrypted key is empty", offset: string.offset)
        }
        encoded = value.encoded
    }
}
