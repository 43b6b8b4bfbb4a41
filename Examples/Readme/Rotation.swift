// README and the article on sessions: which identity, and until when.
import MutualTLS
import PortableSecurity

/// One of several identities, by what each server asks for.
func choosing(_ identities: [ClientIdentity], trusting policy: ServerTrustPolicy) throws -> MutualTLSSession {
    let session = try MutualTLSSession(identities: identities, selection: .newest, serverTrust: policy)
    return session
}

/// From now on another identity: requests under way finish as the old one.
func renew(_ session: MutualTLSSession, with renewed: ClientIdentity) throws {
    try session.rotate(to: renewed)
}

/// Somebody else knows which identity is the right one today.
func provided(
    by current: @escaping @Sendable () async throws -> ClientIdentity?, trusting policy: ServerTrustPolicy
) throws -> MutualTLSSession {
    var configuration = MutualTLSSession.Configuration()
    configuration.identityExpires = { identity, date in print("\(identity.summary) expires on \(date)") }
    return try MutualTLSSession(identityProvider: current, serverTrust: policy, configuration: configuration)
}

/// Adds a token to each request, whoever the client is.
struct TokenInterceptor: RequestInterceptor {
    let token: @Sendable () async throws -> String

    func intercept(_ request: URLRequest) async throws -> InterceptedRequest {
        var request = request
        request.setValue("Bearer \(try await token())", forHTTPHeaderField: "Authorization")
        return .proceed(request)
    }
}

/// A session behind a proxy, with a token, and a log of what happens.
func configured(
    _ identity: ClientIdentity, token: @escaping @Sendable () async throws -> String, trusting policy: ServerTrustPolicy
) throws -> MutualTLSSession {
    var configuration = MutualTLSSession.Configuration()
    configuration.proxy = .url("http://proxy.example.com:3128", exceptions: ["localhost"])
    configuration.interceptors = [TokenInterceptor(token: token)]
    configuration.events = { event in print(event) }
    configuration.timeoutIntervalForResource = 300
    return try MutualTLSSession(identity: identity, serverTrust: policy, configuration: configuration)
}
