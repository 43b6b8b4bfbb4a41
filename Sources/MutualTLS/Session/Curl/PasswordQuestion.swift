#if os(Linux)
    import Foundation
    import MutualTLSTransport
    import PortableSecurity

    /// A server's demand for a name and a password (RFC 7235), put to whoever answers a session's challenges.
    final class PasswordQuestion: Sendable {
        enum Answer {
            case use(HTTPCredentials)
            /// The server's 401 is the response.
            case none
            case cancel(MutualTLSError)
        }

        private let scheme: HTTPCredentials.Scheme
        private let challenge: URLAuthenticationChallenge
        private let context: (any Sendable)?
        private let remembered = Protected(false)

        /// Whether the answer is to be used for the session.
        var isRemembered: Bool { remembered.withLock { $0 } }

        /// - Returns: nil where the server asks for neither Digest nor Basic.
        init?(
            _ head: ResponseHead, url: URL, failures: Int, context: (any Sendable)?,
            response: () throws -> HTTPURLResponse
        ) {
            guard let demand = HTTPAuthenticationDemand(head.headers, field: "www-authenticate") else { return nil }
            scheme = demand.scheme == .digest ? .digest : .basic
            self.context = context
            challenge = .password(
                host: url.host ?? "", port: url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80),
                scheme: url.scheme?.lowercased() ?? "https", realm: demand.realm,
                method: scheme == .digest
                    ? NSURLAuthenticationMethodHTTPDigest : NSURLAuthenticationMethodHTTPBasic,
                previousFailureCount: failures, failureResponse: try? response())
        }

        /// - Parameter url: holds what is used where nobody else answers.
        func answer(from responder: ChallengeResponder, userInURL url: URL) async -> Answer {
            let answer = await responder.answer(to: challenge, context: context)
            switch answer.disposition {
            case .useCredential:
                if let user = answer.credential?.user, let password = answer.credential?.password {
                    remembered.withLock { $0 = answer.credential?.persistence != URLCredential.Persistence.none }
                    return .use(HTTPCredentials(user: user, password: password, scheme: scheme))
                }
                return .none
            case .cancelAuthenticationChallenge:
                return .cancel(
                    answer.error
                        ?? MutualTLSError(
                            .challengeCancelled,
                            "the challenge of \(url.host ?? "the server") for a name and a password was cancelled"))
            default:
                guard challenge.previousFailureCount == 0, let user = url.user else { return .none }
                return .use(HTTPCredentials(user: user, password: url.password ?? "", scheme: scheme))
            }
        }
    }

    /// Passwords that were given for the session, by origin.
    final class PasswordMemory: Sendable {
        private let known = Protected<[String: HTTPCredentials]>([:])
        private let isEmpty = Protected(true)

        func credentials(for url: URL) -> HTTPCredentials? {
            if isEmpty.withLock({ $0 }) { return nil }
            return known.withLock { $0[Self.place(url)] }
        }
        func remember(_ credentials: HTTPCredentials, for url: URL) {
            known.withLock { $0[Self.place(url)] = credentials }
            isEmpty.withLock { $0 = false }
        }
        func forget(_ url: URL) { known.withLock { $0[Self.place(url)] = nil } }

        private static func place(_ url: URL) -> String {
            "\(url.scheme?.lowercased() ?? "")://\(url.host?.lowercased() ?? ""):\(url.port ?? -1)"
        }
    }
#endif
