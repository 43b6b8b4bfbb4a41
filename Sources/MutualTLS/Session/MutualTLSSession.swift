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
/// answers with another identity than before gets a new one. TLS sessions are not resumed on Linux: every connection is
/// decided on anew. On Apple platforms the system keeps one TLS cache for the process.
public final class MutualTLSSession: Sendable {
    /// What a session may be told besides.
    public struct Configuration: Sendable {
        /// How many connections to one host may be open at once. On Apple platforms
        /// `httpMaximumConnectionsPerHost`.
        public var maximumConnectionsPerHost = 6
        /// How many bytes a response may have, header section and decoded body together: it is held in memory. Larger ones end
        /// with `MutualTLSError.Code.responseTooLarge`. Not heeded on Apple platforms.
        public var maximumResponseSize = 256 << 20
        /// How long a delegate or closure may take to answer, in seconds.
        public var challengeTimeout: TimeInterval = 60
        /// What it means when a configured source has no identity.
        public var whenNoIdentity: ChallengeResponder.WhenNoIdentity = .cancel
        /// Receives warnings in plain words, such as of an identity that its server will refuse. By default they go to
        /// standard error.
        public var warn: @Sendable (String) -> Void = Warning.toStandardError

        /// The defaults.
        public init() {}
    }

    private let backend: any SessionBackend
    private let origins: Set<Origin>?

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

    /// A session without an identity: a server that asks for a certificate gets none.
    /// - Parameters:
    ///   - serverTrust: how servers are judged.
    ///   - configuration: the rest.
    /// - Throws: `MutualTLSError` with the code `unavailable`.
    public convenience init(serverTrust: ServerTrustPolicy = .system, configuration: Configuration = .init()) throws {
        try self.init(source: .none, origins: nil, serverTrust: serverTrust, configuration: configuration)
    }

    private init(
        source: IdentitySource, origins: Set<Origin>?, serverTrust: ServerTrustPolicy, configuration: Configuration
    ) throws {
        serverTrust.warnIfDangerous(configuration.warn)
        self.origins = origins
        backend = try Self.makeBackend(
            responder: ChallengeResponder(
                source: source, origins: origins, serverTrust: serverTrust,
                whenNoIdentity: configuration.whenNoIdentity, warn: configuration.warn),
            withoutIdentity: ChallengeResponder(
                source: .none, origins: nil, serverTrust: serverTrust, whenNoIdentity: .continueWithout),
            configuration: configuration)
    }

    deinit { backend.invalidate(cancelling: true) }

    /// Sends a request and collects the response; follows redirects.
    /// - Parameter request: an https (or http) request; its method, headers, body and `timeoutInterval` (seconds without
    ///   any progress) are honoured. Cancelling the task cancels the request.
    /// - Returns: the body, content codings undone, and the response, whatever its status code.
    /// - Throws: `MutualTLSError`.
    public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        var request = try request.withBodyAsData()
        let requested = request.url.flatMap(Origin.init)
        for _ in 0...20 {
            let origin = request.url.flatMap(Origin.init)
            let mayCarryIdentity = origin.map { origins?.contains($0) ?? ($0 == requested) } ?? false
            let (data, response) = try await backend.send(request, mayCarryIdentity: mayCarryIdentity)
            switch Redirect(after: response, to: request) {
            case .none: return (data, response)
            case .follow(let next): request = next
            case .refuse(let error): throw error
            }
        }
        throw MutualTLSError(
            .tooManyRedirects, "\(requested.map(\.description) ?? "the server") redirects in circles",
            hint: "look at the server's redirects")
    }

    /// Gets a URL; see `data(for:)`.
    public func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
        try await data(for: URLRequest(url: url))
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

extension URLRequest {
    /// The same request with a body stream read into memory, so that it can be sent again.
    fileprivate func withBodyAsData() throws -> URLRequest {
        guard httpBody == nil, let stream = httpBodyStream else { return self }
        var request = self
        request.httpBody = try stream.readToEnd()
        return request
    }
}

extension InputStream {
    fileprivate func readToEnd() throws -> Data {
        open()
        defer { close() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(&buffer, maxLength: buffer.count)
            if count == 0 { return data }
            guard count > 0 else {
                throw MutualTLSError(
                    .invalidRequest, "the request's body stream can't be read", underlying: streamError)
            }
            data.append(contentsOf: buffer.prefix(count))
        }
    }
}
