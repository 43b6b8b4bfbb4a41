import Foundation
import PortableSecurity

/// Makes HTTPS requests, and presents a client certificate where a server asks for one.
///
/// ```swift
/// let identity = try ClientIdentity(pkcs12: file, password: "secret")
/// let session = try MutualTLSSession(identity: identity)
/// let (body, response) = try await session.data(from: URL(string: "https://api.example.com/")!)
/// ```
///
/// An identity goes only to its origins. Without `origins` that is the origin of the URL that the caller requested: a
/// redirect to another one, or to plain HTTP, never carries it.
///
/// Connections are kept and used again, but never across identities: each session has its own pool, and a source that
/// answers with another identity than before gets a new one. An answer holds for the session, for each origin, unless its
/// credential's persistence is `.none`: then each connection asks anew. TLS sessions are not resumed on Linux: every connection is
/// decided on anew. On Apple platforms the system keeps one TLS cache for the process.
public final class MutualTLSSession: Sendable {
    private let backend: any SessionBackend
    private let responder: ChallengeResponder
    private let origins: Set<Origin>?
    private let provider: IdentityProvider?
    private let store: StoreSource?
    private let expiry: ExpiryWatch?
    let configuration: Configuration

    /// A session with one identity, sent as given.
    /// - Parameters:
    ///   - identity: the identity.
    ///   - origins: where it may go; nil for the origin of each URL that is requested.
    ///   - serverTrust: how servers are judged.
    ///   - configuration: the rest.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(
        identity: ClientIdentity, origins: Set<Origin>? = nil, serverTrust: ServerTrustPolicy = .system,
        configuration: Configuration = .init()
    ) throws {
        try self.init(
            source: .identity(identity), origins: origins, serverTrust: serverTrust, configuration: configuration)
    }

    /// A session that asks a delegate.
    /// - Parameters:
    ///   - delegate: held weakly; a request whose server asks after it is gone fails with an error that says so.
    ///   - origins: where identities may go; nil for the origin of each URL that is requested.
    ///   - serverTrust: how servers are judged; the delegate is not asked.
    ///   - configuration: the rest.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(
        delegate: any URLAuthenticationChallengeDelegate, origins: Set<Origin>? = nil,
        serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init()
    ) throws {
        try self.init(
            source: .delegate(WeakDelegate(delegate)), origins: origins, serverTrust: serverTrust,
            configuration: configuration)
    }

    /// A session that asks a closure.
    /// - Parameters:
    ///   - origins: where identities may go; nil for the origin of each URL that is requested.
    ///   - serverTrust: how servers are judged; the closure is not asked.
    ///   - configuration: the rest.
    ///   - credential: called on a background thread that may block, once a connection.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(
        origins: Set<Origin>? = nil, serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init(),
        credential: @escaping @Sendable (URLAuthenticationChallenge) async throws -> URLCredential?
    ) throws {
        try self.init(
            source: .closure(credential), origins: origins, serverTrust: serverTrust, configuration: configuration)
    }

    /// A session that picks one of several identities by what each server asks for: acceptable issuers, signature
    /// algorithms and certificate types; expired ones and those that are not for clients don't count.
    /// - Parameters:
    ///   - identities: the identities at hand. Where more than one fits, the request fails with
    ///     `MutualTLSError.Code.severalIdentities`, unless `selection` says otherwise.
    ///   - selection: what to do where several fit.
    ///   - origins: where identities may go; nil for the origin of each URL that is requested.
    ///   - serverTrust: how servers are judged.
    ///   - configuration: the rest.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(
        identities: [ClientIdentity], selection: ClientIdentity.Selection = .onlyOne, origins: Set<Origin>? = nil,
        serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init()
    ) throws {
        try self.init(
            source: .choice(identities, selection), origins: origins, serverTrust: serverTrust,
            configuration: configuration)
    }

    /// A session whose identity may change at any time: the provider is asked before each request.
    /// - Parameters:
    ///   - provider: returns the identity to use from now on; be quick, or keep it. When it is another one than before, the
    ///     session rotates, as by `rotate(to:)`. nil for none, which `configuration.whenNoIdentity` judges.
    ///   - origins: where identities may go; nil for the origin of each URL that is requested.
    ///   - serverTrust: how servers are judged.
    ///   - configuration: the rest.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(
        identityProvider provider: @escaping @Sendable () async throws -> ClientIdentity?,
        origins: Set<Origin>? = nil, serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init()
    ) throws {
        try self.init(
            source: .provided(nil), origins: origins, serverTrust: serverTrust, configuration: configuration,
            provider: provider)
    }

    /// A session whose challenges are all answered by a closure, as a `URLSession`'s delegate would.
    /// - Parameters:
    ///   - origins: where identities may go; nil for the origin of each URL that is requested.
    ///   - serverTrust: how servers are judged whose challenge gets `.performDefaultHandling`.
    ///   - configuration: the rest.
    ///   - challengeHandler: asked about server trust, client certificates, Basic and Digest. What its answers mean, for
    ///     server trust: `.useCredential` with `URLCredential(trust:)` trusts the server; `.cancelAuthenticationChallenge` ends the
    ///     request; after anything else `serverTrust` decides. For a client
    ///     certificate: `.useCredential` with an identity sends it; with another credential or none, and by
    ///     `.performDefaultHandling` or `.rejectProtectionSpace`, none is sent.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(
        origins: Set<Origin>? = nil, serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init(),
        challengeHandler:
            @escaping @Sendable (URLAuthenticationChallenge) async -> (
                URLSession.AuthChallengeDisposition, URLCredential?
            )
    ) throws {
        try self.init(
            source: .handler { challenge, _ in await challengeHandler(challenge) }, origins: origins,
            serverTrust: serverTrust, configuration: configuration)
    }

    /// A session without an identity: a server that asks for a certificate gets none.
    /// - Parameters:
    ///   - serverTrust: how servers are judged.
    ///   - configuration: the rest.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init()) throws {
        try self.init(source: .none, origins: nil, serverTrust: serverTrust, configuration: configuration)
    }

    convenience init(
        source: IdentitySource, origins: Set<Origin>?, serverTrust: ServerTrustPolicy, configuration: Configuration,
        provider: (@Sendable () async throws -> ClientIdentity?)? = nil
    ) throws {
        let events = configuration.events
        let responder = ChallengeResponder(
            source: source, origins: origins, serverTrust: serverTrust, whenNoIdentity: configuration.whenNoIdentity,
            warn: configuration.warn, events: events)
        let withoutIdentity = ChallengeResponder(
            source: source.withoutIdentity, origins: [], serverTrust: serverTrust, whenNoIdentity: .continueWithout,
            events: events)
        try self.init(
            backend: Self.makeBackend(
                responder: responder, withoutIdentity: withoutIdentity, configuration: configuration),
            responder: responder, origins: origins, configuration: configuration,
            provider: provider.map(IdentityProvider.init), store: source.store)
        serverTrust.warnIfDangerous(configuration.warn)
    }

    /// A session over a backend of any kind.
    init(
        backend: any SessionBackend, responder: ChallengeResponder, origins: Set<Origin>?,
        configuration: Configuration, provider: IdentityProvider? = nil, store: StoreSource? = nil
    ) {
        (self.backend, self.responder, self.origins) = (backend, responder, origins)
        (self.configuration, self.provider, self.store) = (configuration, provider, store)
        expiry = configuration.identityExpires.map {
            ExpiryWatch(lead: configuration.expiryWarningTime, callback: $0)
        }
        if let identity = responder.knownIdentity { expiry?.watch(identity) }
    }

    deinit { backend.invalidate(cancelling: true) }

    /// Sends a request and collects the response; follows redirects.
    /// - Parameter request: an https (or http) request. Its method, headers, body and `timeoutInterval` (seconds without any
    ///   progress) are honoured, its cookie switch and cache policy too: nothing is cached, so `.returnCacheDataDontLoad`
    ///   fails. Cancelling the task cancels the request.
    /// - Returns: the body, content codings undone, and the response, whatever its status code.
    /// - Throws: `MutualTLSError`.
    public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let (request, body) = try prepared(request)
        let sink = DataSink(limit: configuration.maximumResponseSize)
        let response = try await exchange().collect(request, body, into: sink)
        return (sink.take(), response)
    }

    /// Gets a URL; see `data(for:)`.
    public func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
        try await data(for: URLRequest(url: url))
    }

    /// From now on this identity is the session's, whatever its source said before.
    ///
    /// Requests that begin after the call handshake anew and show it. Those under way finish on the connections that they
    /// have, which close then. No TLS session is resumed across the change, on Linux; on Apple platforms the system keeps
    /// one TLS cache for the process, and a server that issues tickets may resume a session of the old identity.
    /// - Throws: `MutualTLSError` with the code `unavailable`; the old identity stays in use then.
    public func rotate(to identity: ClientIdentity) throws {
        try responder.replaceSource(by: identity) { try backend.rotate() }
        expiry?.watch(identity)
    }

    /// Lets the requests under way finish, takes no further ones, and closes the connections.
    public func finishTasksAndInvalidate() { backend.invalidate(cancelling: false) }

    /// Cancels the requests under way, takes no further ones, and closes the connections.
    public func invalidateAndCancel() { backend.invalidate(cancelling: true) }
}

