import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("Names of keys")
struct KeyNameTests {
    private static func oid(_ dotted: String) throws -> OID {
        var reader = DERReader(DERWriter.oid(dotted))
        return try reader.next().objectIdentifier("it")
    }

    /// The registers' identifiers, written out once more.
    static let algorithms: [(oid: String, name: String, isForTLS: Bool)] = [
        ("1.2.840.113549.1.1.1", "RSA", true), ("1.2.840.113549.1.1.10", "RSA-PSS", true),
        ("1.3.101.112", "Ed25519", true), ("1.3.101.113", "Ed448", true), ("1.3.101.110", "X25519", false),
        ("1.3.101.111", "X448", false), ("1.2.840.10040.4.1", "DSA", false), ("1.3.14.3.2.12", "DSA", false),
        ("1.2.840.113549.1.3.1", "DH", false), ("1.2.840.10046.2.1", "DH", false),
        ("1.2.643.7.1.1.1.1", "GOST R 34.10-2012", false), ("2.16.840.1.101.3.4.4.1", "ML-KEM-512", false),
        ("2.16.840.1.101.3.4.4.3", "ML-KEM-1024", false), ("2.16.840.1.101.3.4.3.17", "ML-DSA-44", false),
        ("2.16.840.1.101.3.4.3.19", "ML-DSA-87", false), ("2.16.840.1.101.3.4.3.20", "2.16.840.1.101.3.4.3.20", false),
        ("1.2.3.4", "1.2.3.4", false),
    ]

    @Test("an algorithm has its name, or its number, and its use in TLS", arguments: algorithms)
    func algorithm(dotted: String, name: String, isForTLS: Bool) throws {
        let oid = try Self.oid(dotted)
        #expect(KeyName.algorithm(oid) == name)
        #expect(KeyName.isForTLS(oid, curve: nil) == isForTLS)
        #expect(KeyName.isForTLS(oid, curve: .prime256v1) == isForTLS, "only an EC key has a curve")
        #expect("\(PrivateKeyInfo.Algorithm.other(oid))" == name)
    }

    static let curves: [(oid: String, name: String, bits: Int?, isForTLS: Bool)] = [
        ("1.2.840.10045.3.1.7", "P-256", 256, true), ("1.3.132.0.34", "P-384", 384, true),
        ("1.3.132.0.35", "P-521", 521, true), ("1.3.132.0.33", "P-224", 224, true),
        ("1.2.840.10045.3.1.1", "P-192", 192, true), ("1.3.132.0.10", "secp256k1", 256, true),
        ("1.3.132.0.8", "secp160r1", 160, false), ("1.3.36.3.3.2.8.1.1.1", "brainpoolP160r1", 160, false),
        ("1.3.36.3.3.2.8.1.1.3", "brainpoolP192r1", 192, false),
        ("1.3.36.3.3.2.8.1.1.5", "brainpoolP224r1", 224, false),
        ("1.3.36.3.3.2.8.1.1.7", "brainpoolP256r1", 256, true), ("1.3.36.3.3.2.8.1.1.9", "brainpoolP320r1", 320, false),
        ("1.3.36.3.3.2.8.1.1.11", "brainpoolP384r1", 384, true),
        ("1.3.36.3.3.2.8.1.1.13", "brainpoolP512r1", 512, true), ("1.2.3", "1.2.3", nil, false),
    ]

    @Test("a curve has its name, or its number, its size and its use in TLS", arguments: curves)
    func curve(dotted: String, name: String, bits: Int?, isForTLS: Bool) throws {
        let oid = try Self.oid(dotted)
        #expect(KeyName.curve(oid) == name)
        #expect(KeyName.bits(ofCurve: oid) == bits)
        #expect(KeyName.isForTLS(.ecPublicKey, curve: oid) == isForTLS)
        #expect("\(PrivateKeyInfo.Algorithm.ec(curve: oid))" == "EC \(name)")
    }

    @Test("a private key authenticates unless its kind is known not to")
    func authenticates() throws {
        let useless = ["DSA", "DH", "X25519", "X448", "ML-KEM-512", "ML-KEM-1024"]
        for (dotted, name, _) in Self.algorithms {
            #expect(try PrivateKeyInfo.Algorithm.other(Self.oid(dotted)).authenticates == !useless.contains(name))
        }
        for algorithm in [.rsa, .ed25519, .ec(curve: nil)] as [PrivateKeyInfo.Algorithm] {
            #expect(algorithm.authenticates)
        }
        #expect(!KeyName.isForTLS(.ecPublicKey, curve: nil), "TLS names no curve by its parameters")
        #expect("\(PrivateKeyInfo.Algorithm.ec(curve: nil))" == "EC with parameters of its own")
    }
}
