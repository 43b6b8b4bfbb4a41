/// The names that people and documentation use for the algorithms found in key files.
enum AlgorithmName {
    private static let digests: [OID: (name: String, byteCount: Int)] = [
        .rsadsiDigest.appending(2): ("MD2", 16), .rsadsiDigest.appending(4): ("MD4", 16),
        .rsadsiDigest.appending(5): ("MD5", 16), .sha1: ("SHA-1", 20),
        .sha256: ("SHA-256", 32), .nistHash.appending(2): ("SHA-384", 48), .nistHash.appending(3): ("SHA-512", 64),
        .nistHash.appending(4): ("SHA-224", 28), .nistHash.appending(5): ("SHA-512/224", 28),
        .nistHash.appending(6): ("SHA-512/256", 32), .nistHash.appending(7): ("SHA3-224", 28),
        .nistHash.appending(8): ("SHA3-256", 32), .nistHash.appending(9): ("SHA3-384", 48),
        .nistHash.appending(10): ("SHA3-512", 64),
        OID(1, 2, 643, 2, 2, 9): ("GOST R 34.11-94", 32), OID(1, 2, 643, 7, 1, 1, 2, 2): ("Streebog-256", 32),
        OID(1, 2, 643, 7, 1, 1, 2, 3): ("Streebog-512", 64),
    ]

    private static let hmacs: [OID: (name: String, byteCount: Int)] = [
        .hmacWithSHA1: ("HMAC-SHA-1", 20), .rsadsiDigest.appending(8): ("HMAC-SHA-224", 28),
        .rsadsiDigest.appending(9): ("HMAC-SHA-256", 32), .rsadsiDigest.appending(10): ("HMAC-SHA-384", 48),
        .rsadsiDigest.appending(11): ("HMAC-SHA-512", 64), .rsadsiDigest.appending(12): ("HMAC-SHA-512/224", 28),
        .rsadsiDigest.appending(13): ("HMAC-SHA-512/256", 32),
        .nistHash.appending(13): ("HMAC-SHA3-224", 28), .nistHash.appending(14): ("HMAC-SHA3-256", 32),
        .nistHash.appending(15): ("HMAC-SHA3-384", 48), .nistHash.appending(16): ("HMAC-SHA3-512", 64),
        OID(1, 2, 643, 2, 2, 10): ("HMAC-GOST R 34.11-94", 32),
        OID(1, 2, 643, 7, 1, 1, 4, 1): ("HMAC-Streebog-256", 32),
        OID(1, 2, 643, 7, 1, 1, 4, 2): ("HMAC-Streebog-512", 64),
    ]

    /// The digest's name, or its dotted identifier.
    static func digest(_ oid: OID) -> String { digests[oid]?.name ?? oid.description }

    /// The HMAC's name, or its dotted identifier.
    static func hmac(_ oid: OID) -> String { hmacs[oid]?.name ?? oid.description }

    /// The octets that the digest or HMAC gives; nil where it is unknown.
    static func outputByteCount(_ oid: OID) -> Int? { digests[oid]?.byteCount ?? hmacs[oid]?.byteCount }
}
