import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("Reading BER and DER values")
struct DERReaderTests {
    private typealias W = DERWriter

    private static func code(_ body: () throws -> Void) -> DERError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? DERError)?.code
        }
    }

    @Test("offsets count from the start of the input, also in nested values and slices")
    func offsets() throws {
        let input = Data([0xFF, 0xFF]) + W.sequence(W.integer(5), W.sequence(W.octets(Data([1, 2]))))
        var reader = DERReader(input.dropFirst(2), offset: 100)
        var outer = try reader.next().elements()
        #expect(try outer.next().offset == 102)
        let string = try outer.next().element(.octetString, "it")
        #expect(string.offset == 107)
        #expect(string.contentOffset == 109)
        #expect(string.content.elementsEqual([1, 2]))
        #expect(reader.isAtEnd)
    }

    @Test("values of indefinite length end at their own end-of-contents")
    func indefinite() throws {
        let inner = W.indefinite(0x30, W.integer(1), W.indefinite(0x30, W.integer(2)))
        var reader = DERReader(W.indefinite(0x30, inner, W.integer(3)) + W.null)
        let outer = try reader.next(.sequence, "it")
        #expect(reader.nextTag == .null)
        var elements = try outer.elements()
        #expect(try elements.next().encoded.elementsEqual(inner))
        #expect(try elements.next().nonNegativeInteger("it") == 3)
        #expect(elements.isAtEnd)
    }

    @Test("segments of a string are joined, nested ones too, and only five levels of them")
    func segments() throws {
        let nested = W.value(0x24, W.octets(Data([1])), W.indefinite(0x24, W.octets(Data([2, 3]))), W.octets(Data()))
        var reader = DERReader(nested)
        #expect(try reader.next().octets().elementsEqual([1, 2, 3]))

        func stack(_ levels: Int) -> Data {
            (0..<levels).reduce(W.octets(Data([7]))) { data, _ in W.value(0x24, data) }
        }
        var five = DERReader(stack(5))
        #expect(try five.next().octets().elementsEqual([7]))
        var six = DERReader(stack(6))
        let value = try six.next()
        #expect(Self.code { _ = try value.octets() } == .tooDeep)
        var wrong = DERReader(W.value(0x24, W.integer(1)))
        let other = try wrong.next()
        #expect(Self.code { _ = try other.octets() } == .unexpectedTag)
    }

    @Test(
        "damaged values are refused with their kind of damage",
        arguments: [
            ([], .truncated), ([0x30], .truncated), ([0x30, 0x02, 0x00], .truncated), ([0x30, 0x82, 0x01], .truncated),
            ([0x30, 0x80, 0x02, 0x01, 0x05], .truncated), ([0x30, 0x80, 0x00], .truncated),
            ([0x04, 0x80, 0x00, 0x00], .badLength), ([0x30, 0xFF, 0x00], .badLength),
            ([0x30, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
            ([0x30, 0x89, 0x01, 0, 0, 0, 0, 0, 0, 0, 0], .badLength),
            ([0x30, 0x80, 0x00, 0x01, 0x00], .badLength), ([0x1F, 0x81, 0x01, 0x00], .unsupportedTag),
            ([0x00, 0x00], .unexpectedTag),
        ] as [([UInt8], DERError.Code)])
    func damaged(_ bytes: [UInt8], _ expected: DERError.Code) {
        #expect(
            Self.code {
                var reader = DERReader(Data(bytes))
                _ = try reader.next()
            } == expected)
    }

    @Test("a value that overruns the one that holds it is damage and not a short file")
    func overrun() throws {
        var reader = DERReader(Data([0x30, 0x03, 0x04, 0x05, 0x00]))
        var elements = try reader.next().elements()
        #expect(Self.code { _ = try elements.next() } == .badLength)
    }

    @Test("nesting is bounded in the definite and the indefinite form")
    func depth() throws {
        let limit = DERReader.maximumDepth
        func descend(_ data: Data) throws {
            var reader = DERReader(data)
            while !reader.isAtEnd { reader = try reader.next().elements() }
        }
        let definite = (0..<limit).reduce(Data()) { data, _ in W.value(0x30, data) }
        try descend(definite)
        #expect(Self.code { try descend(W.value(0x30, definite)) } == .tooDeep)
        let indefinite = (0..<limit).reduce(Data()) { data, _ in W.indefinite(0x30, data) }
        try descend(indefinite)
        #expect(Self.code { try descend(W.indefinite(0x30, indefinite)) } == .tooDeep)
        // Looking for the end of the outermost value is enough to find it.
        #expect(
            Self.code {
                var reader = DERReader(W.indefinite(0x30, indefinite))
                _ = try reader.next()
            } == .tooDeep)
    }

    @Test("integers that are empty, negative or too big are refused, and padding is not")
    func integers() throws {
        func integer(_ content: [UInt8]) throws -> Int {
            var reader = DERReader(W.value(0x02, Data(content)))
            return try reader.next().nonNegativeInteger("it")
        }
        #expect(try integer([0x00, 0x00, 0x01, 0x00]) == 256)
        #expect(try integer([0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == Int.max)
        for content: [UInt8] in [[], [0x80], [0x00, 0x80, 0, 0, 0, 0, 0, 0, 0]] {
            #expect(Self.code { _ = try integer(content) } == .badValue)
        }
    }

    @Test("a missing, a wrong and a superfluous value are told apart, with the place")
    func expectations() throws {
        var reader = DERReader(W.sequence(W.integer(1)))
        let value = try reader.next()
        #expect {
            _ = try value.element(.octetString, "the salt")
        } throws: {
            "\($0)" == "the salt should be OCTET STRING and is INTEGER (at byte 2)"
        }
        #expect {
            _ = try reader.next(.integer, "the salt")
        } throws: {
            "\($0)" == "the salt is missing (at byte 5)"
        }
        var two = DERReader(W.sequence(W.integer(1), W.null))
        let pair = try two.next()
        #expect(Self.code { _ = try pair.element(.integer, "the salt") } == .trailingBytes)
    }
}
