import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("What protects a file's integrity")
struct MacDataTests {
    private typealias W = DERWriter
    private typealias B = PKCS12Builder

    private func mac(_ mac: Data) throws -> MacData {
        try #require(try PKCS12File(B.file(parts: [], mac: mac)).mac)
    }

    @Test("a file without a MAC has none, and one without iterations has one")
    func defaults() throws {
        #expect(try PKCS12File(B.file(parts: [])).mac == nil)
        #expect(try mac(B.mac(iterations: nil)).iterations == 1)
    }

    @Test("iterations that are zero, negative or too big, and MACs of another length, are malformed")
    func refused() {
        let malformed = PKCS12StructureError(.malformed, "")
        for iterations in [W.integer(0), W.value(0x02, Data([0xFF])), W.value(0x02, Data(repeating: 1, count: 9))] {
            #expect(throws: malformed) { try mac(B.mac(iterations: iterations)) }
        }
        for count in [0, 16, 31, 33] {
            #expect(throws: malformed) { try mac(B.mac(byteCount: count)) }
        }
        let unknown = W.sequence(W.oid("1.2.3"))
        #expect(throws: malformed) { try mac(B.mac(algorithm: unknown, byteCount: 0)) }
        #expect(throws: Never.self) { try mac(B.mac(algorithm: unknown, byteCount: 5)) }
    }

    @Test("PBMAC1's own salt and iterations count, and not those around it")
    func pbmac1() throws {
        let mac = try mac(B.mac(algorithm: B.pbmac1(B.pbkdf2(keyLength: W.integer(32), prf: 11))))
        #expect(mac.name == "PBMAC1 HMAC-SHA-256, PBKDF2 HMAC-SHA-512")
        #expect(mac.iterations == 600_000)
        #expect(mac.salt == Data(repeating: 7, count: 16))
        guard case .pbmac1(let parameters) = mac.scheme else {
            Issue.record("the scheme should be PBMAC1")
            return
        }
        #expect(parameters.keyLength == 32)
        #expect(parameters.mac.oid.description == "1.2.840.113549.2.9")
    }

    @Test("PBMAC1 without a PRF means HMAC-SHA-1")
    func defaultPRF() throws {
        let mac = try mac(B.mac(algorithm: B.pbmac1(B.pbkdf2(keyLength: W.integer(20), prf: nil))))
        #expect(mac.name == "PBMAC1 HMAC-SHA-256, PBKDF2 HMAC-SHA-1")
    }

    @Test("PBMAC1 parameters that RFC 9579 does not allow are found before any MAC is computed")
    func invalidPBMAC1() {
        let otherSource = W.sequence(W.oid("1.2.3"))
        let rows: [(Data, PKCS12StructureError.Code)] = [
            (B.pbkdf2(), .malformed), (B.pbkdf2(keyLength: W.integer(0)), .malformed),
            (B.pbkdf2(keyLength: W.integer(19)), .malformed), (B.pbkdf2(keyLength: W.integer(65)), .malformed),
            (B.pbkdf2(salt: otherSource, keyLength: W.integer(32)), .malformed),
            (W.sequence(W.oid("1.3.6.1.4.1.11591.4.11"), W.sequence()), .unsupported),
        ]
        for (derivation, code) in rows {
            #expect(throws: PKCS12StructureError(code, "")) {
                try mac(B.mac(algorithm: B.pbmac1(derivation)))
            }
        }
        #expect(throws: PKCS12StructureError(.malformed, "")) {
            try mac(B.mac(algorithm: W.sequence(W.oid("1.2.840.113549.1.5.14"))))
        }
    }
}
