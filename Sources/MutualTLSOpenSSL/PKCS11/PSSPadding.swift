import Foundation

/// The padding of RSA-PSS (RFC 8017, 9.1.1), for tokens that do RSA alone: MGF1 with the same hash, a salt as long as it.
enum PSSPadding {
    /// The block to be put through RSA, as long as the modulus.
    /// - Throws: `OpenSSLError` where there is no random salt, or the modulus is too small.
    static func encode(_ digest: Data, _ hash: HashFunction, modulusBits: Int, salt given: Data? = nil) throws -> Data {
        let salt = try given ?? RandomBytes.open(hash.length)
        let (bits, room) = (modulusBits - 1, (modulusBits + 6) / 8)
        let padding = room - salt.count - hash.length - 2
        guard padding >= 0, digest.count == hash.length else {
            throw OpenSSLError(operation: "pad the digest: the RSA key is too small", entries: [])
        }
        let seal = hash.digest(Data(count: 8) + digest + salt)
        let block = Data(count: padding) + [1] + salt
        var masked = Data(zip(block, mask(seal, block.count, hash)).map { $0 ^ $1 })
        masked[masked.startIndex] &= 0xFF >> UInt8(8 * room - bits)
        return Data(count: (modulusBits + 7) / 8 - room) + masked + seal + [0xBC]
    }

    /// MGF1 (RFC 8017, B.2.1).
    private static func mask(_ seed: Data, _ count: Int, _ hash: HashFunction) -> Data {
        var mask = Data()
        var counter: UInt32 = 0
        while mask.count < count {
            mask += hash.digest(seed + withUnsafeBytes(of: counter.bigEndian) { Data($0) })
            counter += 1
        }
        return mask.prefix(count)
    }
}
