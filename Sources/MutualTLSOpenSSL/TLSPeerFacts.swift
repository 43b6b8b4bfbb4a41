internal import CMutualTLSOpenSSL

/// What a server's TLS connection learnt about the client.
package struct TLSPeerFacts: Sendable {
    /// The client's certificates as received, leaf first, whether they verified or not. In a resumed session only the
    /// leaf is known.
    package let chain: [X509Certificate]
    /// The outcome of the verification.
    package struct Verification: Sendable, Hashable {
        /// OpenSSL's number: 0 for success, else X509_V_ERR_...
        package let code: Int
        /// OpenSSL's words for it.
        package let text: String
        /// Whether the certificate is good.
        package var isSuccess: Bool { code == 0 }
    }
    /// nil where the client sent no certificate.
    package let verification: Verification?
    /// Such as `TLSv1.3`; nil before it was agreed on.
    package let version: String?
    /// OpenSSL's name of the cipher suite; nil before it was agreed on.
    package let cipher: String?
    /// The protocol that ALPN chose; nil for none.
    package let alpn: String?
    /// The name that the client asked for (SNI).
    package let serverName: String?
    /// Whether the session was resumed. Its certificate and verdict are those of the first handshake.
    package let isResumed: Bool
    /// The fatal alert that went to the client, if any.
    package let alertSent: TLSAlert?
    /// The fatal alert that the client sent, if any.
    package let alertReceived: TLSAlert?

    init(_ ssl: OpaquePointer, seen: TLSObservations) {
        (alertSent, alertReceived) = (seen.alertSent, seen.alertReceived)
        var chain = seen.chain
        var code = seen.verifyError
        isResumed = SSL_session_reused(ssl) == 1
        // A resumed session brings the certificate and its verification from the first handshake.
        if chain.isEmpty, isResumed, let leaf = SSL_get0_peer_certificate(ssl) {
            chain = (try? X509Certificate.retaining(leaf)).map { [$0] } ?? []
            code = Int32(truncatingIfNeeded: SSL_get_verify_result(ssl))
        }
        self.chain = chain
        verification = code.map { Verification(code: Int($0), text: TLSFailure.verifyText($0)) }
        let suite = SSL_get_current_cipher(ssl)
        cipher = suite.flatMap { SSL_CIPHER_get_name($0) }.map { String(cString: $0) }
        version = suite == nil ? nil : String(cString: SSL_get_version(ssl))
        var protocolName: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &protocolName, &length)
        alpn = protocolName.map {
            String(decoding: UnsafeBufferPointer(start: $0, count: Int(length)), as: UTF8.self)
        }
        serverName = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name).map { String(cString: $0) }
    }
}
