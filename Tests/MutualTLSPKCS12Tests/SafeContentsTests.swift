import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("The bags of PKCS#12 files")
struct SafeContentsTests {
    private typealias W = DERWriter
    private typealias B = PKCS12Builder

    private static func word(_ kind: SafeBag.Kind) -> String {
        switch kind {
        case .key(let der): return "key \(der.count)"
        case .shroudedKey(let key): return "shrouded \(key.algorithm.oid) \(key.ciphertext.count)"
        case .certificate(let der): return "certificate \(der.count)"
        case .otherCertificate(_, let name): return name
        case .crl(let der): return "crl \(der.count)"
        case .otherCRL(let oid): return "crl of \(oid)"
        case .secret(let oid): return "secret \(oid)"
        case .unknown(let oid): return "unknown \(oid)"
        }
    }

    @Test("every type of bag is told, and nested ones stand in their place")
    func kinds() throws {
        func typed(_ oid: String, _ value: Data) -> Data { W.sequence(W.oid(oid), W.explicit(0, value)) }
        let octets = W.octets(Data([1, 2, 3]))
        let nested = B.bags([B.certificate(Data([1])), B.bag(6, B.bags([B.certificate(Data([1, 2]))]))])
        let bags = try SafeContents.bags(
            in: B.bags([
                B.bag(1, W.sequence(W.integer(0))),
                B.bag(6, nested),
                B.bag(2, W.sequence(B.pbe(3), octets)),
                B.bag(3, typed("1.2.840.113549.1.9.22.2", W.value(0x16, Data("x".utf8)))),
                B.bag(3, typed("1.2.3", W.null)),
                B.bag(4, typed("1.2.840.113549.1.9.23.1", octets)),
                B.bag(4, typed("1.2.3", W.null)),
                B.bag(5, typed("1.2.4", octets)),
                B.bag(9, W.null),
                B.bag(4, W.sequence()),
                B.bag(4, typed("1.2.840.113549.1.9.23.1", W.null)),
                B.bag(5, W.null),
            ]))
        #expect(
            bags.map { Self.word($0.kind) } == [
                "key 5", "certificate 1", "certificate 2", "shrouded 1.2.840.113549.1.12.1.3 3", "SDSI certificate",
                "certificate of type 1.2.3", "crl 3", "crl of 1.2.3", "secret 1.2.4",
                "unknown 1.2.840.113549.1.12.10.1.9", "unknown 1.2.840.113549.1.12.10.1.4",
                "unknown 1.2.840.113549.1.12.10.1.4", "unknown 1.2.840.113549.1.12.10.1.5",
            ])
    }

    @Test("the attributes that pair and name are read, and damaged ones cost nothing but themselves")
    func attributes() throws {
        func bag(_ attributes: Data...) throws -> SafeBag {
            let bags = try SafeContents.bags(in: B.bags([B.certificate(Data([1]), attributes: attributes)]))
            return try #require(bags.first)
        }
        let both = try bag(B.localKeyID(W.octets(Data([9, 8]))), B.friendlyName(W.bmp("Zoë 🔑")))
        #expect(both.localKeyID == Data([9, 8]))
        #expect(both.friendlyName == "Zoë 🔑")
        #expect(both.offset == 2)

        #expect(try bag(B.friendlyName(W.value(0x1E, Data([0xD8, 0x00, 0x00, 0x41])))).friendlyName == "\u{FFFD}A")
        #expect(try bag(B.friendlyName(W.value(0x1E, Data([0x00, 0x41, 0x00])))).friendlyName == "A")
        #expect(try bag(B.friendlyName(W.bmp("A\0"))).friendlyName == "A")
        #expect(try bag(B.friendlyName(W.value(0x1E))).friendlyName == "")
        #expect(try bag(B.friendlyName(W.value(0x0C, Data("Zoë".utf8)))).friendlyName == "Zoë")
        #expect(try bag(B.friendlyName(W.value(0x14, Data([0x5A, 0xEB])))).friendlyName == "Zë")
        #expect(try bag(B.friendlyName(W.value(0x01, Data([0xFF])))).friendlyName == nil)
        #expect(try bag(B.localKeyID(W.value(0x01, Data([0xFF])))).localKeyID == nil)
        #expect(try bag(B.friendlyName(W.bmp("a")), B.friendlyName(W.bmp("b"))).friendlyName == "a")
        #expect(try bag(W.sequence(W.oid("1.2.840.113549.1.9.20"), W.set())).friendlyName == nil)
        #expect(try bag().friendlyName == nil)
    }

    @Test("bags of bags are bounded")
    func nesting() throws {
        func stack(_ levels: Int) -> Data {
            (1..<levels).reduce(B.bags([B.certificate(Data([1]))])) { list, _ in B.bags([B.bag(6, list)]) }
        }
        #expect(try SafeContents.bags(in: stack(SafeContents.maximumNesting)).count == 1)
        #expect(throws: PKCS12StructureError(.malformed, "")) {
            try SafeContents.bags(in: stack(SafeContents.maximumNesting + 1))
        }
    }

    @Test("contents that end early are malformed at their place in the file")
    func damaged() {
        let data = B.bags([B.certificate(Data([1, 2, 3]))])
        for count in 0..<data.count {
            #expect(throws: PKCS12StructureError(.malformed, "")) { try SafeContents.bags(in: data.prefix(count)) }
        }
        #expect {
            try SafeContents.bags(in: W.sequence(W.null), offset: 1000)
        } throws: {
            "\($0)"
                == "the PKCS#12 file is damaged: a bag should be SEQUENCE and is NULL (at byte 1002); export it again"
        }
        #expect(throws: PKCS12StructureError(.malformed, "")) {
            try SafeContents.bags(in: B.bags([B.certificate(Data())]))
        }
    }

    @Test("a key in a plain bag is the memory that was handed over and not a copy")
    func noCopy() throws {
        let key = W.sequence(W.integer(0), W.octets(Data(repeating: 3, count: 64)))
        let data = B.bags([B.bag(1, key)])
        guard case .key(let der) = try #require(try SafeContents.bags(in: data).first).kind else {
            Issue.record("the bag should hold a key")
            return
        }
        let whole = data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        let part = der.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        #expect(part == whole + UInt(data.count - key.count))
    }
}
