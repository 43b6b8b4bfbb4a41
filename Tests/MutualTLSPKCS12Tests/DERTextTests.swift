import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

@Suite("Text in DER")
struct DERTextTests {
    static let rows: [(tag: UInt8, octets: [UInt8], text: String?)] = [
        (0x0C, [], ""), (0x0C, [0x42, 0xC3, 0xBC], "B\u{fc}"), (0x0C, [0x41, 0xFF, 0x42], "A\u{FFFD}B"),
        (0x0C, [0x41, 0], "A\0"), (0x12, [0x31, 0x32], "12"), (0x13, [0x41, 0x2D], "A-"), (0x16, [0x61, 0x40], "a@"),
        (0x1A, [0x41, 0x20], "A "), (0x14, [0x42, 0xFC], "B\u{fc}"), (0x14, [0xFF, 0], "\u{ff}\0"),
        (0x1E, [], ""), (0x1E, [0, 0x41, 0, 0xFC], "A\u{fc}"), (0x1E, [0xD8, 0x3D, 0xDD, 0x11], "\u{1F511}"),
        // Half a pair, half a unit, and the terminating zero of passwords, but only one.
        (0x1E, [0xD8, 0x3D, 0, 0x41], "\u{FFFD}A"), (0x1E, [0, 0x41, 0], "A"), (0x1E, [0], ""),
        (0x1E, [0, 0x41, 0, 0], "A"), (0x1E, [0, 0x41, 0, 0, 0, 0], "A\0"), (0x1E, [0, 0], ""),
        (0x1C, [], ""), (0x1C, [0, 0, 0, 0x41, 0, 1, 0xF5, 0x11], "A\u{1F511}"),
        (0x1C, [0, 0, 0xD8, 0x3D, 0, 0x11, 0, 0, 0, 0, 0, 0x42], "\u{FFFD}\u{FFFD}B"), (0x1C, [0, 0, 0, 0x41, 0], "A"),
        (0x1C, [0, 0, 0x41], ""),
        (0x02, [0x41], nil), (0x04, [0x41], nil), (0x05, [], nil), (0x17, [0x41], nil), (0x80, [0x41], nil),
        // In segments, as only BER has it.
        (0x2C, [0x0C, 0x01, 0x41], nil), (0x3E, [], nil),
    ]

    @Test("a string of every type reads as its text, what is invalid in it repaired", arguments: rows)
    func text(tag: UInt8, octets: [UInt8], text: String?) throws {
        var reader = DERReader(DERWriter.value(tag, Data(octets)))
        #expect(try reader.next().text == text)
    }
}
