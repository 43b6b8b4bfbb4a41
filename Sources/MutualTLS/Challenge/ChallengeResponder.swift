import Foundation
import PortableSecurity

/// Turns authentication challenges into answers: who may be trusted, and which certificate is given.
///
/// `MutualTLSSession` uses one; it also stands alone, in your own `URLSession` delegate. On Linux that must be the method with
/// a completion handler: Foundation calls no other there.
///
/// ```swift
/// func urlSession(
///     _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
///     completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
/// ) {
///     Task {
///         let answer = await responder.answer(to: challenge)
///         completionHandler(answer.disposition, answer.credential)
///     }
/// }
/// ```
public final class ChallengeResponder: Sendable {
    /// What happens when a source is configured and has no identity for a challenge.
    public enum WhenNoIdentity: Sendable, Hashable {
        /// The challenge is cancelled, and the request fails with `MutualTLSError.Code.noIdentity`.
        case cancel
        /// The handshake goes on without a client certificate.
        case continueWithout
    }

    private let source: Protected<IdentitySource>
    private let serverTrust: ServerTrustPolicy
    private let origins: Set<Origin>?
    private let whenNoIdentity: WhenNoIdentity
    private let warn: @Sendable (String) -> Void
    private let events: (@Sendable (SessionEvent) -> Void)?
    /// What was warned of already.
    private let warnings = Protected<Set<String>>([])

    init(
        source: IdentitySource, origins: Set<Origin>?, serverTrust: ServerTrustPolicy, whenNoIdentity: WhenNoIdentity,
        warn: @escaping @Sendable (String) -> Void = Warning.toStandardError,
        events: (@Sendable (SessionEvent) -> Void)? = nil
    ) {
        self.warn = warn
        self.events = events
        self.source = Protected(source)
        self.origins = origins
        self.serverTrust = serverTrust
        self.whenNoIdentity = whenNoIdentity
    }

    /// Answers with one identity, sent as given.
    /// - Parameters:
    ///   - identity: the identity.
    ///   - origins: where it may go; nil for every server that the responder is asked about.
    ///   - serverTrust: how servers are judged.
    public convenience init(
        identity: ClientIdentity, origins: Set<Origin>? = nil, serverTrust: ServerTrustPolicy = .system
    ) {
        self.init(
            source: .identity(identity), origins: origins, serverTrust: serverTrust, whenNoIdentity: .cancel)
    }

    /// Answers with the identity that has a label in a store, which is looked up at each challenge.
    /// - Parameters:
    ///   - label: the identity's.
    ///   - store: the store.
    ///   - origins: where it may go, beside the origins that it is bound to in the store; nil for every server that the responder
    ///     is asked about.
    ///   - serverTrust: how servers are judged.
    public convenience init(
        identityLabel label: String, in store: IdentityStore = IdentityStore(), origins: Set<Origin>? = nil,
        serverTrust: ServerTrustPolicy = .system
    ) {
        self.init(
            source: .store(StoreSource(store, label: label, selection: .onlyOne)), origins: origins,
            serverTrust: serverTrust, whenNoIdentity: .cancel)
    }

    /// Answers with what a delegate says.
    /// - Parameters:
    ///   - delegate: held weakly; once it is gone, challenges are cancelled with an error that says so.
    ///   - origins: where identities may go; nil for every server that the responder is asked about.
    ///   - serverTrust: how servers are judged; the delegate is not asked.
    ///   - whenNoIdentity: what a nil answer means.
    public convenience init(
        delegate: any URLAuthenticationChallengeDelegate, origins: Set<Origin>? = nil,
        serverTrust: ServerTrustPolicy = .system, whenNoIdentity: WhenNoIdentity = .cancel
    ) {
        self.init(
            source: .delegate(WeakDelegate(delegate)), origins: origins, serverTrust: serverTrust,
            whenNoIdentity: whenNoIdentity)
    }

