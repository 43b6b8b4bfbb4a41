#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSTransport
    import PortableSecurity

    /// A session's requests over our own transport: one pool that may show the identity, and one that never does.
    final class CurlBackend: SessionBackend {
        let responder: ChallengeResponder
        private let configuration: Transport.Configuration
        private let events: (@Sendable (SessionEvent) -> Void)?
        private let proxyIdentity: ClientIdentity?
        private let anonymous: IdentityPool
        /// The pool of the identity that is in use now.
        private let current: Protected<IdentityPool>
        /// Passwords that servers took, for this session.
        let passwords = PasswordMemory()
        /// The cookies that servers set.
        let cookies: CookieJar
        /// The response that was made last.
        let responses = ResponseMemory()

        /// - Parameter cookies: nil for what the configuration says.
        init(
            responder: ChallengeResponder, withoutIdentity: ChallengeResponder,
            configuration: MutualTLSSession.Configuration, cookies: CookieJar? = nil
        ) throws(MutualTLSError) {
            self.cookies = cookies ?? CookieJar(configuration)
            let limits = try Transport.Configuration(configuration)
            self.responder = responder
            self.configuration = limits
            events = configuration.events
            proxyIdentity = configuration.proxy.identity
            do {
                anonymous = try IdentityPool(
                    responder: withoutIdentity, configuration: limits, proxyIdentity: configuration.proxy.identity)
                current = Protected(
                    try IdentityPool(
                        responder: responder, configuration: limits, proxyIdentity: configuration.proxy.identity))
            } catch {
                throw MutualTLSError(error, sent: nil)
            }
        }

        func start(_ hop: Hop, _ observer: any HopObserver) -> any HopControl {
            let run = CurlHop(hop, observer, self)
            run.begin()
            return run
        }

        /// The pool for a request.
        func pool(mayCarryIdentity: Bool) -> IdentityPool {
            mayCarryIdentity ? current.withLock { $0 } : anonymous
        }

        /// The pool in use, when it is another one: the request came too late for `pool`.
        func successor(of pool: IdentityPool) -> IdentityPool? {
            pool === anonymous ? nil : current.withLock { $0 === pool ? nil : $0 }
        }

        /// Gives the new identity a pool of its own, unless somebody else just did; the old one finishes what it has.
        func replace(
            _ pool: IdentityPool, because change: IdentityPool.IdentityChanged
        ) throws(TransportError) -> IdentityPool {
            try replace(pool, answers: [change.origin: change.answer])
        }

        private func replace(
            _ pool: IdentityPool?, answers: [Origin: ChallengeAnswer]
        ) throws(TransportError) -> IdentityPool {
            let result = current.withLock { current -> Result<IdentityPool, TransportError> in
                if let pool, current !== pool { return .success(current) }
                return Result { () throws(TransportError) in
                    let next = try IdentityPool(
                        responder: responder, configuration: configuration, answers: answers,
                        proxyIdentity: proxyIdentity)
                    current.transport.drain()
                    current = next
                    return next
                }
            }
            return try result.get()
        }

        func rotate() throws(MutualTLSError) {
            do {
                _ = try replace(nil, answers: [:])
            } catch {
                throw MutualTLSError(error, sent: nil)
            }
        }

        // MARK: Events

        func didConnect(_ hop: Hop, _ handshake: HandshakeFacts, _ duration: TimeInterval, _ pool: IdentityPool) {
            guard let events, let url = hop.request.url else { return }
            var seen = SessionEvent.Handshake()
            seen.duration = duration
            seen.tlsVersion = handshake.version
            seen.cipher = handshake.cipher
            seen.applicationProtocol = handshake.isHTTP2 ? "h2" : "http/1.1"
            seen.leafFingerprint = handshake.isCertificateSent ? pool.sent(to: url)?.fingerprint : nil
            events(.handshakeDone(seen, origin: SessionEvent.origin(of: url)))
        }

        func didFinish(_ hop: Hop, _ error: MutualTLSError?, _ request: SessionEvent.Request, isReused: Bool) {
            guard let events else { return }
            let origin = SessionEvent.origin(of: hop.request.url)
            if isReused { events(.connectionReused(origin: origin)) }
            if let error, Self.refusals.contains(error.code) { events(.refused(error, origin: origin)) }
            events(.requestFinished(request, origin: origin, error: error))
        }

        private static let refusals: Set<MutualTLSError.Code> = [
            .clientCertificateRejected, .clientCertificateRequired, .serverNotTrusted, .noCommonProtocol,
            .handshakeFailed,
        ]

        var wantsEvents: Bool { events != nil }

        func invalidate(cancelling: Bool) {
            for pool in [anonymous, current.withLock { $0 }] {
                cancelling ? pool.transport.stop() : pool.transport.drain()
            }
        }
    }

    extension MutualTLSSession {
        static func makeBackend(
            responder: ChallengeResponder, withoutIdentity: ChallengeResponder, configuration: Configuration
        ) throws(MutualTLSError) -> any SessionBackend {
            try CurlBackend(responder: responder, withoutIdentity: withoutIdentity, configuration: configuration)
        }
    }
#endif
