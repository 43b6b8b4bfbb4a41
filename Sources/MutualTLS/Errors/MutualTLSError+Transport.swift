#if os(Linux)
    import Foundation
    import MutualTLSTransport

    extension MutualTLSError {
        /// From what the transport reports.
        /// - Parameter sent: the identity that went to the server, to say what may be wrong with it.
        init(_ error: TransportError, sent: ClientIdentity?) {
            if error.code == .signingFailed || error.code == .signingTimedOut {
                self.init(
                    error.code == .signingFailed ? .signingFailed : .signingTimedOut,
                    (sent.map { "the client certificate \($0.summary) was not sent: " } ?? "") + error.reason,
                    hint: "see to the token or the service that holds its key", underlying: error.underlying)
                return
            }
            // What the responder said is the better error: it knows why.
            if let known = error.underlying as? MutualTLSError {
                self = known
                return
            }
            if error.code == .clientCertificateRequired, let sent {
                // Given, and kept back by OpenSSL: no signature algorithm of the server's fits its key.
                self.init(
                    .identityUnusable,
                    "the client certificate \(sent.summary) was not sent: the server accepts none of its key's signatures",
                    hint: "use a P-256 or RSA key; \(error.reason)", alert: error.handshake?.alertReceived?.description,
                    underlying: error)
                return
            }
            let code = Self.codes[error.code] ?? .handshakeFailed
            self.init(
                code, error.reason, hint: Self.hint(code, sent), alert: error.handshake?.alertReceived?.description,
                underlying: error)
        }

        private static let codes: [TransportError.Code: Code] = [
            .invalidRequest: .invalidRequest, .cancelled: .cancelled, .closed: .cancelled,
            .timedOut: .timedOut,
            .cannotFindHost: .cannotFindHost, .cannotConnect: .cannotConnect, .connectionLost: .connectionLost,
            .serverNotTrusted: .serverNotTrusted, .clientCertificateRejected: .clientCertificateRejected,
            .clientCertificateRequired: .clientCertificateRequired, .identityUnusable: .identityUnusable,
            .challengeCancelled: .challengeCancelled, .challengeTimedOut: .challengeTimedOut,
            .lateChallenge: .lateChallenge,
            .noCommonProtocol: .noCommonProtocol, .handshakeFailed: .handshakeFailed, .badResponse: .badResponse,
            .proxyFailed: .proxyFailed,
            .unavailable: .unavailable, .noDescriptors: .noDescriptors, .responseTooLarge: .responseTooLarge,
        ]
    }
#endif
