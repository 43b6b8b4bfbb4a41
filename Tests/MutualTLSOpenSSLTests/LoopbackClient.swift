import CMutualTLSOpenSSL
import Foundation
import MutualTLSOpenSSL
import Testing

/// A TLS client on memory BIOs, to talk to a `TLSServerConnection` without sockets. It trusts every server.
final class LoopbackClient {
    struct Settings {
        /// Leaf first.
        var chain: [X509Certificate] = []
        var key: PrivateKey?
        var version = TLSVersion.v1_3
        var protocols: [String] = []
        var serverName: String?
        var session: OpaquePointer?
        /// Asked at each challenge of the handshake, which it must answer.
        var challenged: ((ClientHandshake, ClientHandshake.Challenge) throws -> Void)?
    }

    private let context: OpaquePointer
    private let ssl: OpaquePointer
    private let handshake: ClientHandshake?
    private let challenged: ((ClientHandshake, ClientHandshake.Challenge) throws -> Void)?
    private let input = BIO_new(BIO_s_mem())
    private let output = BIO_new(BIO_s_mem())

    init(_ settings: Settings) throws {
        context = try #require(SSL_CTX_new(TLS_client_method()))
        for command in [SSL_CTRL_SET_MIN_PROTO_VERSION, SSL_CTRL_SET_MAX_PROTO_VERSION] {
            SSL_CTX_ctrl(context, command, Int(settings.version.rawValue), nil)
        }
        for (index, certificate) in settings.chain.enumerated() {
            let bytes = [UInt8](certificate.der)
            if index == 0 {
                #expect(SSL_CTX_use_certificate_ASN1(context, Int32(bytes.count), bytes) == 1)
            } else {
                let issuer: OpaquePointer? = bytes.withUnsafeBufferPointer { buffer in
                    var position = buffer.baseAddress
                    return d2i_X509(nil, &position, buffer.count)
                }
                // The context owns it from here on.
                SSL_CTX_ctrl(context, SSL_CTRL_EXTRA_CHAIN_CERT, 0, issuer.map { UnsafeMutableRawPointer($0) })
            }
        }
        if let key = settings.key {
            let bytes = [UInt8](try key.pkcs8())
            let made: OpaquePointer? = bytes.withUnsafeBufferPointer { buffer in
                var position = buffer.baseAddress
                return d2i_AutoPrivateKey(nil, &position, buffer.count)
            }
            #expect(SSL_CTX_use_PrivateKey(context, made) == 1)
            EVP_PKEY_free(made)
        }
        challenged = settings.challenged
        handshake = try settings.challenged.map { _ in try ClientHandshake() }
        try handshake?.install(onContext: UnsafeMutableRawPointer(context))
        ssl = try #require(SSL_new(context))
        SSL_set_bio(ssl, input, output)
        let offer = settings.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        if !offer.isEmpty { SSL_set_alpn_protos(ssl, offer, UInt32(offer.count)) }
        if var name = settings.serverName?.utf8CString.map({ $0 }) {
            SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), &name)
        }
        if let session = settings.session { #expect(SSL_set_session(ssl, session) == 1) }
        SSL_set_connect_state(ssl)
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    /// Lets both sides talk until neither has anything to say; returns the server's last word on the handshake.
    @discardableResult
    func shakeHands(with server: TLSServerConnection) throws -> TLSServerConnection.Handshake {
        var state = TLSServerConnection.Handshake.needsInput
        for _ in 0..<20 {
            _ = SSL_do_handshake(ssl)
            while let handshake, let challenge = handshake.pending {
                try challenged?(handshake, challenge)
                _ = SSL_do_handshake(ssl)
            }
            try server.receive(takeOutput())
            if state == .needsInput { state = server.handshake() }
            server.withOutput { put($0) }
        }
        _ = read()
        try server.receive(takeOutput())
        return state
    }

    /// The ciphertext that the client has to send.
    func takeOutput() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: BIO_ctrl_pending(output))
        if !bytes.isEmpty { BIO_read(output, &bytes, Int32(bytes.count)) }
        return bytes
    }

    /// Ciphertext from the server; all of it is taken.
    func put(_ bytes: UnsafeRawBufferPointer) -> Int {
        Int(BIO_write(input, bytes.baseAddress, Int32(bytes.count)))
    }

    func write(_ text: String) { #expect(SSL_write(ssl, text, Int32(text.utf8.count)) > 0) }

    func close() { _ = SSL_shutdown(ssl) }

    /// All plaintext that has arrived.
    func read() -> String {
        var text = [UInt8]()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = SSL_read(ssl, &buffer, Int32(buffer.count))
            if count <= 0 { break }
            text += buffer.prefix(Int(count))
        }
        ERR_clear_error()
        return String(decoding: text, as: UTF8.self)
    }

    /// The session as it stands, to be freed by the caller.
    var session: OpaquePointer? { SSL_get1_session(ssl) }
}

extension TLSServerConnection {
    func receive(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try receive($0) } }
}
