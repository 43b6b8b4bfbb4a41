// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import TestSupport
    import Testing

    @testable import PortableSecurity

    /// Names in the form in which they are compared.
    @Suite struct NormalizedNameTests {
        typealias W = DERWriter

        private func name(_ tag: UInt8, _ bytes: [UInt8]) -> Data {
            W.sequence(W.value(0x31, W.sequence(W.oid("2.5.4.3"), W.value(tag, Data(bytes)))))
        }

        @Test("case, spaces and encoding do not count")
        func equal() throws {
            let wanted = try #require(NormalizedName.content(of: name(0x13, Array("ROUND TABLE".utf8))))
            for (tag, bytes) in [
                (0x0C, Array("round table".utf8)), (0x13, Array("  Round   Table ".utf8)),
                (0x16, Array("ROUND TABLE".utf8)), (0x14, Array("Round Table".utf8)),
                (0x1E, "Round Table".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
            ] as [(UInt8, [UInt8])] {
                #expect(NormalizedName.content(of: name(tag, bytes)) == wanted)
            }
            #expect(NormalizedName.content(of: wanted) == wanted)
            #expect(NormalizedName.content(of: name(0x13, Array("ROUNDTABLE".utf8))) != wanted)
        }

        @Test("letters beyond ASCII count as they are")
        func letters() {
            let (small, capital) = (name(0x0C, Array("bücher".utf8)), name(0x0C, Array("BÜCHER".utf8)))
            #expect(NormalizedName.content(of: small) != NormalizedName.content(of: capital))
            #expect(NormalizedName.content(of: small) == NormalizedName.content(of: name(0x0C, Array("Bücher".utf8))))
        }

        @Test("a long name keeps its length")
        func long() throws {
            let whole = name(0x0C, Array(repeating: 0x61, count: 70_000))
            let content = try #require(NormalizedName.content(of: whole))
            #expect(content.count + 5 == whole.count)
            #expect(NormalizedName.sequence(of: whole)?.count == whole.count)
            #expect(NormalizedName.content(of: Data([0x30, 0])) == Data())
        }

        @Test(
            "what is no name has no content",
            arguments: [
                Data([1]), Data([0x30, 5]), Data([0x31, 2, 5, 0]), Data([0x30, 2, 0x05, 0]), Data([0x30, 0, 0]),
            ])
        func noName(data: Data) {
            #expect(NormalizedName.content(of: data) == nil)
        }
    }
#endif
