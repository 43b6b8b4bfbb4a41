#if os(Linux)
    import MutualTLSOpenSSL

    /// Why a transfer failed.
    package struct TransportError: Error, Sendable {
        /// The kind of failure.
        package struct Code: Hashable, Sendable, CustomStringConvertible {
            /// The kind's name.
            package let description: String
            private init(_ description: String) { self.description = description }

            /// The request can't be sent as it is.
            package static let invalidRequest = Code("invalidRequest")
            /// The caller cancelled, or the pool was stopped.
            package static let cancelled = Code("cancelled")
            /// The request came after the pool was told to end.
            package static let closed = Code("closed")
            /// Nothing moved for too long.
            package static let timedOut = Code("timedOut")
            /// The host's name has no address.
            package static let cannotFindHost = Code("cannotFindHost")
            /// No connection to the host's address.
            package static let cannotConnect = Code("cannotConnect")
            /// The proxy can't be found, or doesn't lead to the host.
            package static let proxyFailed = Code("proxyFailed")
            /// The connection ended before the response was complete.
            package static let connectionLost = Code("connectionLost")
            /// The answer to the server-trust challenge was no.
            package static let serverNotTrusted = Code("serverNotTrusted")
            /// The server turned down the certificate that we sent.
            package static let clientCertificateRejected = Code("clientCertificateRejected")
            /// The server wants a client certificate and got none.
            package static let clientCertificateRequired = Code("clientCertificateRequired")
            /// The given identity can't be used by the TLS library.
            package static let identityUnusable = Code("identityUnusable")
            /// Whoever holds the identity's key made no signature, or one of another key.
            package static let signingFailed = Code("signingFailed")
            /// Whoever holds the identity's key made no signature in time.
            package static let signingTimedOut = Code("signingTimedOut")
            /// The answer to a challenge was to cancel.
            package static let challengeCancelled = Code("challengeCancelled")
            /// A challenge was not answered in time.
            package static let challengeTimedOut = Code("challengeTimedOut")
            /// A decision was wanted where none can be made: in a renegotiation.
            package static let lateChallenge = Code("lateChallenge")
            /// No TLS version, cipher or application protocol in common, or the port doesn't speak TLS.
            package static let noCommonProtocol = Code("noCommonProtocol")
            /// The handshake failed otherwise.
            package static let handshakeFailed = Code("handshakeFailed")
            /// The peer doesn't speak HTTP as it should.
            package static let badResponse = Code("badResponse")
            /// The response is larger than is allowed.
            package static let responseTooLarge = Code("responseTooLarge")
            /// The process may open no more connections or files.
            package static let noDescriptors = Code("noDescriptors")
            /// libcurl or OpenSSL is not as needed, or memory is short.
            package static let unavailable = Code("unavailable")
        }

        package var code: Code
        /// What was wrong; safe for a log.
        package var reason: String
        /// The handshake of the connection, as far as it went.
        package var handshake: HandshakeFacts?
        /// The reason given with the answer to a challenge.
        package var underlying: (any Error)?
        /// The server can't have acted on the request, or acting on it twice does no harm, and a new connection may help.
        var mayBeRepeated = false

        package init(
            _ code: Code, _ reason: String, handshake: HandshakeFacts? = nil, underlying: (any Error)? = nil
        ) {
            self.code = code
            self.reason = reason
            self.handshake = handshake
            self.underlying = underlying
        }
    }

    extension TransportError: CustomStringConvertible {
        package var description: String { reason }
    }
#endif
