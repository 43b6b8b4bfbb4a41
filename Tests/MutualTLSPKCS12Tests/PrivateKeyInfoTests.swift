import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("Private keys")
struct PrivateKeyInfoTests {
    private typealias W = DERWriter

    private static let point = Data([0x04]) + Data(repeating: 0xAB, count: 32) + Data(repeating: 0xCD, count: 32)
    private static let prime256v1 = W.oid("1.2.840.10045.3.1.7")
    private static let rsa = W.value(0x30, (0..<9).map { W.integer($0) })

    private static func sec1(_ scalar: Data, curve: Data? = prime256v1, point: Data? = point) -> Data {
        var parts = [W.integer(1), W.octets(scalar)]
        if let curve { parts.append(W.explicit(0, curve)) }
        if let point { parts.append(W.explicit(1, W.value(0x03, Data([0]) + point))) }
        return W.value(0x30, parts)
    }

    private static func pkcs8(_ algorithm: Data, _ key: Data, _ rest: Data...) -> Data {
        W.value(0x30, [W.integer(rest.isEmpty ? 0 : 1), algorithm, W.octets(key)] + rest)
    }

    @Test("RSA keys are found in PKCS#1 and PKCS#8, and Apple's form is PKCS#1")
    func rsa() throws {
        let bare = try PrivateKeyInfo(der: Self.rsa)
        #expect(bare.algorithm == .rsa && bare.format == .pkcs1)
        #expect(bare.externalRepresentation == Self.rsa)
        let algorithm = W.sequence(W.oid("1.2.840.113549.1.1.1"), W.null)
        let wrapped = try PrivateKeyInfo(der: Self.pkcs8(algorithm, Self.rsa))
        #expect(wrapped.algorithm == .rsa && wrapped.format == .pkcs8)
        #expect(wrapped.externalRepresentation == Self.rsa)
    }

    @Test("EC keys are found in SEC1 and PKCS#8, and Apple's form is the point and the padded number")
    func ec() throws {
        let scalar = Data(repeating: 0x11, count: 31)
        let expected = Self.point + Data([0]) + scalar
        let bare = try PrivateKeyInfo(der: Self.sec1(scalar))
        #expect(bare.algorithm == .ec(curve: .prime256v1) && bare.format == .sec1)
        #expect(bare.externalRepresentation == expected)
        let algorithm = W.sequence(W.oid("1.2.840.10045.2.1"), Self.prime256v1)
        let wrapped = try PrivateKeyInfo(der: Self.pkcs8(algorithm, Self.sec1(scalar, curve: nil)))
        #expect(wrapped.algorithm == .ec(curve: .prime256v1))
        #expect(wrapped.externalRepresentation == expected)
        let padded = try PrivateKeyInfo(der: Self.sec1(Data([0, 0]) + scalar))
        #expect(padded.externalRepresentation == expected)
    }

    @Test("without an uncompressed point that fits the number there is no form for Apple")
    func noPoint() throws {
        let scalar = Data(repeating: 0x11, count: 32)
        for point in [nil, Data([0x02]) + Data(count: 32), Data([0x04]), Data([0x04, 1, 2, 3])] {
            #expect(try PrivateKeyInfo(der: Self.sec1(scalar, point: point)).externalRepresentation == nil)
        }
    }

    @Test("a curve given by its parameters has no name")
    func explicitCurve() throws {
        let key = try PrivateKeyInfo(der: Self.sec1(Data([1]), curve: W.sequence(W.integer(1))))
        #expect(key.algorithm == .ec(curve: nil))
        let algorithm = W.sequence(W.oid("1.2.840.10045.2.1"), W.sequence(W.integer(1)))
        let wrapped = try PrivateKeyInfo(der: Self.pkcs8(algorithm, Self.sec1(Data([1]), curve: nil)))
        #expect(wrapped.algorithm == .ec(curve: nil))
    }

    @Test("Ed25519 and other keys are named and have no form for Apple; version 2 of PKCS#8 reads")
    func others() throws {
        let key = try PrivateKeyInfo(
            der: Self.pkcs8(
                W.sequence(W.oid("1.3.101.112")), W.octets(Data(count: 32)), W.value(0x81, Data(count: 33))))
        #expect(key.algorithm == .ed25519)
        #expect(key.externalRepresentation == nil)
        let other = try PrivateKeyInfo(der: Self.pkcs8(W.sequence(W.oid("1.3.101.113")), W.octets(Data([1]))))
        #expect(try other.algorithm == .other(#require(OID(content: [0x2B, 0x65, 0x71] as [UInt8]))))
    }

    @Test("what is no private key is refused")
    func refused() {
        let rows: [(Data, DERError.Code)] = [
            (Data(), .unexpectedTag), (W.sequence(), .unexpectedTag), (Self.rsa.dropLast(), .truncated),
            (Self.rsa + Data([0]), .trailingBytes), (W.value(0x30, (0..<6).map { W.integer($0) }), .unsupported),
            (W.sequence(W.integer(0), W.integer(1)), .badValue),
            (W.sequence(W.integer(2), W.octets(Data())), .badValue),
            (Self.pkcs8(W.sequence(W.oid("1.2.840.113549.1.1.1")), Data([0x30])), .badLength),
        ]
        for (der, code) in rows {
            #expect(throws: DERError(code, "", offset: 0)) { try PrivateKeyInfo(der: der) }
        }
    }

    @Test("an encrypted key gives its algorithm and ciphertext")
    func encrypted() throws {
        let der = W.sequence(PKCS12Builder.pbe(3), W.octets(Data([1, 2, 3])))
        let key = try EncryptedPrivateKeyInfo(der: der)
        #expect(key.ciphertext == Data([1, 2, 3]))
        #expect(key.encoded == der)
        #expect(try PasswordBasedEncryption(key.algorithm).cipher.name == "3DES-CBC")
        for bad in [der + W.null, W.sequence(PKCS12Builder.pbe(3), W.octets(Data())), Self.rsa] {
            #expect(throws: DERError.self) { try EncryptedPrivateKeyInfo(der: bad) }
        }
    }
}
