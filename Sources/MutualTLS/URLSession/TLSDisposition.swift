#if os(Linux)
    import Foundation
    import PortableSecurity

    /// What a `URLSession` delegate's answer means for the two challenges of TLS.
    ///
    /// | answer | server trust | client certificate |
    /// |---|---|---|
    /// | use, `URLCredential(trust:)` of this challenge | the server is trusted | no certificate is sent |
    /// | use, `URLCredential(identity:...)` | the system decides | this certificate is sent |
    /// | use, nil | the system decides | no certificate is sent |
    /// | use, user and password | the system decides | no certificate is sent |
    /// | default handling | the system decides | no certificate is sent |
    /// | cancel | the task ends with `URLError.cancelled` | the task ends with `URLError.cancelled` |
    /// | reject protection space | the system decides | no certificate is sent |
    ///
    /// "The system decides": the certificates are evaluated against the system's authorities and the host's name, as without
    /// a delegate. Apple documents default handling, cancelling and each method's own credential. A rejected protection
    /// space has been seen there to let trusted servers pass and others fail as untrusted. A credential of the wrong kind, or
    /// none, is not documented; here it never makes a server trusted or a request succeed that would fail without it.
    enum TLSDisposition {
        /// The answer that the transport gets.
        /// - Parameters:
        ///   - challenge: of one of the two methods.
        ///   - system: decides on a server's certificates where the delegate doesn't.
        static func answer(
            to challenge: URLAuthenticationChallenge, _ disposition: URLSession.AuthChallengeDisposition,
            _ credential: URLCredential?, system: ServerTrustPolicy
        ) -> ChallengeAnswer {
            let space = challenge.protectionSpace
            if disposition == .cancelAuthenticationChallenge {
                return .cancel(MutualTLSError(.cancelled, "the delegate cancelled a challenge of \(space.host)"))
            }
            let given = disposition == .useCredential ? credential : nil
            guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
                return given?.secIdentity == nil
                    ? .performDefaultHandling : given.map { .use($0) } ?? .performDefaultHandling
            }
            guard let trust = space.serverTrust else {
                return .cancel(MutualTLSError(.serverNotTrusted, "\(space.host) has no certificate to be judged"))
            }
            if let given, given.secTrust === trust { return .use(given) }
            do {
                try system.evaluate(trust, forDomain: space.host)
                return .use(URLCredential(trust: trust))
            } catch {
                return .cancel(error)
            }
        }
    }
#endif
