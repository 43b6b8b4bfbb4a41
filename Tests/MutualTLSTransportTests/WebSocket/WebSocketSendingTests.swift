import Foundation
import Testing

@testable import MutualTLSTransport

@Suite("WebSocket framing: what we send")
struct WebSocketSendingTests {
    @Test(
        "a message is one masked frame with the shortest length, which unmasks to what it was",
        arguments: [0, 1, 7, 8, 9, 125, 126, 127, 65_535, 65_536, 1_000_003])
    func messages(size: Int) throws {
        let payload = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var framing = WebSocketFraming()
        try framing.send(.binary(payload))
        try framing.send(.text(String(repeating: "é", count: size / 2)))
        let output = framing.takeOutput()
        let frames = try #require(ClientFrame.parse(output))
        #expect(frames.map(\.first) == [0x82, 0x81] && frames.allSatisfy(\.isMasked))
        #expect(frames[0].payload == payload)
        #expect(String(decoding: frames[1].payload, as: UTF8.self) == String(repeating: "é", count: size / 2))
        let head = size < 126 ? 2 : size < 65_536 ? 4 : 10
        #expect(output[output.startIndex + 1] & 0x7F == (size < 126 ? UInt8(size) : size < 65_536 ? 126 : 127))
        #expect(output.count > head + 4 + size)
    }

    @Test("the key is in the frame as it is in memory, and the payload of a slice is masked like any other")
    func masking() throws {
        // RFC 6455, 5.7: "Hello", masked.
        let key = bytes("37fa213d").withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        var framing = WebSocketFraming(makeMask: { key })
        try framing.send(.text("Hello"))
        #expect(framing.takeOutput() == bytes("8185 37fa213d 7f9f4d5158"))
        try framing.send(.binary(Data("..Hello".utf8).dropFirst(2)))
        #expect(framing.takeOutput() == bytes("8285 37fa213d 7f9f4d5158"))
    }

    @Test("each frame has a key of its own")
    func freshKeys() throws {
        var framing = WebSocketFraming()
        for _ in 0..<1_000 { try framing.send(.text("")) }
        let keys = Set(framing.takeFrames().map(\.mask))
        // A thousand draws of 32 bits: two that are the same come once in 8,000 runs, three once in far more than 10^9.
        #expect(keys.count >= 998)
    }

    @Test("one close frame goes out, whoever begins, and nothing behind it")
    func oneCloseFrame() throws {
        let bye = try WebSocketClosure(code: 1001, reason: "bye")
        var ours = WebSocketFraming()
        ours.close(bye)
        ours.close(try WebSocketClosure(code: 1000))
        #expect(ours.isReading && !ours.isOver)
        #expect(throws: WebSocketError.self) { try ours.send(.text("late")) }
        #expect(throws: WebSocketError.self) { try ours.ping() }
        // What the server sent before it read ours still counts, but for pings.
        #expect(ours.receive(ServerFrame.text("a") + ServerFrame.make(0x89)) == [.message(.text("a")), .ping(Data())])
        #expect(ours.receive(ServerFrame.close(4000)) == [.close(try WebSocketClosure(code: 4000))])
        #expect(ours.isOver && ours.received?.code == 4000 && ours.sent == bye)
        #expect(ours.takeFrames().map { Data([$0.first]) + $0.payload } == [bytes("88 03e9") + Data("bye".utf8)])

        var theirs = WebSocketFraming()
        try theirs.send(.text("a"))
        _ = theirs.receive(ServerFrame.close(1000))
        theirs.close(bye)
        #expect(theirs.takeFrames().map(\.first) == [0x81, 0x88])
        #expect(theirs.sent?.code == 1000)
    }

    @Test("a violation behind our close frame brings no second one")
    func violationAfterClose() throws {
        var framing = WebSocketFraming()
        framing.close(try WebSocketClosure(code: 1000))
        #expect(framing.receive(bytes("c1 00")) == [.violation(.reservedBits)])
        #expect(framing.takeFrames().count == 1 && framing.isOver)
    }

    @Test("what can't be sent is refused before it is queued")
    func refusedArguments() throws {
        var framing = WebSocketFraming()
        #expect(throws: WebSocketError.self) { try framing.ping(Data(count: 126)) }
        #expect(!framing.hasOutput)
        try framing.ping(Data(count: 125))
        #expect(framing.takeFrames().map(\.payload.count) == [125])
        for code: UInt16 in [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65_535] {
            #expect(throws: WebSocketError.self) { try WebSocketClosure(code: code) }
        }
        #expect(throws: WebSocketError.self) {
            try WebSocketClosure(code: 1000, reason: String(repeating: "a", count: 124))
        }
        #expect(try WebSocketClosure(code: 1000, reason: String(repeating: "é", count: 61)).payload.count == 124)
        #expect(WebSocketClosure.withoutCode.payload.isEmpty)
    }
}
