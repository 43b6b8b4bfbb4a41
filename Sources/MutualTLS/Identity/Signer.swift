import Foundation

/// Whoever signs for a private key that is not in this process: a key management service, a security module, an agent.
///
/// A session asks it within the handshake, on a background thread that may block, and no other request waits for it. What
/// it gives is verified with the certificate's public key before it goes to the server.
public protocol Signer: Sendable {
    /// The schemes that it makes. One of them is chosen that the server takes too.
    var schemes: [SignatureScheme] { get }

    /// Makes a signature.
    ///
    /// The time limit is the session's `challengeTimeout`; when it is over, or the request is cancelled, so is the task.
    /// - Returns: for ECDSA the DER of Ecdsa-Sig-Value (RFC 3279, 2.2.3), which is what services give, for RSA as many octets as
    ///   the modulus has, for Ed25519 the 64 octets of RFC 8032.
    /// - Throws: whatever went wrong; it becomes the underlying error of `MutualTLSError.Code.signingFailed`.
    func signature(for request: SigningRequest) async throws -> Data
}

/// What is to be signed, as message and as digest: some services want one, some the other.
public struct SigningRequest: Sendable, Hashable {
    /// How; one of the signer's schemes.
    public let scheme: SignatureScheme
    /// Not hashed. nil where only the digest is known, which is never so in a handshake: for `SecKeyCreateSignature` with an
    /// algorithm that takes a digest.
    public let message: Data?
    /// The message's, by the scheme's hash function. nil for Ed25519, which has none.
    public let digest: Data?
}
