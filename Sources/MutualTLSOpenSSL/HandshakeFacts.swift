internal import CMutualTLSOpenSSL
internal import CMutualTLSShims

/// What was seen of a client's handshake, for diagnosis.
package struct HandshakeFacts: Sendable, Hashable {
    /// It completed on our side. In TLS 1.3 the server may still refuse our certificate after that.
    package var isFinished = false
    /// The server asked for a client certificate.
    package var isCertificateRequested = false
    /// Our Certificate message held one.
    package var isCertificateSent = false
    /// An earlier TLS session was resumed, so nothing was asked.
    package var isResumed = false
    /// The server sent application data, so it has taken the handshake for finished.
    package var hasApplicationData = false
    /// ALPN chose HTTP/2.
    package var isHTTP2 = false
    /// The fatal alert that the server sent.
    package var alertReceived: TLSAlert?
    /// It came after the handshake was finished.
    package var isAlertAfterFinished = false
    /// The server sent close_notify. A body that ends with the connection is whole only then (RFC 9112, 9.8); libcurl takes
    /// a connection that is cut off for one that was closed.
    package var hasCloseNotify = false
    /// The fatal alert that we sent.
    package var alertSent: TLSAlert?
    /// `TLSv1.2`, `TLSv1.3`; nil before the handshake is finished.
    package var version: String?
    /// OpenSSL's name of the cipher suite.
    package var cipher: String?
    /// A decision was wanted where nobody can be asked, in a renegotiation.
    package var unanswerable: ClientHandshake.Challenge?
    /// Why the given identity could not be used.
    package var identityError: OpenSSLError?

    /// Nothing seen.
    package init() {}

    init(_ facts: mtls_handshake_facts) {
        isFinished = facts.finished
        isCertificateRequested = facts.certificate_requested
        isCertificateSent = facts.certificate_sent
        isResumed = facts.resumed
        isHTTP2 = facts.http2
        hasApplicationData = facts.application_data
        alertReceived = UInt8(exactly: facts.alert_received).map(TLSAlert.init)
        isAlertAfterFinished = facts.alert_after_finished
        hasCloseNotify = facts.close_notify
        alertSent = UInt8(exactly: facts.alert_sent).map(TLSAlert.init)
        version = facts.version == TLS1_3_VERSION ? "TLSv1.3" : facts.version == TLS1_2_VERSION ? "TLSv1.2" : nil
        cipher = facts.cipher.map { String(cString: $0) }
        unanswerable = ClientHandshake.Challenge(facts.unanswerable)
        identityError = facts.identity_error == 0 ? nil : .kept(facts.identity_error, "use the client certificate")
    }
}