    /// Answers with what a closure says.
    /// - Parameters:
    ///   - origins: where identities may go; nil for every server that the responder is asked about.
    ///   - serverTrust: how servers are judged; the closure is not asked.
    ///   - whenNoIdentity: what a nil answer means.
    ///   - credential: called on a background thread, once a challenge.
    public convenience init(
        origins: Set<Origin>? = nil, serverTrust: ServerTrustPolicy = .system,
        whenNoIdentity: WhenNoIdentity = .cancel,
        credential: @escaping @Sendable (URLAuthenticationChallenge) async throws -> URLCredential?
    ) {
        self.init(
            source: .closure(credential), origins: origins, serverTrust: serverTrust, whenNoIdentity: whenNoIdentity)
    }

    /// The answer to a challenge; give it to the completion handler, once.
    /// - Parameter challenge: server trust; a client certificate; a name and a password by Basic or Digest, which a delegate
    ///   or a closure is asked for too. Any other method gets default handling.
    public func answer(to challenge: URLAuthenticationChallenge) async -> ChallengeAnswer {
        await answer(to: challenge, context: nil)
    }

    /// The same for whom a request's context names.
    func answer(to challenge: URLAuthenticationChallenge, context: (any Sendable)?) async -> ChallengeAnswer {
        guard let events else { return await decide(challenge, context) }
        let space = challenge.protectionSpace
        let origin = Origin(host: space.host, port: space.port).description
        events(.challengeAsked(space.authenticationMethod, origin: origin))
        let answer = await decide(challenge, context)
        events(.challengeAnswered(space.authenticationMethod, origin: origin, answer.disposition))
        return answer
    }

    private func decide(_ challenge: URLAuthenticationChallenge, _ context: (any Sendable)?) async -> ChallengeAnswer {
        let method = challenge.protectionSpace.authenticationMethod
        if case .handler(let handler) = source.withLock({ $0 }) {
            let (disposition, credential) = await handler(challenge, context)
            return judged(ChallengeAnswer(disposition: disposition, credential: credential), challenge)
        }
        switch method {
        case NSURLAuthenticationMethodServerTrust: return answerServerTrust(challenge)
        case NSURLAuthenticationMethodClientCertificate: return await answerClientCertificate(challenge)
        case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest:
            return await answerPassword(challenge)
        default: return .performDefaultHandling
        }
    }

    /// Whether anybody could answer a demand for a name and a password.
    var answersPasswords: Bool {
        switch source.withLock({ $0 }) {
        case .delegate, .closure, .handler: true
        case .none, .identity, .provided, .choice, .store: false
        }
    }

    /// From now on answers with this identity.
    /// - Parameter then: what must succeed for that.
    func replaceSource(by identity: ClientIdentity, _ then: () throws -> Void) throws {
        try replaceSource(.identity(identity), then)
    }

    /// From now on asks this source.
    func replaceSource(_ new: IdentitySource, _ then: () throws -> Void) throws {
        let old = source.withLock { source in
            defer { source = new }
            return source
        }
        do {
            try then()
        } catch {
            source.withLock { $0 = old }
            throw error
        }
    }

    /// The identity that is given, where that is known without asking.
    var knownIdentity: ClientIdentity? {
        switch source.withLock({ $0 }) {
        case .identity(let identity): identity
        case .provided(let identity): identity
        default: nil
        }
    }

    /// The credential for a client-certificate challenge, at once: the whole of the delegate that an SDK asks for.
    ///
    /// Only a responder that was made with an identity, or a store's label, can answer at once. One that asks a delegate or a
    /// closure returns nil: these may have to wait.
    /// - Parameter challenge: the challenge.
    /// - Returns: nil for a challenge of another method, or from an origin where the identity may not go, and where the store has
    ///   none.
    public func credential(for challenge: URLAuthenticationChallenge) -> URLCredential? {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodClientCertificate,
            mayServe(challenge.protectionSpace)
        else { return nil }
        switch source.withLock({ $0 }) {
        case .identity(let identity): return identity.credential(persistence: .forSession)
        case .store(let source): return try? source.credential(for: challenge)
        case .none, .delegate, .closure, .provided, .choice, .handler: return nil
        }
    }

