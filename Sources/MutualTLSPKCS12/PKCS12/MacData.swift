import Foundation

/// What protects a PKCS#12 file's integrity (RFC 7292, section 4; PBMAC1 by RFC 9579).
package struct MacData: Sendable {
    /// How the MAC's key is derived from the password.
    package enum Scheme: Sendable {
        /// HMAC with this digest, its key from the PKCS#12 key derivation (RFC 7292, appendix B, ID 3).
        case pkcs12(digest: OID)
        /// PBMAC1; its own parameters count, and the file's MAC salt and iterations don't.
        case pbmac1(PBMAC1Parameters)
    }

    package let algorithm: AlgorithmIdentifier
    package let scheme: Scheme
    /// The MAC's value.
    package let digest: Data
    /// The salt that is used: PBMAC1's own for PBMAC1.
    package let salt: Data
    /// The iterations that are used, at least 1: PBMAC1's own for PBMAC1.
    package let iterations: Int

    /// The scheme's name for people.
    package var name: String {
        switch scheme {
        case .pkcs12(let digest): return "HMAC-\(AlgorithmName.digest(digest)), PKCS#12 KDF"
        case .pbmac1(let parameters): return parameters.name
        }
    }

    /// MacData as it is in the file: its algorithm and its numbers are not looked at.
    struct Unchecked: Sendable {
        let algorithm: AlgorithmIdentifier
        let digest: DERValue
        let salt: Data
        let iterations: DERValue?

        init(_ value: DERValue) throws(DERError) {
            var reader = try value.elements()
            var digestInfo = try reader.next(.sequence, "the MAC's digest").elements()
            algorithm = try AlgorithmIdentifier(
                digestInfo.next(.sequence, "the MAC's algorithm"), "the MAC's algorithm")
            digest = try digestInfo.next(.octetString, "the MAC's value")
            try digestInfo.expectEnd(of: "the MAC's value")
            salt = try reader.next(.octetString, "the MAC's salt").octets()
            iterations = try reader.nextIfPresent(.integer)
            try reader.expectEnd(of: "the MAC's iterations")
        }
    }

    init(_ file: Unchecked) throws(DERError) {
        algorithm = file.algorithm
        digest = try file.digest.octets()
        let outputByteCount: Int?
        if algorithm.oid == .pbmac1 {
            let parameters = try PBMAC1Parameters(algorithm)
            scheme = .pbmac1(parameters)
            salt = parameters.keyDerivation.salt
            iterations = parameters.keyDerivation.iterations
            outputByteCount = AlgorithmName.outputByteCount(parameters.mac.oid)
        } else {
            scheme = .pkcs12(digest: algorithm.oid)
            salt = file.salt
            // DEFAULT 1
            iterations = try file.iterations?.positiveInteger("the MAC's iteration count") ?? 1
            outputByteCount = AlgorithmName.outputByteCount(algorithm.oid)
        }
        // A shortened MAC must never be compared as if it were whole.
        guard outputByteCount.map({ $0 == digest.count }) ?? !digest.isEmpty else {
            throw DERError(
                .badValue, "the MAC has \(digest.count) bytes, which its algorithm never gives",
                offset: file.digest.offset)
        }
    }
}
