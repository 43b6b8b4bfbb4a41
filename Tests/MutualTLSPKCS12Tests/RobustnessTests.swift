import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("Damaged input never traps")
struct RobustnessTests {
    /// SplitMix64, so that every run sees the same damage.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// How often a damaged copy was read and how often refused: a test in which one is zero would prove nothing.
    private func outcomes(_ seed: Data, _ rounds: Int, _ read: (Data) throws -> Void) -> (read: Int, refused: Int) {
        var generator = Generator(state: 20_240_229)
        var counts = (read: 0, refused: 0)
        for _ in 0..<rounds {
            var data = seed
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<data.count, using: &generator)
                data[index] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                try read(data)
                counts.read += 1
            } catch {
                counts.refused += 1
            }
        }
        return counts
    }

    @Test("flipped bytes in a PKCS#12 file")
    func pkcs12() {
        let counts = outcomes(PKCS12Builder.typical, 5000) { try StructureWalk.walk($0) }
        #expect(counts.read > 100 && counts.refused > 100)
    }

    @Test("flipped bytes in a PEM text")
    func pem() {
        let text = Data("x\r\n".utf8) + PEMDocument.encode(label: "A", der: PKCS12Builder.typical)
        let counts = outcomes(text, 2000) { _ = try PEMDocument.blocks(in: $0) }
        #expect(counts.read > 100 && counts.refused > 100)
    }

    @Test("flipped bytes in a private key")
    func key() {
        typealias W = DERWriter
        let der = W.sequence(
            W.integer(0), W.sequence(W.oid("1.2.840.10045.2.1"), W.oid("1.2.840.10045.3.1.7")),
            W.octets(W.sequence(W.integer(1), W.octets(Data(count: 32)))))
        let counts = outcomes(der, 5000) { _ = try PrivateKeyInfo(der: $0).externalRepresentation }
        #expect(counts.read > 100 && counts.refused > 100)
    }

    @Test("random bytes, as they are and behind the start of a SEQUENCE")
    func random() {
        var generator = Generator(state: 1)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(throws: PKCS12StructureError.self) { try PKCS12File(Data(bytes)) }
            #expect(throws: PKCS12StructureError.self) { try PKCS12File(Data([0x30, 0x80, 2, 1, 3] + bytes)) }
        }
    }
}
