#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    /// Trusts and answers as `ChallengeDelegate` does, and writes down what becomes of the WebSocket.
    private final class SocketDelegate: NSObject, URLSessionWebSocketDelegate {
        let challenges: ChallengeDelegate
        let events = Recorder<String>()
        private let ended = FirstAnswer<Void>()

        init(_ challenges: ChallengeDelegate) { self.challenges = challenges }

        func end() async { _ = await ended.value }

        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) { challenges.urlSession(session, didReceive: challenge, completionHandler: completionHandler) }

        func urlSession(
            _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
        ) { events.append("open \(`protocol` ?? "-")") }

        func urlSession(
            _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
            didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
        ) { events.append("close \(closeCode.rawValue) \(text(reason ?? Data()))") }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            events.append((error as? URLError).map { "failed \($0.code.name)" } ?? "complete")
            ended.give(())
        }
    }

    @Suite("WebSocket tasks of the URLSession", .needs(.websockets, cases: 4))
    struct WebSocketTaskTests {
        private func start(
            _ path: String, identity: Bool = true
        ) throws -> (task: URLSessionWebSocketTask, delegate: SocketDelegate, server: WebSocketServer) {
            let pki = try TestPKI()
            let server = try WebSocketServer(pki)
            let delegate = SocketDelegate(try ChallengeDelegate(pki, identity ? ClientIdentity(pki.client()) : nil))
            let session = URLSession.mutualTLS(configuration: .ephemeral, delegate: delegate)
            return (session.webSocketTask(with: server.url(path)), delegate, server)
        }

        @Test("the server knows the client, and messages keep their order, those sent before it was open too")
        func messages() async throws {
            let (task, delegate, server) = try start("/echo")
            let sent = FirstAnswer<Bool>()
            task.send(.string("one")) { sent.give($0 == nil) }
            task.resume()
            try await task.send(.data(Data("two".utf8)))
            #expect(await sent.value == true)
            var received: [String] = []
            for _ in 0..<2 {
                switch try await task.receive() {
                case .string(let message): received.append("text \(message)")
                case .data(let data): received.append("data \(text(data))")
                @unknown default: Issue.record("a message of another kind")
                }
            }
            #expect(received == ["text one", "data two"])
            try await task.sendPing()
            task.cancel(with: .goingAway, reason: Data("bye".utf8))
            await delegate.end()
            #expect(delegate.events.values == ["open -", "close 1001 bye", "complete"])
            #expect(task.closeCode == .goingAway && task.state == .completed)
            #expect(server.log(until: "closed 1001").contains { $0.hasPrefix("closed 1001 bye") })
            await #expect(throws: URLError.self) { try await task.send(.string("late")) }
        }

        @Test("the delegate is asked for both certificates, and the server names the client")
        func identity() async throws {
            let (task, delegate, server) = try start("/whoami")
            defer { server.stop() }
            task.resume()
            let message = try await task.receive()
            #expect("\(message)".contains("alice"))
            #expect(
                delegate.challenges.asked.values.map { $0.prefix { $0 != " " } } == [
                    "ServerTrust", "ClientCertificate",
                ])
            task.cancel()
            await delegate.end()
            #expect(delegate.events.values.last == "failed cancelled")
        }

        @Test("what the server closes with is told")
        func serverCloses() async throws {
            let (task, delegate, server) = try start("/close/4001/bye")
            defer { server.stop() }
            task.resume()
            let error = await #expect(throws: URLError.self) { try await task.receive() }
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? MutualTLSError)?.code == .webSocketClosed)
            await delegate.end()
            #expect(task.closeReason == Data("bye".utf8))
            #expect(delegate.events.values.last == "complete")
        }

        @Test("without a certificate it never opens, and what waited fails with the server's verdict")
        func refused() async throws {
            let (task, delegate, server) = try start("/echo", identity: false)
            defer { server.stop() }
            let sent = FirstAnswer<URLError.Code>()
            task.send(.string("one")) { sent.give(($0 as? URLError)?.code) }
            task.resume()
            await delegate.end()
            #expect(await sent.value == .clientCertificateRequired)
            #expect(delegate.events.values == ["failed clientCertificateRequired"])
        }
    }
#endif
