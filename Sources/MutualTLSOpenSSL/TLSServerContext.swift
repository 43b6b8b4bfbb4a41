internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

/// What all connections of a TLS server share: its certificate, and what it asks of clients.
// @unchecked: an SSL_CTX is only read once `init` has returned, and OpenSSL locks the session cache inside it.
package final class TLSServerContext: @unchecked Sendable {
    /// Whether clients are asked for a certificate.
    package enum ClientAuthentication: Sendable, Hashable, CaseIterable {
        /// They are not.
        case none
        /// They are; a missing or bad one doesn't end the handshake, and is reported.
        case request
        /// They are; a missing or bad one ends the handshake.
        case require
    }

    /// A server's settings.
    package struct Configuration: Sendable {
        /// The server's certificate, then its intermediates, in the order in which they are sent.
        package var chain: [X509Certificate]
        /// The key of the first certificate.
        package var key: PrivateKey
        /// Whether clients are asked for a certificate.
        package var clientAuthentication = ClientAuthentication.none
        /// The CAs that clients' certificates are verified against; their names go to the clients.
        package var clientAuthorities: [X509Certificate] = []
        /// The oldest version that is spoken.
        package var minimumVersion = TLSVersion.v1_2
        /// The newest version that is spoken.
        package var maximumVersion = TLSVersion.v1_3
        /// Whether sessions are resumed, by ticket or identifier.
        package var allowsResumption = true
        /// The clock that clients' certificates are verified by.
        package var now: @Sendable () -> Date = { Date() }

        /// The default settings for a certificate.
        package init(chain: [X509Certificate], key: PrivateKey) {
            self.chain = chain
            self.key = key
        }
    }

    /// Owned.
    let pointer: OpaquePointer
    let configuration: Configuration

    /// Makes the context.
    /// - Throws: `OpenSSLError`, where the certificate and the key don't go together or are too weak.
    package init(_ configuration: Configuration) throws {
        let operation = "set up the TLS server"
        let context = try check(SSL_CTX_new(TLS_server_method()), operation)
        do {
            mtls_SSL_CTX_configure_server(context, configuration.allowsResumption ? 1 : 0)
            guard mtls_SSL_CTX_set_min_proto_version(context, configuration.minimumVersion.rawValue) == 1,
                mtls_SSL_CTX_set_max_proto_version(context, configuration.maximumVersion.rawValue) == 1
            else { throw OpenSSLError.drain(operation) }
            try Self.useIdentity(configuration, context)
            try Self.askClients(configuration, context)
        } catch {
            SSL_CTX_free(context)
            throw error
        }
        SSL_CTX_set_info_callback(context) { TLSObservations.see($0, $1, $2) }
        SSL_CTX_set_alpn_select_cb(
            context, { _, chosen, length, offered, count, _ in chooseHTTP1(chosen, length, offered, count) }, nil)
        pointer = context
        self.configuration = configuration
    }

    deinit { SSL_CTX_free(pointer) }

    private static func useIdentity(_ configuration: Configuration, _ context: OpaquePointer) throws {
        let operation = "use the server's certificate"
        guard let leaf = configuration.chain.first else {
            throw OpenSSLError(operation: operation + ", because there is none", entries: [])
        }
        try withStack(of: Array(configuration.chain.dropFirst())) { intermediates in
            try check(
                SSL_CTX_use_cert_and_key(context, leaf.pointer, configuration.key.pointer, intermediates, 1), operation)
        }
    }

    private static func askClients(_ configuration: Configuration, _ context: OpaquePointer) throws {
        // OpenSSL resumes sessions with client certificates only within a named group of servers: this one.
        let group = try CertificateBuilder.randomSerialNumber()
        try check(SSL_CTX_set_session_id_context(context, [UInt8](group), UInt32(group.count)), "name the sessions")
        for authority in configuration.clientAuthorities {
            try check(X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.pointer), "trust the clients' CA")
            try check(SSL_CTX_add_client_CA(context, authority.pointer), "name the clients' CA")
        }
        let mode: Int32 =
            switch configuration.clientAuthentication {
            case .none: SSL_VERIFY_NONE
            case .request: SSL_VERIFY_PEER
            case .require: SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
            }
        SSL_CTX_set_verify(context, mode, nil)
        SSL_CTX_set_cert_verify_callback(context, { TLSObservations.verify($0, $1) }, nil)
    }
}

/// ALPN (RFC 7301): `http/1.1` or nothing. The answer points into the client's offer, as OpenSSL allows.
private func chooseHTTP1(
    _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ length: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?, _ count: UInt32
) -> Int32 {
    guard let chosen, let length, let offered else { return SSL_TLSEXT_ERR_NOACK }
    let list = UnsafeBufferPointer(start: offered, count: Int(count))
    var position = 0
    while position < list.count {
        let start = position + 1
        let end = start + Int(list[position])
        guard end <= list.count else { break }
        if list[start..<end].elementsEqual("http/1.1".utf8) {
            chosen.pointee = offered + start
            length.pointee = list[position]
            return SSL_TLSEXT_ERR_OK
        }
        position = end
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
}
