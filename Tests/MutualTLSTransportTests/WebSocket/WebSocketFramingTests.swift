import Foundation
import Testing

@testable import MutualTLSTransport

@Suite("WebSocket framing: what a server may send")
struct WebSocketFramingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var input: Data
        var events: [WebSocketEvent]
        /// What we say to it: the first byte and the payload of each frame.
        var answers: [Data] = []

        init(_ name: String, _ input: Data, _ events: [WebSocketEvent], answers: [Data] = []) {
            (testDescription, self.input, self.events, self.answers) = (name, input, events, answers)
        }
    }

    private static func text(_ text: String) -> WebSocketEvent { .message(.text(text)) }
    private static func binary(_ hex: String) -> WebSocketEvent { .message(.binary(bytes(hex))) }
    private static func closed(_ code: UInt16, _ reason: String = "") -> WebSocketEvent {
        .close((try? WebSocketClosure(code: code, reason: reason)) ?? .withoutCode)
    }
    private static let long = Data(repeating: 0x7A, count: 126)

    static let rows = [
        Row("a text", bytes("81 02 6869"), [text("hi")]),
        Row("a binary message", bytes("82 03 00ff80"), [binary("00ff80")]),
        Row("empty messages", bytes("8100 8200"), [text(""), binary("")]),
        Row("text beyond the basic plane, and a NUL", bytes("81 05 f09f9880 00"), [text("😀\0")]),
        Row("a byte order mark is a character", bytes("81 04 efbbbf 61"), [text("\u{FEFF}a")]),
        Row("125 bytes", bytes("82 7d") + long.prefix(125), [.message(.binary(long.prefix(125)))]),
        Row("126 bytes", bytes("82 7e 007e") + long, [.message(.binary(long))]),
        Row(
            "65,535 bytes", bytes("82 7e ffff") + Data(count: 65_535), [.message(.binary(Data(count: 65_535)))]),
        Row(
            "65,536 bytes", bytes("82 7f 0000000000010000") + Data(count: 65_536),
            [.message(.binary(Data(count: 65_536)))]),
        Row("two messages at once", bytes("81 01 61 81 01 62"), [text("a"), text("b")]),
        Row("fragments", bytes("01 01 61 00 01 62 80 01 63"), [text("abc")]),
        Row("a character cut by fragments", bytes("01 01 c3 80 01 a9"), [text("é")]),
        Row("empty fragments", bytes("02 00 00 00 80 00"), [binary("")]),
        Row(
            "a ping between fragments", bytes("01 01 61 89 01 70 80 01 62"), [.ping(bytes("70")), text("ab")],
            answers: [bytes("8a 70")]),
        Row("an empty ping", bytes("89 00"), [.ping(Data())], answers: [bytes("8a")]),
        Row(
            "a ping of 125 bytes", bytes("89 7d") + long.prefix(125), [.ping(long.prefix(125))],
            answers: [bytes("8a") + long.prefix(125)]),
        Row(
            "of several pings the last is answered", bytes("89 01 61 89 01 62"),
            [.ping(bytes("61")), .ping(bytes("62"))],
            answers: [bytes("8a 62")]),
        Row("a pong that nobody asked for", bytes("8a 01 61"), [.pong(bytes("61"))]),
        Row("a close frame without a code", bytes("88 00"), [closed(1005)], answers: [bytes("88")]),
        Row("a close frame", bytes("88 02 03e8"), [closed(1000)], answers: [bytes("88 03e8")]),
        Row(
            "a close frame with a reason", bytes("88 05 0fa1 627965"), [closed(4001, "bye")],
            answers: [bytes("88 0fa1 627965")]),
        Row(
            "a close frame of 125 bytes", bytes("88 7d 03e8") + long.prefix(123),
            [closed(1000, String(repeating: "z", count: 123))], answers: [bytes("88 03e8") + long.prefix(123)]),
        Row(
            "nothing is read behind a close frame", bytes("88 02 03e8 81 01 61 ff"), [closed(1000)],
            answers: [bytes("88 03e8")]),
        Row(
            "a ping before a close frame is answered first", bytes("89 01 61 88 02 03e8"),
            [.ping(bytes("61")), closed(1000)], answers: [bytes("8a 61"), bytes("88 03e8")]),
        Row(
            "a close frame within a message", bytes("01 01 61 88 02 03e8"), [closed(1000)], answers: [bytes("88 03e8")]),
    ]

    static let violations: [(String, Data, WebSocketViolation)] =
        [
            ("a masked frame", bytes("81 82 00000000 6869"), .masked),
            ("the first reserved bit", bytes("c1 00"), .reservedBits),
            ("the second reserved bit", bytes("a1 00"), .reservedBits),
            ("the third reserved bit", bytes("91 00"), .reservedBits),
            ("a reserved bit in a ping", bytes("c9 00"), .reservedBits),
            ("a ping in fragments", bytes("09 00"), .fragmentedControl),
            ("a close frame in fragments", bytes("08 00"), .fragmentedControl),
            ("a ping of 126 bytes", bytes("89 7e 007e"), .longControl),
            ("a close frame with a long length", bytes("88 7f"), .longControl),
            ("a short length in three bytes", bytes("81 7e 007d"), .longLength),
            ("no length in three bytes", bytes("81 7e 0000"), .longLength),
            ("a short length in nine bytes", bytes("81 7f 000000000000ffff"), .longLength),
            ("a length of 2^63", bytes("82 7f 80"), .impossibleLength),
            ("a continuation of nothing", bytes("80 00"), .strayContinuation),
            ("a continuation behind a whole message", bytes("81 01 61 80 01 62"), .strayContinuation),
            ("a text within a text", bytes("01 01 61 81 01 62"), .unfinishedMessage),
            ("a binary message within a text", bytes("01 01 61 02 01 62"), .unfinishedMessage),
            ("a close frame with half a code", bytes("88 01 03"), .shortClose),
            ("a reason that is not UTF-8", bytes("88 03 03e8 ff"), .encoding),
            ("a reason cut within a character", bytes("88 04 03e8 e282"), .encoding),
            ("a stray byte", bytes("81 01 ff"), .encoding),
            ("a stray continuation byte", bytes("81 02 61 80"), .encoding),
            ("a cut character", bytes("81 02 e282"), .encoding),
            ("a character cut at the message's end by fragments", bytes("01 01 e2 80 01 82"), .encoding),
            ("a surrogate", bytes("81 03 eda080"), .encoding),
            ("an overlong form", bytes("81 02 c080"), .encoding),
            ("beyond Unicode", bytes("81 04 f4908080"), .encoding),
        ]
        + [3, 4, 5, 6, 7, 0xB, 0xC, 0xD, 0xE, 0xF].map {
            ("opcode \($0)", Data([0x80 | $0, 0]), .reservedOpcode)
        }
        + [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535].map {
            ("close code \($0)", ServerFrame.close($0), .closeCode)
        }

    @Test("each frame comes to its event and its answer, in one piece and byte by byte", arguments: rows)
    func events(row: Row) {
        var whole = WebSocketFraming()
        #expect(whole.receive(row.input) == row.events)
        var pieces = WebSocketFraming()
        var events: [WebSocketEvent] = []
        for byte in row.input { events += pieces.receive(Data([byte])) }
        #expect(events == row.events)
        for var framing in [whole, pieces] {
            #expect(framing.takeFrames().map { Data([$0.first]) + $0.payload } == row.answers)
            #expect(!framing.hasOutput)
        }
    }

    @Test("each broken rule is named, answered with its close code once, and the end of reading", arguments: violations)
    func violation(name: String, input: Data, violation: WebSocketViolation) {
        for size in [input.count, 1] {
            var framing = WebSocketFraming()
            var events: [WebSocketEvent] = []
            for start in stride(from: 0, to: input.count, by: size) {
                events += framing.receive(input.dropFirst(start).prefix(size))
            }
            #expect(events.last == .violation(violation))
            #expect(framing.receive(ServerFrame.text("more")).isEmpty)
            #expect(!framing.isReading && framing.isOver)
            let code = violation.closeCode
            #expect(
                framing.takeFrames().map { [Data([$0.first]), $0.payload] }
                    == [[bytes("88"), Data([UInt8(code >> 8), UInt8(code & 0xFF)])]])
        }
    }

    @Test(
        "codes that IANA lists, and those of libraries and applications, are taken and echoed",
        arguments: [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999])
    func closeCodes(code: UInt16) throws {
        var framing = WebSocketFraming()
        #expect(framing.receive(ServerFrame.close(code)) == [.close(try WebSocketClosure(code: code))])
        #expect(framing.takeFrames().map(\.payload) == [Data([UInt8(code >> 8), UInt8(code & 0xFF)])])
        #expect(framing.isOver && framing.received == framing.sent)
    }

    @Test("a message at the limit passes, and one byte more is refused by its header alone, whole or in fragments")
    func limit() {
        for (frames, isAllowed) in [
            (bytes("82 04") + Data(count: 4), true), (bytes("82 05"), false),
            (bytes("02 03") + Data(count: 3) + bytes("80 01 00"), true),
            (bytes("02 03") + Data(count: 3) + bytes("80 02"), false),
            (bytes("82 7f 7fffffffffffffff"), false),
            (bytes("02 03") + Data(count: 3) + bytes("807f7fffffffffffffff"), false),
        ] {
            var framing = WebSocketFraming(maximumMessageSize: 4)
            let events = framing.receive(frames)
            #expect(events == [isAllowed ? .message(.binary(Data(count: 4))) : .violation(.tooLarge)])
            #expect(framing.sent?.code == (isAllowed ? nil : 1009))
        }
        var none = WebSocketFraming(maximumMessageSize: -1)
        #expect(none.receive(bytes("8100 8101")) == [.message(.text("")), .violation(.tooLarge)])
    }
}
