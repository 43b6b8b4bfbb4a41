import Foundation

/// The parameters of PBMAC1 (RFC 8018, appendix A.5) as RFC 9579 allows them in PKCS#12.
package struct PBMAC1Parameters: Sendable {
    /// What OpenSSL accepts as well: the longest digest's octets.
    static let maximumKeyLength = 64
    /// RFC 9579's lower bound, in octets.
    static let minimumKeyLength = 20

    /// PBKDF2, over the password in UTF-8.
    package let keyDerivation: PBKDF2Parameters
    /// The HMAC key's octets.
    package let keyLength: Int
    /// The HMAC.
    package let mac: AlgorithmIdentifier

    /// The scheme's name for people.
    package var name: String {
        "PBMAC1 \(AlgorithmName.hmac(mac.oid)), PBKDF2 \(AlgorithmName.hmac(keyDerivation.prf))"
    }

    /// - Throws: `DERError`: `badValue` for a key length that is missing or outside 20 to 64 octets, `unsupported`
    ///   for another key derivation than PBKDF2.
    init(_ algorithm: AlgorithmIdentifier) throws(DERError) {
        var reader = try algorithm.parameterElements("PBMAC1")
        let derivation = try AlgorithmIdentifier(
            reader.next(.sequence, "PBMAC1's key derivation"), "PBMAC1's key derivation")
        guard derivation.oid == .pbkdf2 else {
            throw DERError(
                .unsupported, "PBMAC1 derives its key with \(derivation.oid) and not with PBKDF2",
                offset: derivation.offset)
        }
        keyDerivation = try PBKDF2Parameters(derivation)
        mac = try AlgorithmIdentifier(reader.next(.sequence, "PBMAC1's MAC"), "PBMAC1's MAC")
        try reader.expectEnd(of: "PBMAC1's parameters")
        guard let keyLength = keyDerivation.keyLength else {
            throw DERError(.badValue, "PBMAC1 needs a key length and has none", offset: derivation.offset)
        }
        guard (Self.minimumKeyLength...Self.maximumKeyLength).contains(keyLength) else {
            throw DERError(
                .badValue,
                "PBMAC1's key length is \(keyLength), not \(Self.minimumKeyLength) to \(Self.maximumKeyLength)",
                offset: derivation.offset)
        }
        self.keyLength = keyLength
    }
}
