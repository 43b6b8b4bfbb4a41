import Foundation

/// What the server saw of one connection's client, once its handshake had ended, one way or the other.
public struct PeerReport: Sendable, Hashable, Codable {
    /// The client's certificate.
    public struct ClientCertificate: Sendable, Hashable, Codable {
        /// One certificate of the chain as received.
        public struct ChainElement: Sendable, Hashable, Codable {
            /// Its name as RFC 4514 writes it.
            public let subject: String
            /// SHA-256 over it, in lower-case hexadecimal.
            public let fingerprintSHA256: String
        }

        /// As nginx's `$ssl_client_verify`: `SUCCESS`, `NONE` (no certificate came), or `FAILED:` and the reason.
        public let verifyResult: String
        /// Its name as RFC 4514 writes it; nil where none came.
        public let subject: String?
        /// Its issuer's name.
        public let issuer: String?
        /// The serial number in upper-case hexadecimal, as nginx prints it.
        public let serialNumber: String?
        /// SHA-256 over it, in lower-case hexadecimal.
        public let fingerprintSHA256: String?
        /// What the client sent, leaf first. In a resumed session only the leaf is known.
        public let chain: [ChainElement]
    }

    /// Why a handshake failed.
    public struct Failure: Sendable, Hashable, Codable {
        /// In words.
        public let reason: String
        /// The name of the TLS alert that went to the client, such as `certificate_expired`.
        public let alertSent: String?
        /// The name of the TLS alert that the client sent.
        public let alertReceived: String?
        /// OpenSSL's number for what was wrong with the client's certificate (X509_V_ERR_...).
        public let verifyError: Int?
    }

    /// The number of the connection since the server's start, from 1.
    public let connection: Int
    /// Where the client is, such as `127.0.0.1:50312`.
    public let remoteAddress: String
    /// The client's certificate.
    public let clientCertificate: ClientCertificate
    /// Such as `TLSv1.3`; nil where the handshake did not come so far.
    public let tlsVersion: String?
    /// OpenSSL's name of the cipher suite.
    public let cipher: String?
    /// The protocol that ALPN chose; nil for none.
    public let alpn: String?
    /// The name that the client asked for (SNI).
    public let serverName: String?
    /// Whether the TLS session was resumed.
    public let resumed: Bool
    /// Why the handshake failed; nil where it did not.
    public let failure: Failure?
}
