import Foundation
import MutualTLSOpenSSL
import Testing

@testable import MutualTLSTransport

/// A state, what it did, and what those who wait were told, in order.
private struct Probe {
    private static let nonce = Data("the sample nonce".utf8)
    static let upgraded = Data(
        ("HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n").utf8)

    var state: WebSocketState
    private(set) var written = Data()
    private(set) var others: [String] = []
    private let told = LockedBox<[String]>([])
    var log: [String] { told.withLock { $0 } }

    init(maximumMessageSize: Int = 1 << 20) throws {
        state = WebSocketState(
            upgrade: try WebSocketUpgrade(url: try #require(URL(string: "wss://localhost/")), nonce: Self.nonce),
            framing: WebSocketFraming(maximumMessageSize: maximumMessageSize))
    }

    /// One that is upgraded, its request written.
    static func opened() throws -> Probe {
        var probe = try Probe()
        let tell: WebSocketState.Completion<Void> = probe.completion("open")
        probe.run { $0.open(0, tell) }
        probe.run { $0.didWrite() }
        probe.receive(upgraded)
        probe.forget()
        return probe
    }

    mutating func run(_ body: (inout WebSocketState) -> [WebSocketState.Action]) {
        for action in body(&state) {
            switch action {
            case .write(let bytes): written += bytes
            case .pauseReading: others.append("pause")
            case .resumeReading: others.append("resume")
            case .closeConnection: others.append("close")
            case .tell(let tell): tell()
            }
        }
    }

    func completion<Value>(_ name: String) -> WebSocketState.Completion<Value> {
        { [told] result in
            let text =
                switch result {
                case .success(let value): value is Void ? "ok" : "\(value)"
                case .failure(let error): (error as? WebSocketError)?.code.description ?? "\(type(of: error))"
                }
            told.withLock { $0.append("\(name): \(text)") }
        }
    }

    mutating func receive(_ data: Data) {
        run { state in data.withUnsafeBytes { state.didReceive($0) } }
    }
    mutating func send(_ text: String, id: Int) {
        let tell: WebSocketState.Completion<Void> = completion("send \(text)")
        run { $0.send(.text(text), id, tell) }
    }
    mutating func take(_ id: Int) {
        let tell: WebSocketState.Completion<WebSocketMessage> = completion("take \(id)")
        run { $0.receive(id, tell) }
    }
    mutating func ping(_ id: Int) {
        let tell: WebSocketState.Completion<Void> = completion("ping \(id)")
        run { $0.ping(id, tell) }
    }
    mutating func close(_ code: UInt16) throws {
        let closure = try WebSocketClosure(code: code)
        run { $0.close(closure) }
    }
    mutating func waitForEnd(_ id: Int) {
        let tell: WebSocketState.Completion<Void> = completion("end \(id)")
        run { $0.waitForEnd(id, tell) }
    }
    /// The frames written since the last call: the first byte and the payload of each.
    mutating func frames() -> [Data] {
        defer { written = Data() }
        return (ClientFrame.parse(written) ?? []).map { Data([$0.first]) + $0.payload }
    }
    mutating func forget() {
        written = Data()
        others = []
        told.withLock { $0 = [] }
    }
}

@Suite("A WebSocket's state")
struct WebSocketStateTests {
    @Test("it is open once the answer is good, and frames behind the answer are read")
    func opening() throws {
        var probe = try Probe()
        let tell: WebSocketState.Completion<Void> = probe.completion("open")
        probe.run { $0.open(1, tell) }
        #expect(String(decoding: probe.written, as: UTF8.self).hasPrefix("GET / HTTP/1.1\r\nHost: localhost\r\n"))
        probe.take(2)
        probe.receive(Probe.upgraded.prefix(40))
        #expect(probe.log.isEmpty)
        probe.receive(Probe.upgraded.dropFirst(40) + ServerFrame.text("first") + ServerFrame.text("second"))
        #expect(probe.log == ["open: ok", "take 2: text(\"first\")"])
        probe.take(3)
        #expect(probe.log.last == "take 3: text(\"second\")" && probe.others.isEmpty)
    }

