#if os(Linux)
    import Foundation
    import MutualTLSTransport
    import PortableSecurity

    /// A WebSocket's messages over a connection of our own.
    final class FramedWebSocket: WebSocketChannel {
        private let client: WebSocketClient
        private let url: URL
        private let sent: @Sendable () -> ClientIdentity?

        /// Opens it.
        /// - Parameters:
        ///   - request: its URL, its headers and its `timeoutInterval` count, the latter for the opening.
        ///   - protocols: the subprotocols that are offered.
        ///   - maximumMessageSize: how many bytes a message of the server's may have.
        ///   - sent: tells the identity that the server saw.
        ///   - connect: makes the connection, not started yet.
        /// - Throws: `MutualTLSError`.
        init(
            _ request: URLRequest, protocols: [String], maximumMessageSize: Int,
            sent: @escaping @Sendable () -> ClientIdentity? = { nil },
            connect: () throws -> any WebSocketConnection
        ) async throws {
            guard let url = request.url else { throw MutualTLSError(.invalidRequest, "the request has no URL") }
            guard request.httpMethod ?? "GET" == "GET", request.httpBody == nil, request.httpBodyStream == nil else {
                throw MutualTLSError(.invalidRequest, "a WebSocket is asked for by GET, without a body")
            }
            (self.url, self.sent) = (url, sent)
            do {
                let upgrade = try WebSocketUpgrade(
                    url: url, headers: (request.allHTTPHeaderFields ?? [:]).map { ($0.key, $0.value) },
                    protocols: protocols)
                client = WebSocketClient(
                    connection: try connect(), upgrade: upgrade, maximumMessageSize: maximumMessageSize)
                try await client.open(timeout: request.timeoutInterval)
            } catch {
                throw MutualTLSError(webSocket: error, url: url, sent: sent())
            }
        }

        var chosenProtocol: String? { client.chosenProtocol }
        /// Of the response that opened it.
        var responseHeaders: [(name: String, value: String)] { client.response?.headers ?? [] }
        var maximumMessageSize: Int { client.maximumMessageSize }
        var closure: WebSocketClosing? {
            client.closure.map {
                WebSocketClosing(
                    code: .init(rawValue: Int($0.code)), reason: $0.reason.isEmpty ? nil : Data($0.reason.utf8))
            }
        }

        func send(_ message: MutualTLSSession.WebSocket.Message) async throws {
            try await translated {
                switch message {
                case .data(let data): try await client.send(.binary(data))
                case .string(let text): try await client.send(.text(text))
                }
            }
        }

        func receive() async throws -> MutualTLSSession.WebSocket.Message {
            try await translated {
                switch try await client.receive() {
                case .binary(let data): .data(data)
                case .text(let text): .string(text)
                }
            }
        }

        func sendPing() async throws { try await translated { try await client.ping() } }

        func close(_ closing: WebSocketClosing) { client.close(WebSocketClosure(nearest: closing)) }

        // Cancelling the task ends the wait alone.
        func waitForEnd() async { try? await client.waitForEnd() }

        private func translated<Value>(_ body: () async throws -> Value) async throws -> Value {
            do {
                return try await body()
            } catch {
                throw MutualTLSError(webSocket: error, url: url, sent: sent())
            }
        }
    }

    extension WebSocketClosure {
        /// What can be sent of what is wanted.
        fileprivate init(nearest closing: WebSocketClosing) {
            var reason = String(decoding: (closing.reason ?? Data()).prefix(1024), as: UTF8.self)
            while reason.utf8.count > 123 { reason.removeLast() }
            let wanted = UInt16(exactly: closing.code.rawValue).flatMap {
                try? WebSocketClosure(code: $0, reason: reason)
            }
            self = wanted ?? .withoutCode
        }
    }

    extension MutualTLSError {
        fileprivate init(webSocket error: any Error, url: URL, sent: ClientIdentity?) {
            switch error {
            case let error as WebSocketError: self.init(error, url: url, sent: sent)
            case let error as TransportError: self.init(error, sent: sent)
            case let error as MutualTLSError: self = error
            default: self.init(.cancelled, "the wait for the WebSocket was cancelled", underlying: error)
            }
        }
    }
#endif
