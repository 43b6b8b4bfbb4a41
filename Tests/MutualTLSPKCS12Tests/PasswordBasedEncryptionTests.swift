import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("What encryption is named in a file")
struct PasswordBasedEncryptionTests {
    private typealias W = DERWriter
    private typealias B = PKCS12Builder

    private func read(_ algorithm: Data) throws -> PasswordBasedEncryption {
        try PasswordBasedEncryption(AlgorithmIdentifier(der: algorithm))
    }

    @Test("PKCS#12's own schemes have their names, key sizes and age")
    func pkcs12() throws {
        let rows: [(Int, String, Int, Bool)] = [
            (1, "pbeWithSHA1And128BitRC4", 128, true), (2, "pbeWithSHA1And40BitRC4", 40, true),
            (3, "pbeWithSHA1And3-KeyTripleDES-CBC", 192, false), (4, "pbeWithSHA1And2-KeyTripleDES-CBC", 128, false),
            (5, "pbeWithSHA1And128BitRC2-CBC", 128, true), (6, "pbeWithSHA1And40BitRC2-CBC", 40, true),
        ]
        for (number, name, bits, isLegacy) in rows {
            let encryption = try read(B.pbe(number))
            #expect(encryption.name == name)
            #expect(encryption.keyBits == bits)
            #expect(encryption.isLegacy == isLegacy, "\(name)")
            #expect(encryption.iterations == 2048 && encryption.saltLength == 8)
            guard case .pkcs12 = encryption.keyDerivation else {
                Issue.record("\(name) should derive its key as PKCS#12 does")
                continue
            }
        }
    }

    @Test("PBES1 with DES is legacy and names its digest")
    func pbes1() throws {
        let encryption = try read(
            W.sequence(W.oid("1.2.840.113549.1.5.3"), W.sequence(W.octets(Data(count: 8)), W.integer(1))))
        #expect(encryption.name == "pbeWithMD5AndDES-CBC")
        #expect(encryption.isLegacy)
        guard case .pbkdf1(let digest) = encryption.keyDerivation else {
            Issue.record("the key derivation should be PBKDF1")
            return
        }
        #expect(digest.description == "1.2.840.113549.2.5")
    }

    @Test(
        "PBES2 is named by cipher and PRF",
        arguments: [
            (9, "2.16.840.1.101.3.4.1.42", "PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256", 256, false),
            (7, "2.16.840.1.101.3.4.1.2", "PBES2 AES-128-CBC, PBKDF2 HMAC-SHA-1", 128, false),
            (11, "2.16.840.1.101.3.4.1.22", "PBES2 AES-192-CBC, PBKDF2 HMAC-SHA-512", 192, false),
            (10, "1.2.840.113549.3.7", "PBES2 3DES-CBC, PBKDF2 HMAC-SHA-384", 192, false),
            (8, "1.3.14.3.2.7", "PBES2 DES-CBC, PBKDF2 HMAC-SHA-224", 64, true),
        ])
    func pbes2(_ prf: Int, _ cipher: String, _ name: String, _ bits: Int, _ isLegacy: Bool) throws {
        let encryption = try read(B.pbes2(B.pbkdf2(prf: prf), cipher: cipher))
        #expect(encryption.name == name)
        #expect(encryption.keyBits == bits)
        #expect(encryption.isLegacy == isLegacy)
        #expect(encryption.iterations == 600_000 && encryption.saltLength == 16)
    }

    @Test("the file's own key length counts for RC2, whose key has any size")
    func variableKey() throws {
        let rc2 = "1.2.840.113549.3.2"
        #expect(try read(B.pbes2(B.pbkdf2(keyLength: W.integer(16)), cipher: rc2)).keyBits == 128)
        #expect(try read(B.pbes2(B.pbkdf2(), cipher: rc2)).keyBits == nil)
        #expect(try read(B.pbes2(B.pbkdf2(keyLength: W.integer(Int.max)), cipher: rc2)).keyBits == Int.max)
    }

    @Test("scrypt is read with its cost")
    func scrypt() throws {
        let derivation = W.sequence(
            W.oid("1.3.6.1.4.1.11591.4.11"),
            W.sequence(W.octets(Data(count: 16)), W.integer(16_384), W.integer(8), W.integer(1)))
        let encryption = try read(B.pbes2(derivation))
        #expect(encryption.name == "PBES2 AES-256-CBC, scrypt")
        #expect(encryption.iterations == 16_384)
        guard case .scrypt(let blockSize, let parallelization) = encryption.keyDerivation else {
            Issue.record("the key derivation should be scrypt")
            return
        }
        #expect(blockSize == 8 && parallelization == 1)
    }

    @Test("unknown schemes, derivations and ciphers are unsupported by name")
    func unknown() {
        for (algorithm, oid) in [
            (W.sequence(W.oid("1.2.3.4"), W.null), "1.2.3.4"),
            (B.pbes2(W.sequence(W.oid("1.2.3.5"), W.null)), "1.2.3.5"),
            (B.pbes2(B.pbkdf2(), cipher: "1.2.3.6"), "1.2.3.6"),
        ] {
            #expect {
                try read(algorithm)
            } throws: {
                let error = $0 as? PKCS12StructureError
                return error?.code == .unsupported && error?.reason.contains(oid) == true
            }
        }
    }

    @Test("iterations that are zero, negative or beyond Int are malformed, and so are missing parameters")
    func malformed() {
        let malformed = PKCS12StructureError(.malformed, "")
        for iterations in [W.integer(0), W.value(0x02, Data([0x80])), W.value(0x02, Data(repeating: 0x7F, count: 9))] {
            #expect(throws: malformed) { try read(B.pbe(3, iterations: iterations)) }
        }
        for oid in ["1.2.840.113549.1.12.1.3", "1.2.840.113549.1.5.13"] {
            #expect(throws: malformed) { try read(W.sequence(W.oid(oid), W.null)) }
        }
    }
}
