import Foundation
import PortableSecurity

/// A WebSocket's messages over a `URLSessionWebSocketTask`, which frames them itself: the only way on Apple platforms.
///
/// Plain Foundation code, so that it is compiled on Linux too.
final class URLSessionWebSocket: WebSocketChannel {
    private let task: URLSessionWebSocketTask
    private let request: URLRequest
    private let end: Protected<End>
    let chosenProtocol: String?
    let maximumMessageSize: Int

    private struct End {
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Parameters:
    ///   - task: its delegate has heard that it is open.
    ///   - request: for which it was made.
    ///   - chosenProtocol: what the delegate heard.
    init(_ task: URLSessionWebSocketTask, _ request: URLRequest, chosenProtocol: String?) {
        (self.task, self.request, self.chosenProtocol) = (task, request, chosenProtocol)
        maximumMessageSize = task.maximumMessageSize
        end = Protected(End())
    }

    var closure: WebSocketClosing? {
        let code = task.closeCode.rawValue
        return code == 0 ? nil : WebSocketClosing(code: .init(rawValue: code), reason: task.closeReason)
    }

    func send(_ message: MutualTLSSession.WebSocket.Message) async throws {
        try await translated {
            switch message {
            case .data(let data): try await task.send(.data(data))
            case .string(let text): try await task.send(.string(text))
            }
        }
    }

    func receive() async throws -> MutualTLSSession.WebSocket.Message {
        try await translated {
            switch try await task.receive() {
            case .data(let data): return .data(data)
            case .string(let text): return .string(text)
            @unknown default:
                throw MutualTLSError(.webSocketProtocolError, "the server sent a message of a kind that is not known")
            }
        }
    }

    func sendPing() async throws {
        try await translated {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                task.sendPing { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
            }
        }
    }

    func close(_ closing: WebSocketClosing) {
        task.cancel(
            with: URLSessionWebSocketTask.CloseCode(rawValue: closing.code.rawValue) ?? .normalClosure,
            reason: closing.reason)
    }

    /// The delegate heard that the task is complete.
    func didComplete() {
        let waiting = end.withLock { end in
            end.isOver = true
            defer { end.waiting = [] }
            return end.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let isOver = end.withLock { end in
                if !end.isOver { end.waiting.append(continuation) }
                return end.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    private func translated<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as MutualTLSError {
            throw error
        } catch is CancellationError {
            throw MutualTLSError(.cancelled, "the wait for the WebSocket was cancelled")
        } catch {
            guard let closure else { throw MutualTLSError(urlError: error, request) }
            throw MutualTLSError(
                .webSocketClosed, "the WebSocket is closed with the code \(closure.code.rawValue)", underlying: error)
        }
    }
}
