import Foundation
import PortableSecurity

/// Something that a session did, for logs and metrics.
///
/// There are no secrets in it: no keys, no header fields, no bodies, no user information or query of a URL. Its description is one
/// line that may go to a log as it is.
public struct SessionEvent: Sendable, Hashable {
    /// What happened; new kinds may come.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// In a log's words.
        public let description: String

        /// A server's trust, a client certificate or a password is about to be asked for.
        public static let challengeAsked = Kind(description: "challenge asked")
        /// The answer is there.
        public static let challengeAnswered = Kind(description: "challenge answered")
        /// A new connection's TLS handshake is done on our side.
        public static let handshakeDone = Kind(description: "handshake done")
        /// A request goes over a connection that was there.
        public static let connectionReused = Kind(description: "connection reused")
        /// The server, or we, refused the other.
        public static let refused = Kind(description: "refused")
        /// A request has its response, or has failed.
        public static let requestFinished = Kind(description: "request finished")
    }

    /// What happened.
    public let kind: Kind
    /// With whom: scheme, host and port (RFC 6454, 6.2), such as `https://api.example.com`.
    public let origin: String
    /// Of both kinds of challenge events, the method: `NSURLAuthenticationMethodServerTrust`,
    /// `NSURLAuthenticationMethodClientCertificate`, or one of HTTP's.
    public private(set) var authenticationMethod: String?
    /// Of `challengeAnswered`.
    public private(set) var disposition: URLSession.AuthChallengeDisposition?
    /// Of `handshakeDone`.
    public private(set) var handshake: Handshake?
    /// Of `refused`, and of `requestFinished` where it failed: why.
    public private(set) var errorCode: MutualTLSError.Code?
    /// Of `refused`: the TLS alert, if there was one.
    public private(set) var alert: String?
    /// Of `requestFinished`.
    public private(set) var request: Request?

    private init(_ kind: Kind, _ origin: String) {
        self.kind = kind
        self.origin = origin
    }

    static func challengeAsked(_ method: String, origin: String) -> SessionEvent {
        var event = SessionEvent(.challengeAsked, origin)
        event.authenticationMethod = method
        return event
    }

    static func challengeAnswered(
        _ method: String, origin: String, _ disposition: URLSession.AuthChallengeDisposition
    ) -> SessionEvent {
        var event = SessionEvent(.challengeAnswered, origin)
        event.authenticationMethod = method
        event.disposition = disposition
        return event
    }

    static func handshakeDone(_ handshake: Handshake, origin: String) -> SessionEvent {
        var event = SessionEvent(.handshakeDone, origin)
        event.handshake = handshake
        return event
    }

    static func connectionReused(origin: String) -> SessionEvent { SessionEvent(.connectionReused, origin) }

    static func refused(_ error: MutualTLSError, origin: String) -> SessionEvent {
        var event = SessionEvent(.refused, origin)
        event.errorCode = error.code
        event.alert = error.alert
        return event
    }

    /// - Parameter error: nil where there is a response.
    static func requestFinished(_ request: Request, origin: String, error: MutualTLSError? = nil) -> SessionEvent {
        var event = SessionEvent(.requestFinished, origin)
        event.request = request
        event.errorCode = error?.code
        return event
    }
}

extension SessionEvent {
    /// What a handshake came to.
    public struct Handshake: Sendable, Hashable {
        /// Such as `TLSv1.3`; nil where the platform doesn't tell.
        public internal(set) var tlsVersion: String?
        /// The cipher suite, as OpenSSL calls it; nil where the platform doesn't tell.
        public internal(set) var cipher: String?
        /// What ALPN agreed on, such as `h2`; nil for nothing.
        public internal(set) var applicationProtocol: String?
        /// The SHA-256 of the leaf that was sent, in lower-case hexadecimal; nil where none was.
        public internal(set) var leafFingerprint: String?
        /// From the first byte of the handshake to its end, the time of the answers included, in seconds.
        public internal(set) var duration: TimeInterval = 0
    }

    /// What a request came to.
    public struct Request: Sendable, Hashable {
        /// Such as `GET`.
        public internal(set) var method: String
        /// The path of the URL, percent-encoded, without its query; nil where the session keeps it to itself.
        public internal(set) var path: String?
        /// The response's; nil where there is none.
        public internal(set) var status: Int?
        /// Of the body, as sent.
        public internal(set) var bytesSent: Int64 = 0
        /// Of the body, as received: before content codings are undone.
        public internal(set) var bytesReceived: Int64 = 0
        /// How long it took.
        public internal(set) var timings = Timings()
    }

    /// When what was reached, in seconds from the start of the request; nil for what didn't happen, or isn't known.
    public struct Timings: Sendable, Hashable {
        /// The host's name had an address.
        public internal(set) var nameLookup: TimeInterval?
        /// The TCP connection stood.
        public internal(set) var connect: TimeInterval?
        /// The TLS handshake was done.
        public internal(set) var tls: TimeInterval?
        /// The first byte of the response was there.
        public internal(set) var firstByte: TimeInterval?
        /// All was over.
        public internal(set) var total: TimeInterval?
    }
}

extension SessionEvent {
    /// The origin of a URL as events write it, of http too; user information, path and query are left out.
    static func origin(of url: URL?) -> String {
        guard let url, let scheme = url.scheme?.lowercased(), let host = url.host else { return "no origin" }
        if let origin = Origin(url) { return origin.description }
        let name = Origin(host: host).host
        let port = url.port.flatMap { $0 == 80 ? nil : ":\($0)" } ?? ""
        return "\(scheme)://" + (name.contains(":") ? "[\(name)]" : name) + port
    }

    /// The path of a URL as events write it; nil for a URL that has no host.
    static func path(of url: URL?) -> String? {
        guard let url, url.host != nil else { return nil }
        return URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedPath
    }
}
