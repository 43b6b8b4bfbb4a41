#if os(Linux)
    import Foundation

    /// One request, ready for the wire.
    package struct TransportRequest: Sendable {
        /// Absolute, http or https.
        package var url: URL
        /// A token of RFC 9110, as it goes out.
        package var method: String
        /// In order; names may repeat. A value must not hold CR, LF or NUL.
        package var headers: [(name: String, value: String)]
        /// nil sends none.
        package var body: (any BodySource)?
        /// How long nothing may move before the request fails, in seconds. It doesn't count while the request waits for its
        /// turn or its reader, nor while a challenge waits for its answer, which has a limit of its own.
        package var timeout: TimeInterval
        /// How long the whole may take, waiting included, in seconds.
        package var resourceTimeout: TimeInterval = .infinity
        /// Whether it must not travel on a connection that is open already.
        package var needsFreshConnection = false
        /// Whether whoever reads the response may hold it back for long.
        package var readerSetsPace = false
        /// Whether it is no request at all, but a connection to the URL's host for other use.
        var isChannel = false
        /// For HTTP authentication, once the server has asked for it.
        package var credentials: HTTPCredentials?
        /// Comes back in the challenges that this request causes.
        package var context: (any Sendable)?

        /// A request as given; checked when it is performed.
        package init(
            url: URL, method: String = "GET", headers: [(name: String, value: String)] = [],
            body: (any BodySource)? = nil, timeout: TimeInterval = 60
        ) {
            self.url = url
            self.method = method
            self.headers = headers
            self.body = body
            self.timeout = timeout
        }

        /// Whether its URL says it all.
        var isPlain: Bool {
            headers.isEmpty && body == nil && method == "GET" && !needsFreshConnection && credentials == nil
        }

        /// Whether sending it twice has the effect of sending it once (RFC 9110, 9.2.2).
        var isIdempotent: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method) }

        /// Finds what must not reach the wire.
        /// - Throws: `TransportError` with the code `invalidRequest`.
        /// - Parameter host: the URL's.
        func validate(_ host: AdmissionQueue.Host) throws(TransportError) {
            guard host.scheme == "https" || host.scheme == "http", !host.name.isEmpty else {
                throw TransportError(.invalidRequest, "the URL must be https (or http) and name a host")
            }
            guard (-1...65_535).contains(host.port) else {
                throw TransportError(.invalidRequest, "the URL's port is not between 0 and 65535")
            }
            guard !method.isEmpty, method.utf8.allSatisfy(isTokenCharacter) else {
                throw TransportError(.invalidRequest, "the method is not a token (RFC 9110)")
            }
            for header in headers {
                guard !header.name.isEmpty, header.name.utf8.allSatisfy(isTokenCharacter) else {
                    throw TransportError(.invalidRequest, "a header's name is not a token (RFC 9110)")
                }
                guard !header.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
                    throw TransportError(
                        .invalidRequest, "the value of the header \(header.name) holds a line break or NUL")
                }
            }
        }
    }

    /// A name and a password, and how to prove them.
    package struct HTTPCredentials: Sendable {
        /// The scheme of RFC 7617 or RFC 7616.
        package enum Scheme: Sendable { case basic, digest }
        package var user: String
        package var password: String
        package var scheme: Scheme

        package init(user: String, password: String, scheme: Scheme) {
            self.user = user
            self.password = password
            self.scheme = scheme
        }
    }

    private func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
#endif
