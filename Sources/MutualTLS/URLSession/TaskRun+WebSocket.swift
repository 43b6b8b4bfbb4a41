#if os(Linux)
    import Foundation
    import PortableSecurity

    extension TaskRun {
        /// WebSocket tasks.
        func runWebSocket(_ work: WebSocketWork) async {
            do {
                guard let request = core.originalRequest else {
                    throw MutualTLSError(.invalidRequest, "the task has no request")
                }
                try await core.whileSuspended()
                let channel = try await session.engine.openWebSocket(request, self)
                work.begin(.success(channel))
                await calls.didOpen(channel.chosenProtocol)
                await withTaskCancellationHandler {
                    await channel.waitForEnd()
                } onCancel: {
                    channel.close(WebSocketClosing(code: .goingAway))
                }
                guard let closing = channel.closure else {
                    throw MutualTLSError(.connectionLost, "the connection ended without a close frame")
                }
                await calls.didClose(closing)
                try Task.checkCancellation()
                await finish(nil)
            } catch {
                let known = error as? MutualTLSError ?? MutualTLSError(.cancelled, "the task was cancelled")
                work.begin(.failure(known))
                await finish(error)
            }
        }
    }

    extension DelegateCalls {
        private var webSocket: (any URLSessionWebSocketDelegate, URLSessionWebSocketTask)? {
            guard let delegate = taskDelegate as? any URLSessionWebSocketDelegate,
                let webSocket = task as? URLSessionWebSocketTask
            else { return nil }
            return (delegate, webSocket)
        }

        func didOpen(_ chosen: String?) async {
            guard let (delegate, webSocket) = webSocket else { return }
            await queue.run { delegate.urlSession(session, webSocketTask: webSocket, didOpenWithProtocol: chosen) }
        }

        func didClose(_ closing: WebSocketClosing) async {
            guard let (delegate, webSocket) = webSocket else { return }
            let code = URLSessionWebSocketTask.CloseCode(rawValue: closing.code.rawValue) ?? .invalid
            await queue.run {
                delegate.urlSession(session, webSocketTask: webSocket, didCloseWith: code, reason: closing.reason)
            }
        }
    }
#endif
