import Foundation
import PortableSecurity

extension MutualTLSSession {
    /// Opens a WebSocket (RFC 6455); the client certificate is given as for any request.
    /// - Parameters:
    ///   - request: to wss or https (ws or http without TLS); its headers count, and its `timeoutInterval` for the opening.
    ///     A redirect or a demand for a password is not answered: it is the error.
    ///   - protocols: the subprotocols that are offered, the best first.
    ///   - maximumMessageSize: how many bytes a message of the server's may have.
    /// - Returns: the WebSocket, open.
    /// - Throws: `MutualTLSError`; `webSocketRefused` where the server answers with anything but 101.
    public func webSocket(
        for request: URLRequest, protocols: [String] = [], maximumMessageSize: Int = 1 << 20
    ) async throws -> WebSocket {
        let exchange = try await exchange()
        let (prepared, body) = try prepared(request)
        guard case .none = body else {
            throw MutualTLSError(.invalidRequest, "a WebSocket is asked for without a body")
        }
        return WebSocket(try await exchange.webSocket(prepared, protocols, maximumMessageSize), of: self)
    }

    /// Opens a WebSocket; see `webSocket(for:protocols:maximumMessageSize:)`.
    public func webSocket(with url: URL, protocols: [String] = []) async throws -> WebSocket {
        try await webSocket(for: URLRequest(url: url), protocols: protocols)
    }
}

extension Exchange {
    /// Opens a WebSocket. Interceptors see the request as any other, and its opening as its end.
    fileprivate func webSocket(
        _ original: URLRequest, _ protocols: [String], _ maximumMessageSize: Int
    ) async throws -> any WebSocketChannel {
        let scope = IdentityScope(origins: origins, requested: original)
        let interception = try await interceptors.prepare(original)
        if interception.answer != nil {
            throw MutualTLSError(.invalidRequest, "an interceptor can't answer for a WebSocket's server")
        }
        let request = interception.request
        do {
            var hop = Hop(request: request, body: .none, mayCarryIdentity: scope.allows(request))
            hop.context = hooks.context
            return try await backend.webSocket(hop, protocols: protocols, maximumMessageSize: maximumMessageSize)
        } catch {
            let error = error as? MutualTLSError ?? MutualTLSError(.connectionLost, "\(error)")
            await interception.report(.failure(error))
            throw error
        }
    }
}
