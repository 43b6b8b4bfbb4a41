internal import CMutualTLSOpenSSL

/// What OpenSSL's callbacks saw of one connection. Confined to the thread that drives the connection: OpenSSL calls back
/// only inside the calls that this thread makes.
final class TLSObservations {
    /// Whether a bad client certificate ends the handshake.
    let requiresGoodCertificate: Bool
    /// As received, leaf first.
    var chain: [X509Certificate] = []
    /// X509_V_OK or the first error; nil before the certificates were verified.
    var verifyError: Int32?
    var alertSent: TLSAlert?
    var alertReceived: TLSAlert?

    init(requiresGoodCertificate: Bool) {
        self.requiresGoodCertificate = requiresGoodCertificate
    }

    /// Whether the certificate ended the handshake.
    var refusedCertificate: Bool { requiresGoodCertificate && (verifyError ?? X509_V_OK) != X509_V_OK }

    /// The slot that OpenSSL keeps for the application.
    private static let slot: Int32 = 0

    /// Makes the callbacks find this object. The connection that calls this keeps the object until it has freed `ssl`.
    func attach(to ssl: OpaquePointer) throws {
        try check(
            SSL_set_ex_data(ssl, Self.slot, Unmanaged.passUnretained(self).toOpaque()), "watch the TLS connection")
    }

    /// The object of a connection. Borrowed: see `attach(to:)`.
    private static func of(_ ssl: OpaquePointer?) -> TLSObservations? {
        guard let ssl, let pointer = SSL_get_ex_data(ssl, slot) else { return nil }
        return Unmanaged<TLSObservations>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// SSL_CTX_set_cert_verify_callback: verifies as OpenSSL does, remembers what came and what was wrong with it.
    static func verify(_ store: OpaquePointer?, _: UnsafeMutableRawPointer?) -> Int32 {
        guard let store,
            let seen = of(
                X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()).map { OpaquePointer($0) })
        else { return 0 }
        seen.chain = (try? certificates(in: X509_STORE_CTX_get0_untrusted(store))) ?? []
        let isGood = X509_verify_cert(store) == 1
        var error = X509_STORE_CTX_get_error(store)
        if !isGood, error == X509_V_OK {
            // A failure of the machinery, such as lack of memory, must not read as success.
            error = X509_V_ERR_UNSPECIFIED
            X509_STORE_CTX_set_error(store, error)
        }
        seen.verifyError = error
        return isGood || !seen.requiresGoodCertificate ? 1 : 0
    }

    /// SSL_CTX_set_info_callback: remembers fatal alerts.
    static func see(_ ssl: OpaquePointer?, _ event: Int32, _ value: Int32) {
        guard event & SSL_CB_ALERT != 0, value >> 8 == SSL3_AL_FATAL, let seen = of(ssl) else { return }
        let alert = TLSAlert(rawValue: UInt8(truncatingIfNeeded: value))
        if event & SSL_CB_WRITE != 0 {
            seen.alertSent = alert
        } else {
            seen.alertReceived = alert
        }
    }
}
