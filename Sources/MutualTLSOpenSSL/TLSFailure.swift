internal import CMutualTLSOpenSSL

/// Why a server's TLS connection ended other than by agreement.
package struct TLSFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// In words, about the client.
    package let reason: String
    /// The fatal alert that went to the client, if any.
    package let alertSent: TLSAlert?
    /// The fatal alert that the client sent, if any.
    package let alertReceived: TLSAlert?
    /// OpenSSL's number for what was wrong with the client's certificate (X509_V_ERR_...), where that is the reason.
    package let verifyError: Int?

    /// The reason and the alert.
    package var description: String {
        alertSent.map { "\(reason); the alert \($0) was sent" } ?? reason
    }

    /// From what was seen of the connection, and OpenSSL's own words for the failure.
    init(seen: TLSObservations, error: OpenSSLError, isEnd: Bool) {
        alertSent = seen.alertSent
        alertReceived = seen.alertReceived
        let isRefusal = seen.refusedCertificate
        verifyError = isRefusal ? seen.verifyError.map(Int.init) : nil
        let reasons = error.entries.filter { $0.library == ERR_LIB_SSL }.map(\.reasonCode)
        if let alert = seen.alertReceived {
            reason = "the client sent the alert \(alert)"
        } else if isRefusal, let code = seen.verifyError {
            reason = "the client's certificate was refused: \(TLSFailure.verifyText(code))"
        } else if reasons.contains(SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE) {
            reason = "the client sent no certificate"
        } else if isEnd || reasons.contains(SSL_R_UNEXPECTED_EOF_WHILE_READING) {
            reason = "the client closed the connection without a word"
        } else {
            let words = error.entries.map(\.reason).joined(separator: ", ")
            reason = words.isEmpty ? "TLS failed for a reason that OpenSSL did not tell" : words
        }
    }

    /// OpenSSL's words for a verification result.
    static func verifyText(_ code: Int32) -> String { String(cString: X509_verify_cert_error_string(Int(code))) }
}
