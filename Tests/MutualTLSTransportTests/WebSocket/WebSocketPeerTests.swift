import Foundation
import TestSupport
import Testing

@testable import MutualTLSTransport

@Suite("WebSocket with Python's websockets", .needs(.websockets, cases: 8))
struct WebSocketPeerTests {
    /// An opened client.
    private func open(
        _ server: WebSocketServer, _ path: String, protocols: [String] = [], maximumMessageSize: Int = 1 << 20
    ) async throws -> (WebSocketClient, DescriptorConnection) {
        let connection = try DescriptorConnection(port: server.port)
        let client = WebSocketClient(
            connection: connection, upgrade: try WebSocketUpgrade(url: server.url(path), protocols: protocols),
            maximumMessageSize: maximumMessageSize)
        try await client.open(timeout: 20)
        return (client, connection)
    }

    private func failure(_ body: () async throws -> Void) async -> WebSocketError? {
        do {
            try await body()
            return nil
        } catch { return error as? WebSocketError }
    }

    @Test("messages of all sizes come back as they were", .timeLimit(.minutes(2)))
    func echo() async throws {
        let server = try WebSocketServer(nil)
        let (client, _) = try await open(server, "/echo", protocols: ["chat"])
        #expect(client.chosenProtocol == "chat")
        for size in [0, 1, 125, 126, 65_535, 65_536, 1 << 20] {
            let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            try await client.send(.binary(data))
            #expect(try await client.receive() == .binary(data))
            let text = String(repeating: "ü", count: size / 2)
            try await client.send(.text(text))
            #expect(try await client.receive() == .text(text))
        }
        try await client.ping()
        client.close(try WebSocketClosure(code: 1000, reason: "done"))
        try await client.waitForEnd()
        #expect(server.log(until: "closed").contains("closed 1000 done"))
    }

    @Test("fragments, the server's pings and the first message sent with the upgrade arrive", .timeLimit(.minutes(1)))
    func serverSpeaksFirst() async throws {
        let server = try WebSocketServer(nil)
        #expect(try await open(server, "/fragments").0.receive() == .text("abc"))
        #expect(try await open(server, "/ping").0.receive() == .text("pong"))
    }

    @Test("the server's close frame ends it with its code and reason, and ours goes back", .timeLimit(.minutes(1)))
    func closedByServer() async throws {
        let server = try WebSocketServer(nil)
        let (client, _) = try await open(server, "/close/4001/bye")
        let error = await failure { _ = try await client.receive() }
        #expect(error?.code == .closed && error?.closure?.code == 4001 && error?.closure?.reason == "bye")
        try await client.waitForEnd()
        #expect(client.closure?.code == 4001)
        #expect(await failure { try await client.send(.text("late")) }?.code == .closed)
        #expect(server.log(until: "closed").contains("closed 4001 bye"))
    }

    @Test("a connection that is dropped is told apart from one that is closed", .timeLimit(.minutes(1)))
    func dropped() async throws {
        let server = try WebSocketServer(nil)
        let (client, _) = try await open(server, "/drop")
        #expect(await failure { _ = try await client.receive() }?.code == .connectionLost)
        #expect(client.closure == nil)
    }

    @Test("a message that is too large ends it with 1009", .timeLimit(.minutes(1)))
    func tooLarge() async throws {
        let server = try WebSocketServer(nil)
        let (client, _) = try await open(server, "/big/30000000", maximumMessageSize: 1_000_000)
        let error = await failure { _ = try await client.receive() }
        #expect(error?.code == .violation && error?.closure?.code == 1009)
        try await client.waitForEnd()
    }

    @Test("a refusal carries the status, the headers and the body", .timeLimit(.minutes(1)))
    func refused() async throws {
        let server = try WebSocketServer(nil)
        let error = await failure { _ = try await open(server, "/refuse") }
        #expect(error?.code == .refused && error?.response?.status == 403)
        #expect(error?.response?.values("x-why") == ["because"])
        #expect(error.map { String(decoding: $0.response?.body ?? Data(), as: UTF8.self) } == "not you")
    }

