import Foundation
import Testing

@testable import MutualTLSTransport

/// A small generator with a seed, so that a failure can be run again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 2 &+ 1 }
    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite("WebSocket against damaged input")
struct WebSocketRobustnessTests {
    private static let limit = 64

    /// What holds after any input.
    private func check(_ framing: inout WebSocketFraming, _ events: [WebSocketEvent], seed: UInt64) {
        for event in events {
            if case .message(let message) = event { #expect(message.size <= Self.limit, "seed \(seed)") }
        }
        let ends = events.indices.filter {
            switch events[$0] {
            case .close, .violation: true
            default: false
            }
        }
        #expect(ends.isEmpty || ends == [events.count - 1], "seed \(seed)")
        #expect(framing.isReading == ends.isEmpty, "seed \(seed)")
        let frames = ClientFrame.parse(framing.takeOutput())
        #expect(frames?.allSatisfy { $0.isMasked && [0x88, 0x8A].contains($0.first) } == true, "seed \(seed)")
        #expect(frames?.filter { $0.first == 0x88 }.count == ends.count, "seed \(seed)")
    }

    /// Frames that are mostly right.
    private static func frames(_ generator: inout SeededGenerator) -> Data {
        var bytes = Data()
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            let first: UInt8 =
                [0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x89, 0x8A, 0x88].randomElement(using: &generator) ?? 0
            let count = Int.random(in: 0...20, using: &generator)
            let payload = Data((0..<count).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) })
            bytes += first == 0x88 ? ServerFrame.close(1000, payload) : ServerFrame.make(first, payload)
        }
        return bytes
    }

    @Test("random bytes, and good frames with bytes changed, end in events or one violation, however they are cut")
    func randomInput() {
        for seed in 0..<4_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var input = Self.frames(&generator)
            if seed.isMultiple(of: 4) {
                input = Data((0..<200).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            } else {
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    let index = Int.random(in: 0..<input.count, using: &generator)
                    input[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                }
            }
            var whole = WebSocketFraming(maximumMessageSize: Self.limit)
            let events = whole.receive(input)
            var pieces = WebSocketFraming(maximumMessageSize: Self.limit)
            var same: [WebSocketEvent] = []
            var rest = input[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...9, using: &generator)
                same += pieces.receive(Data(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(same == events, "seed \(seed)")
            check(&whole, events, seed: seed)
        }
    }

    @Test("a stream cut anywhere gives the events of its whole frames, and no violation")
    func truncations() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let input = Self.frames(&generator)
            var whole = WebSocketFraming(maximumMessageSize: 1_000)
            let events = whole.receive(input)
            for end in 0...input.count {
                var cut = WebSocketFraming(maximumMessageSize: 1_000)
                let some = cut.receive(input.prefix(end))
                #expect(events.starts(with: some))
            }
        }
    }

    @Test("the answer to the upgrade, with bytes changed and cut, is read or refused")
    func damagedAnswers() throws {
        let good = Data(
            "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 400 B\r\nTransfer-Encoding: chunked\r\nA: b\r\n\r\n4\r\npage\r\n0\r\n\r\n"
                .utf8)
        var (read, refused) = (0, 0)
        for seed in 0..<4_000 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var input = good.prefix(Int.random(in: 0...good.count, using: &generator))
            for index in input.indices where Int.random(in: 0..<20, using: &generator) == 0 {
                input[index] = UInt8.random(in: .min ... .max, using: &generator)
            }
            var reader = WebSocketResponseReader()
            do {
                if let (response, _) = try reader.receive(input) ?? reader.receiveEnd() {
                    read += 1
                    #expect(response.body.count <= input.count && (100...999).contains(response.status), "seed \(seed)")
                }
            } catch let error as WebSocketError {
                refused += 1
                #expect(error.code == .badUpgrade, "seed \(seed)")
            }
        }
        #expect(read > 100 && refused > 100)
    }

    @Test("of pings whose pongs nobody writes only the last is kept, and fragments of one byte are joined")
    func hostileFrames() {
        var framing = WebSocketFraming(maximumMessageSize: 100_000)
        for count in 0..<100_000 { _ = framing.receive(Data([0x89, 0x01, UInt8(truncatingIfNeeded: count)])) }
        #expect(framing.takeOutput().count == 7)

        _ = framing.receive(Data([0x02, 0x00]))
        let fragments = Data((0..<1_000).flatMap { _ in [0x00, 0x01, 0x61] as [UInt8] })
        for _ in 0..<100 { #expect(framing.receive(fragments).isEmpty) }
        var more = framing
        #expect(framing.receive(Data([0x80, 0x00])) == [.message(.binary(Data(repeating: 0x61, count: 100_000)))])
        #expect(more.receive(Data([0x00, 0x01])) == [.violation(.tooLarge)])
    }
}
