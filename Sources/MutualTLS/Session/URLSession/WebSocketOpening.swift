import Foundation
import PortableSecurity

/// A `URLSessionWebSocketTask` until its server has answered, and its end.
final class WebSocketOpening: Sendable {
    let task: URLSessionWebSocketTask
    private let request: URLRequest

    private struct State {
        var continuation: CheckedContinuation<URLSessionWebSocket, any Error>?
        var socket: URLSessionWebSocket?
        /// Why a challenge was cancelled.
        var challengeError: MutualTLSError?
    }
    private let state = Protected(State())

    init(_ task: URLSessionWebSocketTask, _ request: URLRequest) { (self.task, self.request) = (task, request) }

    /// Begins, and returns once it is open.
    /// - Throws: `MutualTLSError`.
    func wait() async throws -> URLSessionWebSocket {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.continuation = continuation }
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    func note(_ error: MutualTLSError) { state.withLock { $0.challengeError = $0.challengeError ?? error } }

    func didOpen(_ chosenProtocol: String?) {
        let socket = URLSessionWebSocket(task, request, chosenProtocol: chosenProtocol)
        let continuation = state.withLock { state in
            state.socket = socket
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: socket)
    }

    func didComplete(_ error: (any Error)?) {
        let (continuation, socket, known) = state.withLock { state in
            defer { (state.continuation, state.socket) = (nil, nil) }
            return (state.continuation, state.socket, state.challengeError)
        }
        socket?.didComplete()
        continuation?.resume(throwing: known ?? MutualTLSError(urlError: error, request))
    }
}
