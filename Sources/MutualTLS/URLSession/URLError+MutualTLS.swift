#if os(Linux)
    import Foundation
    import PortableSecurity

    extension URLError {
        /// What a task says of a failure: Apple's code for it, with ours under `NSUnderlyingErrorKey`.
        /// - Parameter resumeData: how a download can be taken up again.
        init(_ error: MutualTLSError, url: URL?, resumeData: Data? = nil) {
            var info: [String: Any] = [
                NSLocalizedDescriptionKey: error.description, NSUnderlyingErrorKey: error,
            ]
            if let url {
                info[NSURLErrorFailingURLErrorKey] = url
                info["NSErrorFailingURLStringKey"] = url.absoluteString
            }
            if let resumeData { info[URLSessionDownloadTaskResumeData] = resumeData }
            self.init(Self.code(error), userInfo: info)
        }

        /// A server whose authority is unknown is "untrusted" as well: that is what Apple's systems say of it.
        private static func code(_ error: MutualTLSError) -> Code {
            let status = (error.underlying as NSError?).flatMap { OSStatus(exactly: $0.code) }
            if error.code == .serverNotTrusted, status == errSecCertificateExpired {
                return .serverCertificateHasBadDate
            }
            return codes[error.code] ?? .unknown
        }

        private static let codes: [MutualTLSError.Code: Code] = [
            .cancelled: .cancelled, .challengeCancelled: .cancelled, .proxyFailed: .cannotConnectToHost,
            .timedOut: .timedOut, .challengeTimedOut: .timedOut, .signingTimedOut: .timedOut,
            .cannotFindHost: .cannotFindHost, .cannotConnect: .cannotConnectToHost,
            .connectionLost: .networkConnectionLost, .webSocketClosed: .networkConnectionLost,
            .webSocketProtocolError: .badServerResponse, .webSocketRefused: .badServerResponse,
            .interceptorFailed: .cannotLoadFromNetwork,
            .clientCertificateRejected: .clientCertificateRejected,
            .clientCertificateRequired: .clientCertificateRequired,
            .noIdentity: .clientCertificateRequired, .identityUnusable: .clientCertificateRejected,
            .signingFailed: .clientCertificateRejected,
            .identitySourceFailed: .clientCertificateRequired, .delegateDeallocated: .clientCertificateRequired,
            .noCommonProtocol: .secureConnectionFailed, .handshakeFailed: .secureConnectionFailed,
            .lateChallenge: .secureConnectionFailed, .badResponse: .badServerResponse,
            .serverNotTrusted: .serverCertificateUntrusted, .responseTooLarge: .dataLengthExceedsMaximum,
            .invalidRequest: .unsupportedURL,
            .tooManyRedirects: .httpTooManyRedirects,
            .insecureRedirect: .appTransportSecurityRequiresSecureConnection, .unavailable: .resourceUnavailable,
            .noDescriptors: .resourceUnavailable,
        ]
    }
#endif