    @Test("a reader that is slow makes the server wait, and then gets every message", .timeLimit(.minutes(2)))
    func backPressure() async throws {
        let server = try WebSocketServer(nil)
        let (client, connection) = try await open(server, "/flood/32768")
        // Until nothing moves any more.
        var (last, now) = (-1, 0)
        while last != now || now < 900_000 {
            try await Task.sleep(for: .milliseconds(300))
            (last, now) = (now, connection.received.withLock { $0 })
        }
        #expect(now < 2 << 20, "read ahead: \(now) bytes of 32 MiB")
        for number in 0..<32_768 as Range<UInt32> {
            let message = try await client.receive()
            guard case .binary(let data) = message, data.count == 1024 else {
                Issue.record("\(message)")
                return
            }
            #expect(data.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } == number)
        }
    }

    @Test(
        "a server that doesn't read makes senders wait; cancelling one leaves no one hanging", .timeLimit(.minutes(2)))
    func slowServer() async throws {
        let server = try WebSocketServer(nil)
        let (client, _) = try await open(server, "/silent")
        let sender = Task {
            for _ in 0..<1_000 { try await client.send(.binary(Data(count: 1 << 20))) }
        }
        try await Task.sleep(for: .milliseconds(500))
        sender.cancel()
        await #expect(throws: CancellationError.self) { try await sender.value }
        let other = Task { try await client.send(.text("behind it")) }
        client.close(try WebSocketClosure(code: 1000), timeout: 0.2)
        try await client.waitForEnd()
        #expect(await failure { try await other.value }?.code == .closed)
    }
}

@Suite("WebSocket over mutual TLS", .needs(.websockets, cases: 3), .needs(.openssl, cases: 3), .needs(.nginx, cases: 3))
struct WebSocketMutualTLSPeerTests {
    private func open(_ pki: TestPKI, port: Int, _ path: String, isKnown: Bool = true) async throws -> WebSocketClient {
        let issued = try pki.client()
        let pipe = try PipedClient(
            pki, client: isKnown ? (issued.chainPEM, issued.privateKeyPEM) : nil, port: port)
        let url = try #require(URL(string: "wss://localhost:\(port)\(path)"))
        let client = WebSocketClient(
            connection: DescriptorConnection(pipe), upgrade: try WebSocketUpgrade(url: url))
        try await client.open(timeout: 20)
        return client
    }

    @Test("the server that requires a certificate sees it, and closes in order", .timeLimit(.minutes(1)))
    func direct() async throws {
        let pki = try TestPKI()
        let server = try WebSocketServer(pki)
        let client = try await open(pki, port: server.port, "/whoami")
        #expect(try await client.receive() == .text("CN=alice"))
        client.close(try WebSocketClosure(code: 1001))
        try await client.waitForEnd()
        #expect(server.log(until: "closed").contains("closed 1001 "))
    }

    @Test("nginx passes the WebSocket on behind ssl_verify_client", .timeLimit(.minutes(1)))
    func behindNginx() async throws {
        let pki = try TestPKI()
        let server = try WebSocketServer(nil)
        let nginx = try NginxServer(pki, locations: server.nginxLocation)
        let client = try await open(pki, port: nginx.port, "/ws/whoami")
        #expect(try await client.receive() == .text("CN=alice"))
        try await client.send(.text("and back"))
        #expect(try await client.receive() == .text("and back"))
    }

    @Test("nginx's page for a client without a certificate is kept whole", .timeLimit(.minutes(1)))
    func refusedByNginx() async throws {
        let pki = try TestPKI()
        let server = try WebSocketServer(nil)
        let nginx = try NginxServer(pki, locations: server.nginxLocation)
        let error = await #expect(throws: WebSocketError.self) {
            try await open(pki, port: nginx.port, "/ws/whoami", isKnown: false)
        }
        #expect(error?.code == .refused && error?.response?.status == 400)
        let page = String(decoding: error?.response?.body ?? Data(), as: UTF8.self)
        #expect(page.contains("No required SSL certificate was sent") && page.hasSuffix("</html>\r\n"))
    }
}
