internal import CMutualTLSOpenSSL
internal import CMutualTLSShims
import Foundation

/// A client connection's handshake that pauses where the server's trust and the client certificate are decided, and where
/// a key that is elsewhere signs.
///
/// Not `Sendable`: it belongs to the thread that drives the connection.
package final class ClientHandshake {
    /// A decision that the paused handshake waits for.
    package enum Challenge: Hashable, Sendable {
        /// Is this server who it says it is? Always asked first.
        case serverTrust
        /// Which certificate, if any, goes to the server?
        case clientCertificate
        /// What does the holder of the certificate's key sign this with? Asked only for a key that has a signer.
        case signature
    }

    /// The answer to `Challenge.serverTrust`.
    package enum TrustAnswer: Hashable, Sendable {
        /// Go on.
        case trusted
        /// End the handshake; the fault chooses the alert that the server gets.
        case rejected(TrustFault)
    }

    /// Why a server is not trusted, as far as its alert tells it.
    package enum TrustFault: Hashable, Sendable {
        case unknownAuthority, expired, revoked, wrongName, other
    }

    /// Owned; released in `deinit`, while the connection's context may keep a reference of its own.
    private let pointer: OpaquePointer
    /// The key that the challenge for a client certificate was answered with, where somebody else signs for it.
    private var remoteKey: PrivateKey?

    /// - Throws: `OpenSSLError` when this platform can't pause a handshake.
    package init() throws {
        guard let pointer = mtls_handshake_new() else {
            throw OpenSSLError(operation: "pause handshakes: OpenSSL has no ASYNC jobs here", entries: [])
        }
        self.pointer = pointer
    }

    deinit { mtls_handshake_release(pointer) }

    /// Takes over the handshake of the one connection that `context` will serve.
    /// - Parameter context: an `SSL_CTX *`, borrowed.
    package func install(onContext context: UnsafeMutableRawPointer) throws {
        try check(mtls_handshake_install(pointer, OpaquePointer(context)), "install the handshake's callbacks")
    }

    /// The decision it waits for, or nil.
    package var pending: Challenge? { Challenge(mtls_handshake_pending(pointer)) }

    /// The certificates that the server sent, leaf first, as they came.
    package func peerChain() throws -> [X509Certificate] {
        try certificates(in: mtls_handshake_peer_chain(pointer))
    }

    /// The CAs whose certificates the server asks for; empty when it names none. Only while `clientCertificate` is pending.
    package func acceptableIssuers() -> [DistinguishedName] {
        guard let ssl = mtls_handshake_ssl(pointer), let names = mtls_SSL_peer_ca_names(ssl) else { return [] }
        return (0..<mtls_sk_X509_NAME_num(names)).map { index in
            DistinguishedName(borrowing: mtls_sk_X509_NAME_value(names, index))
        }
    }

    /// The codes of the signatures that the server takes (RFC 8446, 4.2.3), as it sent them. Only while `clientCertificate` is
    /// pending.
    package func signatureAlgorithms() -> [UInt16] {
        guard let ssl = mtls_handshake_ssl(pointer) else { return [] }
        // A negative index asks for the count.
        return (0..<max(0, SSL_get_sigalgs(ssl, -1, nil, nil, nil, nil, nil))).map { index in
            var (signature, hash): (UInt8, UInt8) = (0, 0)
            SSL_get_sigalgs(ssl, index, nil, nil, nil, &signature, &hash)
            return UInt16(hash) << 8 | UInt16(signature)
        }
    }

    /// Of these, the ones that our side makes too, in the server's order: OpenSSL takes the first that the key can. Only while
    /// `clientCertificate` is pending.
    package func sharedSignatureAlgorithms() -> [UInt16] {
        guard let ssl = mtls_handshake_ssl(pointer) else { return [] }
        return (0..<max(0, SSL_get_shared_sigalgs(ssl, 0, nil, nil, nil, nil, nil))).map { index in
            var (signature, hash): (UInt8, UInt8) = (0, 0)
            SSL_get_shared_sigalgs(ssl, index, nil, nil, nil, &signature, &hash)
            return UInt16(hash) << 8 | UInt16(signature)
        }
    }

    /// The codes of the kinds of certificate that the server takes (RFC 5246, 7.4.4); TLS 1.3 has none. Only while
    /// `clientCertificate` is pending.
    package func certificateTypes() -> [UInt8] {
        var types: UnsafePointer<UInt8>?
        guard let ssl = mtls_handshake_ssl(pointer), SSL_version(ssl) < TLS1_3_VERSION else { return [] }
        // The bytes are the connection's, which is paused.
        let count = mtls_SSL_certificate_types(ssl, &types)
        return [UInt8](UnsafeBufferPointer(start: types, count: count))
    }

    /// The version that was agreed on. Only while a challenge is pending.
    package var version: TLSVersion? { mtls_handshake_ssl(pointer).flatMap { TLSVersion(rawValue: SSL_version($0)) } }

    /// Answers `Challenge.serverTrust`; applied when the connection is driven again.
    package func answer(_ answer: TrustAnswer) {
        let code =
            switch answer {
            case .trusted: X509_V_OK
            case .rejected(.unknownAuthority): X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY
            case .rejected(.expired): X509_V_ERR_CERT_HAS_EXPIRED
            case .rejected(.revoked): X509_V_ERR_CERT_REVOKED
            case .rejected(.wrongName): X509_V_ERR_HOSTNAME_MISMATCH
            case .rejected(.other): X509_V_ERR_APPLICATION_VERIFICATION
            }
        mtls_handshake_answer_trust(pointer, code)
    }

    /// Answers `Challenge.clientCertificate`; applied when the connection is driven again.
    /// - Parameters:
    ///   - certificate: nil goes on without one.
    ///   - intermediates: sent after it, as given.
    ///   - scheme: how a key signs that has a signer, a code of RFC 8446, 4.2.3; one of `sharedSignatureAlgorithms`. nil for
    ///     every other key.
    /// - Throws: `OpenSSLError` when memory is short.
    package func answer(
        certificate: X509Certificate?, key: PrivateKey?, intermediates: [X509Certificate], scheme: UInt16? = nil
    ) throws {
        remoteKey = scheme == nil ? nil : key
        try withStack(of: intermediates) { stack in
            try check(
                mtls_handshake_answer_identity(pointer, certificate?.pointer, key?.pointer, stack, scheme ?? 0),
                "use the client certificate")
        }
    }

    /// What is to be signed, and the key whose signer is asked. Only while `signature` is pending.
    package func signatureRequest() -> (key: PrivateKey, scheme: UInt16, message: Data)? {
        let wanted = mtls_handshake_get_signing(pointer)
        guard let remoteKey, let message = wanted.message else { return nil }
        return (remoteKey, wanted.scheme, Data(bytes: message, count: wanted.message_length))
    }

    /// Answers `Challenge.signature`; applied when the connection is driven again.
    /// - Throws: `OpenSSLError` when memory is short.
    package func answer(signature: Data) throws {
        let bytes = [UInt8](signature)
        try check(mtls_handshake_answer_signature(pointer, bytes, bytes.count), "keep the signature")
    }

    /// Ends the handshake. A paused one ends only when its connection is driven again, which must still be done.
    package func abort() { mtls_handshake_abort(pointer) }

    /// What was seen so far.
    package var facts: HandshakeFacts { HandshakeFacts(mtls_handshake_get_facts(pointer)) }

    /// Frees what the calling thread keeps for paused handshakes. Call it when the thread ends.
    package static func cleanUpThread() { ASYNC_cleanup_thread() }
}

extension ClientHandshake.Challenge {
    init?(_ challenge: mtls_challenge) {
        switch challenge {
        case MTLS_CHALLENGE_SERVER_TRUST: self = .serverTrust
        case MTLS_CHALLENGE_CLIENT_CERTIFICATE: self = .clientCertificate
        case MTLS_CHALLENGE_SIGNATURE: self = .signature
        default: return nil
        }
    }
}
