#if os(Linux)
    import Foundation
    import MutualTLSTransport
    import PortableSecurity

    extension CurlBackend {
        func webSocket(
            _ hop: Hop, protocols: [String], maximumMessageSize: Int
        ) async throws -> any WebSocketChannel {
            guard let url = hop.request.url, let connectionURL = url.withHTTPScheme else {
                throw MutualTLSError(.invalidRequest, "a WebSocket's URL is wss or https and names a host")
            }
            var request = hop.request
            if let field = cookies.field(for: request) { request.setValue(field, forHTTPHeaderField: "Cookie") }
            var connection = TransportRequest(url: connectionURL, timeout: request.timeoutInterval)
            connection.context = hop.context
            let (ready, connectionRequest) = (request, connection)
            var pool = pool(mayCarryIdentity: hop.mayCarryIdentity)
            for attempt in 0... {
                let transport = pool.transport
                let used = pool
                do {
                    let socket = try await FramedWebSocket(
                        ready, protocols: protocols, maximumMessageSize: maximumMessageSize,
                        sent: { used.sent(to: connectionURL) }, connect: { transport.connection(connectionRequest) })
                    cookies.store(socket.responseHeaders, for: ready)
                    return socket
                } catch let error as MutualTLSError {
                    let cause = error.underlying as? TransportError
                    if let change = cause?.underlying as? IdentityPool.IdentityChanged {
                        if attempt == 5 { throw MutualTLSError.restlessSource(change.origin) }
                        pool = try replace(pool, because: change)
                    } else if cause?.code == .closed, let next = successor(of: pool) {
                        pool = next
                    } else {
                        throw error
                    }
                }
            }
            throw MutualTLSError(.cancelled, "the session was invalidated")
        }
    }

    extension URL {
        /// wss as https, ws as http; nil for anything else.
        fileprivate var withHTTPScheme: URL? {
            let schemes = ["wss": "https", "ws": "http", "https": "https", "http": "http"]
            guard let scheme = scheme.flatMap({ schemes[$0.lowercased()] }), host?.isEmpty == false,
                var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
            else { return nil }
            parts.scheme = scheme
            return parts.url
        }
    }
#endif