/// Where warnings go unless somebody wants them elsewhere.
enum Warning {
    static let toStandardError: @Sendable (String) -> Void = { message in
        FileHandle.standardError.write(Data("warning: \(message)\n".utf8))
    }
}

extension MutualTLSSession {
    /// One request's way through the session. Asks the provider, where there is one.
    func exchange(hooks: any ExchangeHooks = NoHooks()) async throws -> Exchange {
        if let provider {
            let change = try await provider.next()
            if change.isNew {
                try responder.replaceSource(.provided(change.identity)) { try backend.rotate() }
                if let identity = change.identity { expiry?.watch(identity) }
            }
        }
        if try store?.hasChanged() == true { try backend.rotate() }
        return Exchange(
            backend: backend, origins: origins,
            interceptors: InterceptorChain(interceptors: configuration.interceptors),
            timeLimit: configuration.timeoutIntervalForResource, hooks: hooks)
    }

    /// The request with what the session adds to it, and its body.
    /// - Throws: `MutualTLSError`.
    func prepared(_ original: URLRequest) throws(MutualTLSError) -> (URLRequest, RequestBody) {
        var (request, body) = original.takingBody(or: .none)
        if configuration.timeoutIntervalForRequest != 60, request.timeoutInterval == 60 {
            request.timeoutInterval = configuration.timeoutIntervalForRequest
        }
        for (name, value) in configuration.httpAdditionalHeaders where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        switch request.cachePolicy {
        case .returnCacheDataDontLoad:
            throw MutualTLSError(
                .invalidRequest, "the request may be answered from a cache alone, and the session has none",
                hint: "use another cachePolicy")
        case .reloadIgnoringLocalAndRemoteCacheData where request.value(forHTTPHeaderField: "Cache-Control") == nil:
            request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
        default: break
        }
        return (request, body)
    }
}