    @Test(
        "what is no upgrade ends it, and tells the opener once",
        arguments: [
            ("HTTP/1.1 403 F\r\nContent-Length: 0\r\n\r\n", false, "refused"),
            ("HTTP/1.1 403 F\r\n\r\npage", true, "refused"), ("SSH-2.0\r\n\r\n", false, "badUpgrade"),
            ("HTTP/1.1 101 S\r\n\r\n", false, "badUpgrade"), ("HTTP/1.1 101 S\r\n", true, "connectionLost"),
            ("", true, "connectionLost"),
        ])
    func refused(answer: String, ends: Bool, code: String) throws {
        var probe = try Probe()
        let tell: WebSocketState.Completion<Void> = probe.completion("open")
        probe.run { $0.open(1, tell) }
        probe.receive(Data(answer.utf8))
        if ends {
            #expect(probe.log.isEmpty)
            probe.run { $0.didEnd(nil) }
        } else {
            #expect(probe.others == ["close"])
        }
        probe.receive(Probe.upgraded)
        probe.send("x", id: 2)
        probe.take(3)
        if !ends { probe.run { $0.didEnd(nil) } }
        #expect(probe.log == ["open: \(code)", "send x: \(code)", "take 3: \(code)"])
        #expect(probe.state.opened == nil && probe.state.closure == nil)
    }

    @Test("one write is under way at a time; senders are told when theirs is done, and what waits goes together")
    func writing() throws {
        var probe = try Probe.opened()
        probe.send("a", id: 1)
        probe.send("b", id: 2)
        probe.send("c", id: 3)
        #expect(probe.frames() == [Data("\u{81}".unicodeScalars.map { UInt8($0.value) }) + Data("a".utf8)])
        #expect(probe.log.isEmpty)
        probe.run { $0.didWrite() }
        #expect(probe.log == ["send a: ok"])
        #expect(probe.frames().map { $0.dropFirst() } == [Data("b".utf8), Data("c".utf8)])
        probe.run { $0.didWrite() }
        #expect(probe.log == ["send a: ok", "send b: ok", "send c: ok"])
        #expect(probe.frames().isEmpty && probe.others.isEmpty)
    }

    @Test("senders whose bytes are not written when the connection ends are told so")
    func lostWrites() throws {
        var probe = try Probe.opened()
        probe.send("a", id: 1)
        probe.send("b", id: 2)
        probe.run { $0.didEnd(POSIXError(.ECONNRESET)) }
        #expect(probe.log.sorted() == ["send a: connectionLost", "send b: connectionLost"])
        probe.send("c", id: 3)
        #expect(probe.log.last == "send c: connectionLost")
    }

    @Test("messages are given in order to those who wait, and what came before the end is given before it is told")
    func receiving() throws {
        var probe = try Probe.opened()
        probe.take(1)
        probe.take(2)
        probe.receive(ServerFrame.text("a") + ServerFrame.text("b") + ServerFrame.text("c") + ServerFrame.close(1000))
        #expect(probe.log == ["take 1: text(\"a\")", "take 2: text(\"b\")"])
        probe.take(3)
        probe.take(4)
        #expect(probe.log.suffix(2) == ["take 3: text(\"c\")", "take 4: closed"])
        #expect(probe.frames() == [bytes("88 03e8")] && probe.others.isEmpty)
        probe.run { $0.didWrite() }
        #expect(probe.others == ["close"])
    }

    @Test("the peer must wait while more than 1 MiB is held, and no longer once half of it is taken; empty ones count")
    func backPressure() throws {
        var probe = try Probe.opened()
        let message = ServerFrame.make(0x82, Data(count: 60_000))
        for _ in 0..<17 { probe.receive(message) }
        #expect(probe.others.isEmpty)
        probe.receive(message)
        probe.receive(message)
        #expect(probe.others == ["pause"])
        for id in 0..<10 { probe.take(id) }
        #expect(probe.others == ["pause"])
        probe.take(10)
        #expect(probe.others == ["pause", "resume"])

        var empty = try Probe.opened()
        let frames = Data((0..<1_000).flatMap { _ in [0x82, 0x00] as [UInt8] })
        for _ in 0..<17 { empty.receive(frames) }
        #expect(empty.others == ["pause"])
    }

