import Foundation
internal import MutualTLSOpenSSL

extension DevServer {
    /// Whether clients are asked for a certificate.
    public struct ClientAuthentication: Sendable, Hashable, CustomStringConvertible {
        let mode: TLSServerContext.ClientAuthentication
        /// `none`, `request` or `require`.
        public let description: String

        /// They are not.
        public static let none = ClientAuthentication(mode: .none, description: "none")
        /// They are; a missing or bad one is reported, and requests are answered all the same.
        public static let request = ClientAuthentication(mode: .request, description: "request")
        /// They are; a missing or bad one ends the handshake with an alert.
        public static let require = ClientAuthentication(mode: .require, description: "require")
        /// All of them.
        public static let allCases = [none, request, require]
    }

    /// A version of TLS.
    public struct TLSVersion: Sendable, Hashable, CustomStringConvertible {
        let version: MutualTLSOpenSSL.TLSVersion

        /// TLS 1.2 (RFC 5246).
        public static let v1_2 = TLSVersion(version: .v1_2)
        /// TLS 1.3 (RFC 8446).
        public static let v1_3 = TLSVersion(version: .v1_3)

        /// Such as `TLSv1.3`.
        public var description: String { version.name }
    }

    /// How long the server waits, in seconds.
    public struct Timeouts: Sendable, Hashable {
        /// From a connection's start to the end of its handshake.
        public var handshake: TimeInterval = 10
        /// From a request's first byte to its last.
        public var request: TimeInterval = 30
        /// Without a byte in either direction, between requests and while a response is sent.
        public var idle: TimeInterval = 60

        /// The usual ones.
        public init() {}
    }

    /// The server's settings.
    public struct Configuration: Sendable {
        /// The server's certificate and its intermediates, leaf first, as PEM.
        public var certificateChainPEM: Data
        /// The leaf's private key as unencrypted PEM.
        public var privateKeyPEM: Data
        /// The CAs that clients' certificates are verified against, as PEM; their names go to the clients.
        public var clientCertificateAuthoritiesPEM: Data
        /// Whether clients are asked for a certificate.
        public var clientAuthentication: ClientAuthentication
        /// The address that the server listens on: an IP address, or a name that resolves to one.
        public var host = "127.0.0.1"
        /// The port; 0 takes a free one.
        public var port: UInt16 = 0
        /// The oldest version of TLS that is spoken.
        public var minimumTLSVersion = TLSVersion.v1_2
        /// The newest version of TLS that is spoken.
        public var maximumTLSVersion = TLSVersion.v1_3
        /// Whether TLS sessions are resumed, by ticket or identifier. A resumed session keeps the verdict that the
        /// client's certificate got in its first handshake.
        public var sessionTickets = true
        /// How long the server waits.
        public var timeouts = Timeouts()
        /// How many connections are open at once; more wait in the system's queue.
        public var maximumConnections = 512
        /// How many reports `reports` keeps.
        public var maximumReports = 1_000
        /// The clock that clients' certificates are verified by.
        public var now: @Sendable () -> Date = { Date() }
        /// Called with each report, on the server's thread, before the client gets an answer or an alert.
        public var onReport: @Sendable (PeerReport) -> Void = { _ in }
        /// Answers a request, on the server's thread: while it runs, no other connection is served.
        public var handler: @Sendable (Request, PeerReport) -> Response = DevServer.answerWithReport

        /// Settings for a certificate; with `clientCertificateAuthoritiesPEM`, clients must show a certificate of one of
        /// them.
        public init(
            certificateChainPEM: Data, privateKeyPEM: Data, clientCertificateAuthoritiesPEM: Data = Data(),
            clientAuthentication: ClientAuthentication? = nil
        ) {
            self.certificateChainPEM = certificateChainPEM
            self.privateKeyPEM = privateKeyPEM
            self.clientCertificateAuthoritiesPEM = clientCertificateAuthoritiesPEM
            self.clientAuthentication =
                clientAuthentication ?? (clientCertificateAuthoritiesPEM.isEmpty ? .none : .require)
        }
    }
}

extension DevServer.Configuration: CustomStringConvertible, CustomReflectable {
    /// The address and the mode of client authentication.
    public var description: String { "server on \(host):\(port), client authentication \(clientAuthentication)" }
    /// Without its parts: the key is none of a log's business.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DevServer.Configuration {
    /// What TLS needs of it.
    func tlsContext() throws(DevServerError) -> TLSServerContext {
        func using<Result>(_ what: String, _ body: () throws -> Result) throws(DevServerError) -> Result {
            do {
                return try body()
            } catch {
                throw DevServerError(.invalidConfiguration, "\(what): \(error)", underlying: error)
            }
        }
        let chain = try using("the server's certificate (PEM) is not usable") {
            try X509Certificate.all(inPEM: certificateChainPEM)
        }
        let key = try using("the server's private key (unencrypted PEM) is not usable") {
            try PrivateKey(pem: privateKeyPEM)
        }
        let authorities = try using("the clients' CA certificates (PEM) are not usable") {
            try X509Certificate.all(inPEM: clientCertificateAuthoritiesPEM)
        }
        if authorities.isEmpty, clientAuthentication != .none {
            throw DevServerError(
                .invalidConfiguration,
                "client authentication needs the CA certificates that clients are verified against; give them, or choose none"
            )
        }
        if minimumTLSVersion.version > maximumTLSVersion.version {
            throw DevServerError(.invalidConfiguration, "the oldest TLS version is newer than the newest; swap them")
        }
        var tls = TLSServerContext.Configuration(chain: chain, key: key)
        tls.clientAuthentication = clientAuthentication.mode
        tls.clientAuthorities = authorities
        tls.minimumVersion = minimumTLSVersion.version
        tls.maximumVersion = maximumTLSVersion.version
        tls.allowsResumption = sessionTickets
        tls.now = now
        return try using("the server's certificate is not usable") { try TLSServerContext(tls) }
    }
}
