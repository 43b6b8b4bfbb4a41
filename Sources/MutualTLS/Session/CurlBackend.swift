#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSTransport
    import PortableSecurity

    /// A session's requests over our own transport: one pool that may show the identity, and one that never does.
    final class CurlBackend: SessionBackend {
        private let responder: ChallengeResponder
        private let configuration: Transport.Configuration
        private let anonymous: IdentityPool
        /// The pool of the identity that is in use now.
        private let current: Protected<IdentityPool>

        init(
            responder: ChallengeResponder, withoutIdentity: ChallengeResponder,
            configuration: MutualTLSSession.Configuration
        ) throws {
            var limits = Transport.Configuration()
            limits.maximumConnectionsPerHost = configuration.maximumConnectionsPerHost
            limits.maximumResponseSize = max(0, configuration.maximumResponseSize)
            // In this order, what is not a number becomes 0.
            limits.challengeTimeout = .seconds(min(1e9, max(0, configuration.challengeTimeout)))
            self.responder = responder
            self.configuration = limits
            do {
                anonymous = try IdentityPool(responder: withoutIdentity, configuration: limits)
                current = Protected(try IdentityPool(responder: responder, configuration: limits))
            } catch let error as TransportError {
                throw MutualTLSError(error, sent: nil)
            }
        }

        func send(_ request: URLRequest, mayCarryIdentity: Bool) async throws -> (Data, HTTPURLResponse) {
            let prepared = try TransportRequest(request)
            var pool = mayCarryIdentity ? current.withLock { $0 } : anonymous
            var changes = 0
            while true {
                do {
                    let response = try await pool.transport.perform(prepared)
                    return (response.body, try httpResponse(response, for: prepared.url))
                } catch let error as TransportError {
                    if let change = error.underlying as? IdentityPool.IdentityChanged {
                        // A source that gives somebody else each time is told so rather than followed for ever.
                        changes += 1
                        if changes > 5 { throw MutualTLSError.restlessSource(change.origin) }
                        pool = try replace(pool, because: change)
                    } else if error.code == .closed, mayCarryIdentity, let next = successor(of: pool) {
                        pool = next
                    } else {
                        throw MutualTLSError(error, sent: pool.sent(to: prepared.url))
                    }
                }
            }
        }

        /// The pool in use, when it is another one: the request came too late for `pool`.
        private func successor(of pool: IdentityPool) -> IdentityPool? {
            current.withLock { $0 === pool ? nil : $0 }
        }

        /// Gives the new identity a pool of its own, unless somebody else just did; the old one finishes what it has.
        private func replace(_ pool: IdentityPool, because change: IdentityPool.IdentityChanged) throws -> IdentityPool
        {
            try current.withLock { current in
                if current !== pool { return current }
                let next = try IdentityPool(
                    responder: responder, configuration: configuration, answers: [change.origin: change.answer])
                pool.transport.drain()
                current = next
                return next
            }
        }

        func invalidate(cancelling: Bool) {
            for pool in [anonymous, current.withLock { $0 }] {
                cancelling ? pool.transport.stop() : pool.transport.drain()
            }
        }
    }

    extension MutualTLSSession {
        static func makeBackend(
            responder: ChallengeResponder, withoutIdentity: ChallengeResponder, configuration: Configuration
        ) throws -> any SessionBackend {
            try CurlBackend(responder: responder, withoutIdentity: withoutIdentity, configuration: configuration)
        }
    }

    extension TransportRequest {
        init(_ request: URLRequest) throws(MutualTLSError) {
            guard let url = request.url else {
                throw MutualTLSError(.invalidRequest, "the request has no URL")
            }
            self.init(
                url: url, method: request.httpMethod ?? "GET",
                headers: (request.allHTTPHeaderFields ?? [:]).map { (name: $0.key, value: $0.value) },
                body: request.httpBody, timeout: request.timeoutInterval)
        }
    }

    /// The response as Foundation has it. Headers of the same name are joined by commas (RFC 9110, 5.3).
    private func httpResponse(_ response: TransportResponse, for url: URL) throws(MutualTLSError) -> HTTPURLResponse {
        var fields: [String: String] = [:]
        var spelling: [String: String] = [:]
        for header in response.headers {
            let name = spelling[header.name.lowercased(), default: header.name]
            spelling[header.name.lowercased()] = name
            fields[name] = fields[name].map { "\($0), \(header.value)" } ?? header.value
        }
        guard
            let made = HTTPURLResponse(
                url: url, statusCode: response.status, httpVersion: response.httpVersion, headerFields: fields)
        else { throw MutualTLSError(.badResponse, "the response of \(url.host ?? "the server") has no usable status") }
        return made
    }
#endif
