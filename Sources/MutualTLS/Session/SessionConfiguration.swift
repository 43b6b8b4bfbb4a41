import Foundation
import PortableSecurity

extension MutualTLSSession {
    /// What a session may be told besides whom it is.
    public struct Configuration: Sendable {
        // MARK: Time

        /// How long nothing may move before a request fails, in seconds, where the request itself says nothing else: its
        /// `timeoutInterval` counts when it is not 60, which is what Foundation gives every request.
        public var timeoutIntervalForRequest: TimeInterval = 60
        /// How long a request may take in all, redirects included, in seconds; nil for as long as it moves.
        public var timeoutIntervalForResource: TimeInterval?
        /// How long a delegate or closure may take to answer a challenge, in seconds.
        public var challengeTimeout: TimeInterval = 60

        // MARK: Connections

        /// How many connections to one host may be open at once.
        public var maximumConnectionsPerHost = 6
        /// How many bytes a response may have that is collected in memory, decoded. Larger ones end with
        /// `MutualTLSError.Code.responseTooLarge`; `bytes(for:)` and `download(for:)` have no limit.
        public var maximumResponseSize = 256 << 20
        /// The highest version of HTTP that is offered. Not heeded on Apple platforms.
        public var httpVersion = HTTPVersion.http2
        /// The lowest version of TLS that is spoken.
        public var minimumTLSVersion = TLSVersion.tls1_2
        /// The highest version of TLS that is spoken. TLS 1.2 is for tokens whose RSA keys can't make the signatures that
        /// TLS 1.3 demands.
        public var maximumTLSVersion = TLSVersion.tls1_3
        /// What leads to the servers.
        public var proxy = Proxy.environment
        /// Addresses that are used for names, as curl's `--resolve` has them. Not heeded on Apple platforms.
        public var addresses: [FixedAddress] = []

        // MARK: Requests

        /// Fields for every request that doesn't have them itself.
        public var httpAdditionalHeaders: [String: String] = [:]
        /// Asked in their order about each request; see `RequestInterceptor`.
        public var interceptors: [any RequestInterceptor] = []

        // MARK: Cookies

        /// Where cookies are kept; nil for none at all. Each configuration begins with one of its own, in memory.
        public var httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
        /// Whether requests carry the cookies of the storage; a request's `httpShouldHandleCookies` can say no.
        public var httpShouldSetCookies = true
        /// Which cookies are kept.
        public var httpCookieAcceptPolicy = HTTPCookie.AcceptPolicy.onlyFromMainDocumentDomain

        // MARK: Identities

        /// What it means when a configured source has no identity.
        public var whenNoIdentity: ChallengeResponder.WhenNoIdentity = .cancel
        /// How long before its end `identityExpires` is called, in seconds.
        public var expiryWarningTime: TimeInterval = 14 * 86_400
        /// Called once for an identity that is about to expire, with the time at which it does. For sessions that know their
        /// identity: those made with one, with a provider, or rotated to one.
        public var identityExpires: (@Sendable (ClientIdentity, Date) -> Void)?

        // MARK: Who wants to know

        /// Receives warnings in plain words, such as of an identity that its server will refuse. By default they go to
        /// standard error.
        public var warn: @Sendable (String) -> Void = Warning.toStandardError
        /// Receives what happens, for logs and metrics; called on a thread of the session's, and must return at once. No
        /// secret is in an event.
        public var events: (@Sendable (SessionEvent) -> Void)?

        /// Gets the head of each request as it goes out, secrets included. Not heeded on Apple platforms.
        package var requestHeads: (@Sendable (String) -> Void)?

        /// The defaults.
        public init() {}
    }

    /// A version of HTTP.
    public enum HTTPVersion: Sendable, Hashable {
        /// RFC 9112.
        case http1_1
        /// RFC 9113, where the server speaks it over TLS, and HTTP/1.1 elsewhere.
        case http2
    }

    /// A version of TLS.
    public enum TLSVersion: Sendable, Hashable {
        /// RFC 5246.
        case tls1_2
        /// RFC 8446.
        case tls1_3
    }

    /// What leads to servers that are not reached directly. It never sees the session's identity: TLS goes through it to the
    /// server.
    public struct Proxy: Sendable {
        enum Kind: Sendable {
            case environment
            case none
            case url(String, exceptions: [String])
            /// As the environment would have them.
            case variables([String: String])
        }
        let kind: Kind
        /// For the proxy itself.
        var identity: ClientIdentity?

        /// What the environment says, as curl reads it: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, the last
        /// three in capitals too. On Apple platforms the system's settings.
        public static let environment = Proxy(kind: .environment)
        /// None, whatever the environment says.
        public static let none = Proxy(kind: .none)
        /// A proxy by its address.
        /// - Parameters:
        ///   - url: `http://host:port` (CONNECT, RFC 9110, 9.3.6), `https://host:port` for TLS with the proxy itself,
        ///     `socks5h://host:port` (RFC 1928), or `socks5://` where names are looked up here; with `user:password@` before
        ///     the host where it wants them.
        ///   - exceptions: hosts that are reached directly: names with all below them, addresses, or networks such as
        ///     `10.0.0.0/8`.
        ///   - identity: for an `https://` proxy that asks for a client certificate; nil gives it none.
        public static func url(
            _ url: String, exceptions: [String] = [], identity: ClientIdentity? = nil
        ) -> Proxy {
            Proxy(kind: .url(url, exceptions: exceptions), identity: identity)
        }
    }

    /// An address that is used for a name, in place of what a resolver says.
    public struct FixedAddress: Sendable, Hashable {
        /// The name in the URL, which the server's certificate must have.
        public var host: String
        /// The port in the URL.
        public var port: Int
        /// An IPv4 address, or an IPv6 address in brackets.
        public var address: String

        /// An address for a name.
        public init(host: String, port: Int, address: String) {
            (self.host, self.port, self.address) = (host, port, address)
        }
    }
}

extension MutualTLSSession.Proxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without a name and a password: it may go to a log.
    public var description: String {
        switch kind {
        case .environment: "as the environment says"
        case .none: "none"
        case .variables: "as the configuration says"
        case .url(let text, _):
            // What stands before the last @ may be a secret, even in an address that can't be read.
            text.range(of: "@", options: .backwards).map { String(text[$0.upperBound...]) } ?? text
        }
    }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing more.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
