import Foundation
import TestSupport
import Testing

@testable import MutualTLS

@Suite("What a distinguished name is called")
struct NameFieldsTests {
    private typealias W = DERWriter

    private static let (commonName, organization, unit) = ("2.5.4.3", "2.5.4.10", "2.5.4.11")

    private static func attribute(_ type: String, _ text: String, _ tag: UInt8 = 0x0C) -> Data {
        W.sequence(W.oid(type), W.value(tag, Data(text.utf8)))
    }

    private static func name(_ attributes: Data...) -> Data { W.value(0x30, attributes.map { W.set($0) }) }

    static let rows: [(Data, String?)] = [
        (name(), nil), (name(attribute(commonName, "alice")), "alice"),
        (name(attribute(commonName, "first"), attribute(organization, "Org"), attribute(commonName, "last")), "last"),
        (name(attribute(commonName, "alice"), attribute(organization, "Org")), "alice"),
        (name(attribute(unit, "Unit"), attribute(organization, "Org")), "Org"),
        (name(attribute(organization, "One"), attribute(organization, "Two")), "Two"),
        (name(attribute(unit, "Unit"), attribute("2.5.4.6", "DE")), "Unit"), (name(attribute("2.5.4.6", "DE")), nil),
        (name(attribute(commonName, "printable", 0x13)), "printable"),
        (name(attribute(commonName, "B\u{fc}ro")), "B\u{fc}ro"),
        (name(W.sequence(W.oid(commonName), W.value(0x14, Data([0x42, 0xFC, 0x72, 0x6F])))), "B\u{fc}ro"),
        (name(W.sequence(W.oid(commonName), W.bmp("\u{65e5}\u{672c} \u{1F511}"))), "\u{65e5}\u{672c} \u{1F511}"),
        (name(W.sequence(W.oid(commonName), W.value(0x1C, Data([0, 0, 0, 0x41, 0, 1, 0xF5, 0x11])))), "A\u{1F511}"),
        // A value that is no text doesn't count.
        (name(W.sequence(W.oid(commonName), W.integer(7)), attribute(organization, "Org")), "Org"),
        // Several attributes in one part.
        (W.sequence(W.set(attribute(organization, "Org"), attribute(commonName, "alice"))), "alice"),
        (Data(), nil), (Data([0x30]), nil), (W.set(), nil), (W.sequence(W.sequence()), nil),
        (W.sequence(W.set(W.oid(commonName))), nil), (W.sequence(W.set(W.sequence(W.oid(commonName)))), nil),
        (name(attribute(commonName, "alice")).dropLast(), nil),
    ]

    @Test("the last common name counts, then the organization, then the unit, in every type of text", arguments: rows)
    func summary(der: Data, text: String?) {
        #expect(NameFields.summary(der) == text)
    }
}