    @Test("pings are told by the pong of their payload, which answers those before it too")
    func pings() throws {
        var probe = try Probe.opened()
        for id in 1...3 {
            probe.ping(id)
            probe.run { $0.didWrite() }
        }
        let payloads = probe.frames().map { Data($0.dropFirst()) }
        #expect(Set(payloads).count == 3)
        probe.receive(ServerFrame.make(0x8A, Data("unasked".utf8)))
        #expect(probe.log.isEmpty)
        probe.receive(ServerFrame.make(0x8A, payloads[1]))
        #expect(probe.log == ["ping 1: ok", "ping 2: ok"])
        probe.receive(ServerFrame.close(1001))
        #expect(probe.log.last == "ping 3: closed")
    }

    @Test("closing tells those who receive, drops what was not taken, and lets the server answer")
    func closing() throws {
        var probe = try Probe.opened()
        probe.receive(ServerFrame.text("not taken"))
        probe.waitForEnd(1)
        try probe.close(4000)
        try probe.close(4001)
        probe.take(2)
        probe.send("late", id: 3)
        probe.ping(4)
        #expect(probe.log == ["take 2: closed", "send late: closed", "ping 4: closed"])
        #expect(probe.frames() == [bytes("88 0fa0")])
        probe.run { $0.didWrite() }
        #expect(probe.others.isEmpty && probe.state.closure?.code == 4000)
        probe.receive(ServerFrame.text("nobody wants it") + ServerFrame.close(1000))
        #expect(probe.others == ["close"] && probe.state.closure?.code == 1000)
        probe.run { $0.didEnd(nil) }
        #expect(probe.log.last == "end 1: ok")
        probe.waitForEnd(5)
        #expect(probe.log.last == "end 5: ok")
    }

    @Test("closing reads on where the server was made to wait, or its close frame would never be seen")
    func closingWhilePaused() throws {
        var probe = try Probe.opened()
        let message = ServerFrame.make(0x82, Data(count: 60_000))
        for _ in 0..<20 { probe.receive(message) }
        try probe.close(1000)
        #expect(probe.others == ["pause", "resume"])
    }

    @Test("a broken rule ends it with its close code, after what came before it")
    func violation() throws {
        var probe = try Probe.opened()
        probe.receive(ServerFrame.text("good") + bytes("83 00"))
        probe.take(1)
        probe.take(2)
        #expect(probe.log == ["take 1: text(\"good\")", "take 2: violation"])
        #expect(probe.frames() == [bytes("88 03ea")] && probe.state.closure?.code == 1002)
        probe.run { $0.didWrite() }
        #expect(probe.others == ["close"])
    }

    @Test("who is cancelled is told at once, alone, and once; the others go on")
    func cancelling() throws {
        var probe = try Probe.opened()
        probe.take(1)
        probe.take(2)
        probe.ping(3)
        probe.send("a", id: 4)
        probe.waitForEnd(5)
        for id in [1, 3, 4, 5, 1, 99] { probe.run { $0.cancel(id) } }
        #expect(
            probe.log.sorted() == [
                "end 5: CancellationError", "ping 3: CancellationError", "send a: CancellationError",
                "take 1: CancellationError",
            ])
        probe.run { $0.didWrite() }
        probe.receive(ServerFrame.text("b"))
        #expect(probe.log.last == "take 2: text(\"b\")" && probe.log.count == 5)
        // It was in the output already.
        #expect(probe.frames().map { $0.dropFirst() }.last == Data("a".utf8))
    }

    @Test("cancelling the opener ends the connection; giving up does so at any time, once")
    func abandoning() throws {
        var probe = try Probe()
        let tell: WebSocketState.Completion<Void> = probe.completion("open")
        probe.run { $0.open(1, tell) }
        probe.run { $0.cancel(1) }
        #expect(probe.log == ["open: CancellationError"] && probe.others == ["close"])

        var open = try Probe.opened()
        open.take(1)
        open.send("a", id: 2)
        open.run { $0.abandon(WebSocketError(.timedOut, "too late")) }
        #expect(open.log == ["take 1: timedOut"] && open.others == ["close"])
        open.run { $0.didEnd(nil) }
        open.run { $0.abandon(WebSocketError(.timedOut, "too late")) }
        #expect(open.log == ["take 1: timedOut", "send a: timedOut"] && open.others == ["close"])
    }
}
