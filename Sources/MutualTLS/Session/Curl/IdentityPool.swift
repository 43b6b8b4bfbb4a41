#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSTransport
    import PortableSecurity

    /// One pool of connections, and the one identity that each origin sees on it.
    ///
    /// The first answer for an origin binds the pool. When the source later answers with another identity, that handshake
    /// is ended before anything is shown, and `IdentityChanged` carries the answer to a new pool.
    final class IdentityPool: Sendable {
        let transport: Transport
        private let handler: PoolChallengeHandler

        /// The source answered with another identity than before.
        struct IdentityChanged: Error {
            let origin: Origin
            let answer: ChallengeAnswer
        }

        /// - Parameters:
        ///   - answers: those already known, each for the next challenge of its origin.
        ///   - proxyIdentity: for the proxy on the way, if it asks.
        init(
            responder: ChallengeResponder, configuration: Transport.Configuration,
            answers: [Origin: ChallengeAnswer] = [:], proxyIdentity: ClientIdentity? = nil
        ) throws(TransportError) {
            handler = PoolChallengeHandler(responder: responder, answers: answers, proxyIdentity: proxyIdentity)
            transport = try Transport(handler: handler, configuration: configuration)
        }

        /// The identity that the origin of `url` has seen; nil for none.
        func sent(to url: URL) -> ClientIdentity? {
            Origin(url).flatMap { handler.identity(for: $0) }
        }
    }

    /// Translates the transport's two questions into challenges with Apple's names, and the answers back.
    private final class PoolChallengeHandler: ChallengeHandler {
        private let responder: ChallengeResponder
        private let state: Protected<State>

        private struct State {
            var answers: [Origin: ChallengeAnswer]
            var bound: [Origin: Binding] = [:]
            /// Those whose answer holds for the session, and who are not asked about again.
            var remembered: Set<Origin> = []
        }

        /// What an origin sees on this pool.
        private enum Binding {
            case nobody
            case identity(ClientIdentity, SecIdentity)

            func isSame(as other: Binding) -> Bool {
                switch (self, other) {
                case (.nobody, .nobody): true
                case (.identity(_, let mine), .identity(_, let theirs)): mine == theirs
                default: false
                }
            }
        }

        private let proxyIdentity: ClientIdentity?

        init(responder: ChallengeResponder, answers: [Origin: ChallengeAnswer], proxyIdentity: ClientIdentity?) {
            self.proxyIdentity = proxyIdentity
            self.responder = responder
            state = Protected(State(answers: answers))
        }

        func identity(for origin: Origin) -> ClientIdentity? {
            guard case .identity(let identity, _) = state.withLock({ $0.bound[origin] }) else { return nil }
            return identity
        }

        func serverTrust(_ challenge: ServerTrustChallenge) async -> ServerTrustAnswer {
            let peer = challenge.peer
            var trust: SecTrust?
            let chain = challenge.chain.map(SecCertificate.init)
            let status = SecTrustCreateWithCertificates(
                chain as CFArray as CFTypeRef, SecPolicyCreateBasicX509(), &trust)
            guard status == errSecSuccess, let trust else {
                return .reject(
                    .other, MutualTLSError(.serverNotTrusted, "\(peer.host)'s certificates can't be evaluated"))
            }
            let answer = await responder.answer(
                to: .serverTrust(host: peer.host, port: peer.port, trust: trust), context: peer.context)
            if answer.disposition == .useCredential { return .trust }
            let error = answer.error ?? MutualTLSError(.serverNotTrusted, "\(peer.host) is not trusted")
            return .reject(.init(error), error)
        }

        func clientCertificate(_ challenge: ClientCertificateChallenge) async -> ClientCertificateAnswer {
            // A proxy is not the origin that the identity is for.
            if challenge.peer.isProxy {
                guard let identity = proxyIdentity, let secIdentity = identity.credential().secIdentity else {
                    return .continueWithout
                }
                return Self.answer(.identity(identity, secIdentity), to: challenge)
            }
            let origin = Origin(host: challenge.peer.host, port: challenge.peer.port)
            let (known, remembered) = state.withLock { state in
                (
                    state.answers.removeValue(forKey: origin),
                    state.remembered.contains(origin) ? state.bound[origin] : nil
                )
            }
            if let remembered { return Self.answer(remembered, to: challenge) }
            if let known { return bind(origin, to: known, challenge) }
            let answer = await responder.answer(
                to: .clientCertificate(
                    host: challenge.peer.host, port: challenge.peer.port,
                    request: .init(
                        acceptableIssuers: challenge.acceptableIssuers.map(\.der),
                        signatureAlgorithms: challenge.signatureAlgorithms,
                        certificateTypes: challenge.certificateTypes, tlsVersion: challenge.tlsVersion)),
                context: challenge.peer.context)
            return bind(origin, to: answer, challenge)
        }

        private func bind(
            _ origin: Origin, to answer: ChallengeAnswer, _ challenge: ClientCertificateChallenge
        ) -> ClientCertificateAnswer {
            if answer.disposition == .cancelAuthenticationChallenge {
                return .cancel(
                    answer.error
                        ?? MutualTLSError(
                            .challengeCancelled, "the client-certificate challenge of \(origin) was cancelled"))
            }
            let binding: Binding
            do {
                binding = try Self.binding(answer)
            } catch {
                return .cancel(error)
            }
            let isSame = state.withLock { state in
                if let bound = state.bound[origin], !bound.isSame(as: binding) { return false }
                state.bound[origin] = binding
                // `.permanent` is as `.forSession`: no key is written anywhere.
                if answer.credential?.persistence != URLCredential.Persistence.none { state.remembered.insert(origin) }
                return true
            }
            return isSame
                ? Self.answer(binding, to: challenge)
                : .cancel(IdentityPool.IdentityChanged(origin: origin, answer: answer))
        }

        private static func answer(
            _ binding: Binding, to challenge: ClientCertificateChallenge
        ) -> ClientCertificateAnswer {
            guard case .identity(let identity, let secIdentity) = binding else { return .continueWithout }
            do {
                let key = try secIdentity.privateKey
                let scheme = try key.signer.map { _ in try identity.signerScheme(for: challenge) }
                return .use(
                    secIdentity.certificate.x509, key, intermediates: identity.intermediates.map(\.x509),
                    scheme: scheme?.code)
            } catch let error as MutualTLSError {
                return .cancel(error)
            } catch {
                // A keychain that was locked since, or from which the key is gone.
                return .cancel(
                    MutualTLSError(
                        .identityUnusable, "the private key of \(identity.summary) can't be had from its keychain",
                        hint: (error as NSError).localizedDescription, underlying: error))
            }
        }

        private static func binding(_ answer: ChallengeAnswer) throws -> Binding {
            guard answer.disposition == .useCredential, let secIdentity = answer.credential?.secIdentity else {
                return .nobody
            }
            let identity = try ClientIdentity(secIdentity, certificates: answer.credential?.secCertificates ?? [])
            return .identity(identity, secIdentity)
        }
    }

    extension MutualTLSError {
        static func restlessSource(_ origin: Origin) -> MutualTLSError {
            MutualTLSError(
                .identitySourceFailed,
                "the code that supplies the client certificate gives another one each time it is asked",
                hint: "answer with the same identity for \(origin) until it is rotated")
        }
    }

    extension ClientHandshake.TrustFault {
        /// The fault that the server's alert should tell.
        init(_ error: MutualTLSError) {
            let code = (error.underlying as NSError?).flatMap { OSStatus(exactly: $0.code) }
            self =
                switch code {
                case errSecCertificateExpired: .expired
                case errSecHostNameMismatch: .wrongName
                case errSecCertificateRevoked: .revoked
                case errSecNotTrusted, errSecCreateChainFailed: .unknownAuthority
                default: .other
                }
        }
    }
#endif
