#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSTransport
    import PortableSecurity
    import Testing

    @testable import MutualTLS

    /// A server in this process: answers the upgrade, then does what it is told, and keeps what it gets.
    // @unchecked: what changes is behind the lock.
    private final class ScriptedServer: WebSocketConnection, @unchecked Sendable {
        private let queue = DispatchQueue(label: "server")
        private let answer: @Sendable (String) -> Data
        private let frames: Data
        private let lock = NSLock()
        private var observer: (any WebSocketConnectionObserver)?
        private var got: [Data] = []

        /// - Parameters:
        ///   - answer: to the request.
        ///   - frames: sent behind it.
        init(frames: Data = Data(), answer: @escaping @Sendable (String) -> Data = ScriptedServer.upgrade) {
            (self.frames, self.answer) = (frames, answer)
        }

        static func upgrade(_ request: String) -> Data {
            let key = request.components(separatedBy: "Sec-WebSocket-Key: ").last?.prefix(24) ?? ""
            let text = Data("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)
            let accept = Digest.sha1(text).base64EncodedString()
            let chosen = request.contains("Sec-WebSocket-Protocol") ? "Sec-WebSocket-Protocol: chat\r\n" : ""
            return Data(
                ("HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\(chosen)"
                    + "Sec-WebSocket-Accept: \(accept)\r\n\r\n").utf8)
        }

        /// What was written, the request first.
        var written: [Data] { lock.withLock { got } }

        func start(_ observer: any WebSocketConnectionObserver) { lock.withLock { self.observer = observer } }

        func write(_ bytes: Data) {
            let isRequest = lock.withLock {
                got.append(bytes)
                return got.count == 1
            }
            queue.async { [self] in
                observed { $0.didWrite() }
                if isRequest { send(answer(String(decoding: bytes, as: UTF8.self)) + frames) }
            }
        }

        func send(_ bytes: Data) {
            queue.async { [self] in observed { observer in bytes.withUnsafeBytes { observer.didReceive($0) } } }
        }

        func pauseReading() {}
        func resumeReading() {}
        func close() { end(nil) }

        func end(_ error: (any Error)?) {
            queue.async { [self] in
                observed { $0.didEnd(error) }
                lock.withLock { observer = nil }
            }
        }

        private func observed(_ body: (any WebSocketConnectionObserver) -> Void) {
            if let observer = lock.withLock({ observer }) { body(observer) }
        }
    }

    private func open(
        _ server: ScriptedServer, _ request: URLRequest? = nil, protocols: [String] = []
    ) async throws -> MutualTLSSession.WebSocket {
        let url = try #require(URL(string: "wss://localhost/events"))
        return MutualTLSSession.WebSocket(
            try await FramedWebSocket(request ?? URLRequest(url: url), protocols: protocols, maximumMessageSize: 1_000)
            {
                server
            })
    }

    private func text(_ text: String) -> Data { Data([0x81, UInt8(text.utf8.count)]) + Data(text.utf8) }
    private func closing(_ code: UInt16, _ reason: String = "") -> Data {
        Data([0x88, UInt8(reason.utf8.count + 2), UInt8(code >> 8), UInt8(code & 0xFF)]) + Data(reason.utf8)
    }
    private func messages(_ socket: MutualTLSSession.WebSocket) async throws -> [MutualTLSSession.WebSocket.Message] {
        var all: [MutualTLSSession.WebSocket.Message] = []
        for try await message in socket { all.append(message) }
        return all
    }

    @Suite("MutualTLSSession.WebSocket", .timeLimit(.minutes(1)))
    struct WebSocketTests {
        @Test("it is open with what was agreed on, and its headers went along")
        func opening() async throws {
            let server = ScriptedServer()
            var request = URLRequest(url: try #require(URL(string: "wss://localhost:8443/events?since=1")))
            request.setValue("Bearer x", forHTTPHeaderField: "Authorization")
            let socket = try await open(server, request, protocols: ["soap", "chat"])
            #expect(socket.protocol == "chat" && socket.closeCode == .invalid && socket.closeReason == nil)
            #expect(socket.maximumMessageSize == 1_000)
            let sent = String(decoding: server.written.first ?? Data(), as: UTF8.self)
            #expect(sent.hasPrefix("GET /events?since=1 HTTP/1.1\r\nHost: localhost:8443\r\n"))
            #expect(sent.contains("\r\nAuthorization: Bearer x\r\n"))
        }

        @Test(
            "iteration gives each message, and ends where the server closes in order",
            arguments: [closing(1000), closing(1001, "restart"), Data([0x88, 0])])
        func orderlyEnd(close: Data) async throws {
            let server = ScriptedServer(frames: text("a") + Data([0x82, 1, 0xFF]) + close)
            let socket = try await open(server)
            #expect(try await messages(socket) == [.string("a"), .data(Data([0xFF]))])
            #expect([.normalClosure, .goingAway, .noStatusReceived].contains(socket.closeCode))
        }

        struct Failure: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var frames = Data()
            var ends = false
            var code: MutualTLSError.Code
            var closeCode: MutualTLSSession.WebSocket.CloseCode
            var says: String
        }

        static let failures = [
            Failure(
                testDescription: "a code of its own", frames: closing(4001, "token expired"), code: .webSocketClosed,
                closeCode: .init(rawValue: 4001), says: "4001: token expired"),
            Failure(
                testDescription: "an overloaded server", frames: closing(1013), code: .webSocketClosed,
                closeCode: .tryAgainLater, says: "1013"),
            Failure(
                testDescription: "a broken rule", frames: Data([0x83, 0]), code: .webSocketProtocolError,
                closeCode: .protocolError, says: "unknown kind"),
            Failure(
                testDescription: "a large message", frames: Data([0x82, 126, 3, 0xE9]), code: .webSocketProtocolError,
                closeCode: .messageTooBig, says: "larger than allowed"),
            Failure(
                testDescription: "a lost connection", ends: true, code: .connectionLost, closeCode: .invalid,
                says: "before the WebSocket was closed"),
        ]

        @Test("any other end is an error that says why, after the messages before it", arguments: failures)
        func failedEnd(row: Failure) async throws {
            let server = ScriptedServer(frames: text("a") + row.frames)
            let socket = try await open(server)
            if row.ends { server.end(nil) }
            #expect(try await socket.receive() == .string("a"))
            let error = await #expect(throws: MutualTLSError.self) { _ = try await messages(socket) }
            #expect(
                error?.code == row.code && error?.description.contains(row.says) == true, "\(String(describing: error))"
            )
            #expect(socket.closeCode == row.closeCode)
            await #expect(throws: MutualTLSError.self) { try await socket.send(.string("late")) }
            await #expect(throws: MutualTLSError.self) { try await socket.sendPing() }
        }

        @Test("what the connection reports is the error, with its own code")
        func connectionError() async throws {
            let server = ScriptedServer()
            let socket = try await open(server)
            server.end(TransportError(.timedOut, "nothing moved"))
            let error = await #expect(throws: MutualTLSError.self) { try await socket.receive() }
            #expect(error?.code == .timedOut)
        }

        @Test(
            "an answer that is no upgrade is told by its status, and nginx's pages as what they are",
            arguments: [
                ("403 Forbidden", "no", MutualTLSError.Code.webSocketRefused),
                (
                    "400 Bad Request", "<center>No required SSL certificate was sent</center>",
                    .clientCertificateRequired
                ),
                ("400 Bad Request", "<center>The SSL certificate error</center>", .clientCertificateRejected),
                ("101 S", "", .badResponse),
            ])
        func refused(status: String, page: String, code: MutualTLSError.Code) async throws {
            let server = ScriptedServer { _ in
                Data("HTTP/1.1 \(status)\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)".utf8)
            }
            let error = await #expect(throws: MutualTLSError.self) { _ = try await open(server) }
            #expect(error?.code == code)
            if code == .webSocketRefused { #expect(error?.description.contains("403") == true) }
        }

        @Test("a server that never answers is given up in the request's time")
        func silence() async throws {
            let server = ScriptedServer { _ in Data() }
            var request = URLRequest(url: try #require(URL(string: "wss://localhost/")))
            request.timeoutInterval = 0.1
            let error = await #expect(throws: MutualTLSError.self) { _ = try await open(server, request) }
            #expect(error?.code == .timedOut)
        }

        @Test("only GET without a body asks for a WebSocket")
        func methods() async throws {
            var post = URLRequest(url: try #require(URL(string: "wss://localhost/")))
            post.httpMethod = "POST"
            var body = post
            body.httpMethod = "GET"
            body.httpBody = Data("a".utf8)
            for request in [post, body] {
                let server = ScriptedServer()
                let error = await #expect(throws: MutualTLSError.self) { _ = try await open(server, request) }
                #expect(error?.code == .invalidRequest && server.written.isEmpty)
            }
        }

        @Test("cancelling sends the code and the reason, and iteration ends without an error")
        func cancelling() async throws {
            let server = ScriptedServer()
            let socket = try await open(server)
            let reader = Task { try await messages(socket) }
            socket.cancel(with: .init(rawValue: 4000), reason: Data("bye".utf8))
            #expect(try await reader.value.isEmpty)
            server.send(closing(4000, "bye"))
            await socket.close()
            #expect(socket.closeCode.rawValue == 4000 && socket.closeReason == Data("bye".utf8))
        }

        @Test(
            "what can't stand in a close frame is left out of it, and a long reason is cut between characters",
            arguments: [
                (0, "x", 0), (1005, "x", 0), (1006, "", 0), (-1, "", 0), (70_000, "", 0), (1000, "", 2),
                (1000, String(repeating: "é", count: 100), 124), (1000, String(repeating: "a", count: 5_000), 125),
            ])
        func unsendable(code: Int, reason: String, size: Int) async throws {
            let server = ScriptedServer()
            let socket = try await open(server)
            socket.cancel(with: .init(rawValue: code), reason: Data(reason.utf8))
            for _ in 0..<500 where server.written.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
            let frame = try #require(server.written.last)
            #expect(frame.count == 6 + size && frame[frame.startIndex] == 0x88)
        }

        @Test("releasing it closes the connection, and says that this end goes away")
        func releasing() async throws {
            let server = ScriptedServer()
            var socket: MutualTLSSession.WebSocket? = try await open(server)
            #expect(socket?.closeCode == .invalid)
            socket = nil
            for _ in 0..<500 where server.written.count < 2 { try await Task.sleep(for: .milliseconds(10)) }
            let frame = try #require(server.written.last)
            let mask = Array(frame.dropFirst(2).prefix(4))
            #expect(frame[frame.startIndex] == 0x88)
            #expect(zip(frame.dropFirst(6), mask).map { $0 ^ $1 } == [0x03, 0xE9])
        }

        @Test("a cancelled task stops waiting, and the WebSocket stays open")
        func cancelledTask() async throws {
            let server = ScriptedServer()
            let socket = try await open(server)
            let waiting = Task { try await socket.receive() }
            waiting.cancel()
            let error = await #expect(throws: MutualTLSError.self) { try await waiting.value }
            #expect(error?.code == .cancelled)
            server.send(text("a"))
            #expect(try await socket.receive() == .string("a"))
        }
    }
#endif
