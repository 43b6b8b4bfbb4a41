#if os(Linux)
    import Foundation
    import FoundationNetworking

    /// What code does to a session's WebSocket that knows Foundation alone.
    package struct FoundationSocketCall: Sendable {
        package var names: [String]
        /// Returns when the server has answered.
        package var run: @Sendable (URLSession, URL) async throws -> Void

        init(_ names: String..., run: @escaping @Sendable (URLSession, URL) async throws -> Void) {
            (self.names, self.run) = (names, run)
        }

        /// What a task of ours overrides.
        package static let all = [
            FoundationSocketCall("URLSession.webSocketTask(with:)", "URLSessionWebSocketTask.sendPing()") {
                try await ping($0.webSocketTask(with: $1))
            },
            FoundationSocketCall("URLSession.webSocketTask(with:)") {
                try await ping($0.webSocketTask(with: URLRequest(url: $1)))
            },
            FoundationSocketCall("URLSession.webSocketTask(with:protocols:)") {
                try await ping($0.webSocketTask(with: $1, protocols: ["chat"]))
            },
            FoundationSocketCall(
                "URLSessionWebSocketTask.sendPing(pongReceiveHandler:)", "URLSessionWebSocketTask.resume()",
                "URLSessionWebSocketTask.cancel()", "URLSessionWebSocketTask.cancel(with:reason:)",
                "URLSessionWebSocketTask.maximumMessageSize", "URLSessionWebSocketTask.closeCode",
                "URLSessionWebSocketTask.closeReason", "URLSessionWebSocketTask.error"
            ) { session, url in
                let task = session.webSocketTask(with: url)
                task.maximumMessageSize = 1_000
                task.resume()
                defer { task.cancel() }
                try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                    task.sendPing { continuation.resume(with: $0.map { .failure($0) } ?? .success(())) }
                }
                guard task.error == nil, task.closeCode == .invalid, task.closeReason == nil else {
                    throw URLError(.unknown)
                }
                task.cancel(with: .goingAway, reason: nil)
            },
        ]

        private static func ping(_ task: URLSessionWebSocketTask) async throws {
            task.resume()
            defer { task.cancel() }
            try await task.sendPing()
        }

        /// What nobody can override, and Foundation can't do with a task that is not its own: it ends the program.
        package static let deadly = [
            FoundationSocketCall("URLSessionWebSocketTask.send(_:)") {
                try await made($0, $1).send(.string("x"))
            },
            FoundationSocketCall("URLSessionWebSocketTask.send(_:completionHandler:)") { session, url in
                let task = made(session, url)
                await withCheckedContinuation { continuation in
                    task.send(.string("x")) { _ in continuation.resume() }
                }
            },
            FoundationSocketCall("URLSessionWebSocketTask.receive()") {
                _ = try await made($0, $1).receive()
            },
            FoundationSocketCall("URLSessionWebSocketTask.receive(completionHandler:)") { session, url in
                let task = made(session, url)
                await withCheckedContinuation { continuation in
                    task.receive { _ in continuation.resume() }
                }
            },
        ]

        private static func made(_ session: URLSession, _ url: URL) -> URLSessionWebSocketTask {
            session.webSocketTask(with: url)
        }
    }
#endif
