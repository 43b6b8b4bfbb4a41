import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("Object identifiers")
struct OIDTests {
    @Test(
        "the dotted form is that of the encoding",
        arguments: ["0.9.2342.19200300.100.1.25", "1.2.840.113549.1.7.1", "1.39", "2.5.4.3", "2.100.3", "2.999.1"])
    func dotted(_ text: String) throws {
        let content = DERWriter.oid(text).dropFirst(2)
        #expect(try #require(OID(content: content)).description == text)
    }

    @Test("an arc of 128 bits, as UUIDs make them, is printed whole")
    func uuid() throws {
        let arc: [UInt8] = [0x83] + Array(repeating: 0xFF, count: 17) + [0x7F]
        let oid = try #require(OID(content: [0x69] + arc))
        #expect(oid.description == "2.25.340282366920938463463374607431768211455")
    }

    @Test("identifiers made of arcs equal those read from bytes")
    func arcs() {
        #expect(OID.sha256.description == "2.16.840.1.101.3.4.2.1")
        #expect(OID.scrypt.description == "1.3.6.1.4.1.11591.4.11")
        #expect(OID(content: DERWriter.oid("1.2.840.113549.1.5.14").dropFirst(2)) == .pbmac1)
    }

    @Test("empty, unfinished, padded and endless encodings are no identifiers")
    func refused() {
        #expect(OID(content: [UInt8]()) == nil)
        #expect(OID(content: [0x2A, 0x86] as [UInt8]) == nil)
        #expect(OID(content: [0x2A, 0x80, 0x01] as [UInt8]) == nil)
        #expect(OID(content: [UInt8](repeating: 1, count: 129)) == nil)
    }

    @Test("an algorithm keeps its parameters and its whole encoding")
    func algorithm() throws {
        let der = DERWriter.sequence(DERWriter.oid("1.2.3"), DERWriter.null)
        let algorithm = try AlgorithmIdentifier(der: der)
        #expect(algorithm.oid.description == "1.2.3")
        #expect(algorithm.parameters == DERWriter.null)
        #expect(algorithm.encoded == der)
        #expect(try AlgorithmIdentifier(der: DERWriter.sequence(DERWriter.oid("1.2.3"))).parameters == nil)
        #expect(throws: DERError(.trailingBytes, "", offset: 0)) {
            try AlgorithmIdentifier(der: der + DERWriter.null)
        }
        #expect(throws: DERError(.unexpectedTag, "", offset: 0)) {
            try AlgorithmIdentifier(der: DERWriter.integer(1))
        }
    }
}
