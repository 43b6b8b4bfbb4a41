#if os(Linux)
    import Foundation
    import PortableSecurity

    /// What a `URLSession` delegate's answer to one of the two challenges of TLS comes to.
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
    /// none, is not documented: here it never makes a server trusted, or sends a certificate.
    enum EffectiveDisposition {
        /// The answer, reduced to use, default handling and cancel where the challenge is one of TLS.
        static func of(
            _ disposition: URLSession.AuthChallengeDisposition, _ credential: URLCredential?,
            _ space: URLProtectionSpace
        ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            let isFitting: Bool
            switch space.authenticationMethod {
            case NSURLAuthenticationMethodServerTrust:
                isFitting = space.serverTrust.map { credential?.secTrust === $0 } ?? false
            case NSURLAuthenticationMethodClientCertificate: isFitting = credential?.secIdentity != nil
            default: return (disposition, credential)
            }
            if disposition == .cancelAuthenticationChallenge { return (disposition, nil) }
            return disposition == .useCredential && isFitting
                ? (disposition, credential) : (.performDefaultHandling, nil)
        }
    }
#endif
