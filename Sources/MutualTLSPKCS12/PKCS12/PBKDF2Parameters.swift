import Foundation

/// The parameters of PBKDF2 (RFC 8018, appendix A.2).
package struct PBKDF2Parameters: Sendable {
    package let salt: Data
    /// At least 1.
    package let iterations: Int
    /// In octets; nil where the file leaves it to the cipher.
    package let keyLength: Int?
    /// The HMAC; HMAC-SHA-1 where the file names none.
    package let prf: OID

    init(_ algorithm: AlgorithmIdentifier) throws(DERError) {
        var reader = try algorithm.parameterElements("PBKDF2")
        // The salt may also be an AlgorithmIdentifier, "otherSource", for which no algorithm was ever defined.
        salt = try reader.next(.octetString, "PBKDF2's salt").octets()
        iterations = try reader.next(.integer, "PBKDF2's iteration count")
            .positiveInteger("PBKDF2's iteration count")
        keyLength = try reader.nextIfPresent(.integer)?.positiveInteger("PBKDF2's key length")
        if let value = try reader.nextIfPresent(.sequence) {
            prf = try AlgorithmIdentifier(value, "PBKDF2's PRF").oid
        } else {
            prf = .hmacWithSHA1
        }
        try reader.expectEnd(of: "PBKDF2's parameters")
    }
}

extension DERValue {
    /// The value of an INTEGER of at least 1 that fits an `Int`.
    func positiveInteger(_ what: String) throws(DERError) -> Int {
        let value = try nonNegativeInteger(what)
        guard value > 0 else { throw DERError(.badValue, "\(what) is zero", offset: offset) }
        return value
    }
}