    private func mayServe(_ space: URLProtectionSpace) -> Bool {
        origins?.contains(Origin(host: space.host, port: space.port)) ?? true
    }

    private func answerServerTrust(_ challenge: URLAuthenticationChallenge) -> ChallengeAnswer {
        let space = challenge.protectionSpace
        guard let trust = space.serverTrust else {
            return .cancel(
                MutualTLSError(.serverNotTrusted, "the challenge of \(space.host) holds no certificate to be judged"))
        }
        do {
            try serverTrust.evaluate(trust, forDomain: space.host)
            return .use(URLCredential(trust: trust))
        } catch {
            return .cancel(error)
        }
    }

    /// What a handler's answer comes to. A server is trusted by a credential made of its trust object alone; anything else
    /// that lets the handshake go on leaves the decision to the policy.
    private func judged(_ answer: ChallengeAnswer, _ challenge: URLAuthenticationChallenge) -> ChallengeAnswer {
        let space = challenge.protectionSpace
        guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust else { return answer }
        switch answer.disposition {
        case .cancelAuthenticationChallenge:
            return .cancel(
                answer.error
                    ?? MutualTLSError(.challengeCancelled, "the server-trust challenge of \(space.host) was cancelled"))
        case .useCredential where answer.credential?.isTrust == true: return answer
        default: return answerServerTrust(challenge)
        }
    }

    private func answerPassword(_ challenge: URLAuthenticationChallenge) async -> ChallengeAnswer {
        do {
            let credential = try await source.withLock { $0 }.credential(for: challenge)
            guard let credential, credential.user != nil else { return .performDefaultHandling }
            return .use(credential)
        } catch {
            return .cancel(error as? MutualTLSError ?? MutualTLSError(.identitySourceFailed, "\(error)"))
        }
    }

    private func answerClientCertificate(_ challenge: URLAuthenticationChallenge) async -> ChallengeAnswer {
        let space = challenge.protectionSpace
        let source = source.withLock { $0 }
        if case .none = source { return .performDefaultHandling }
        guard mayServe(space) else { return .performDefaultHandling }
        if challenge.previousFailureCount > 0 {
            return .cancel(
                MutualTLSError(
                    .clientCertificateRejected, "\(space.host) refused the client certificate",
                    hint: "ask its operator which CA it accepts", underlying: challenge.error))
        }
        do {
            guard let credential = try await source.credential(for: challenge) else {
                return whenNoIdentity == .continueWithout ? .performDefaultHandling : .cancel(.noIdentity(space.host))
            }
            guard let identity = credential.secIdentity else {
                return .cancel(
                    MutualTLSError(
                        .noIdentity, "the credential that was given for \(space.host) holds no identity",
                        hint: "make it with URLCredential(identity:certificates:persistence:)"))
            }
            warnOfProblems(try ClientIdentity(identity), space)
            return .use(credential)
        } catch {
            return .cancel(error as? MutualTLSError ?? MutualTLSError(.identitySourceFailed, "\(error)"))
        }
    }
}

extension ChallengeResponder {
    /// A single credential is sent as given; what the server will hold against it is said once.
    private func warnOfProblems(_ identity: ClientIdentity, _ space: URLProtectionSpace) {
        let origin = Origin(host: space.host, port: space.port)
        for problem in identity.refusals() {
            let text =
                "the client certificate \(identity.summary) is sent to \(origin) as given, but \(problem.message)"
            if warnings.withLock({ $0.insert(text).inserted }) { warn(text) }
        }
    }
}

extension MutualTLSError {
    static func noIdentity(_ host: String) -> MutualTLSError {
        MutualTLSError(
            .noIdentity, "\(host) wants a client certificate, and there is no identity to give",
            hint: "supply one, or say whenNoIdentity: .continueWithout to go on without")
    }
}
