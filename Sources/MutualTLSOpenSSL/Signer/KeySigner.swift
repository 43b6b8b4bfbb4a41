import Foundation

/// Who signs for a private key that is somewhere else: in a token, or with a service.
package protocol KeySigner: Sendable {
    /// The schemes that it makes, codes of RFC 8446, 4.2.3.
    var schemes: [UInt16] { get }
    /// Makes a signature; may block its thread. ECDSA as the DER of Ecdsa-Sig-Value (RFC 3279, 2.2.3), RSA as many octets as
    /// the modulus has.
    func signature(for request: KeySigningRequest) async throws -> Data
}

/// What is to be signed.
package struct KeySigningRequest: Sendable, Hashable {
    /// How, a code of RFC 8446, 4.2.3.
    package let scheme: UInt16
    /// Not hashed yet; nil where the digest is all that is known.
    package let message: Data?
    /// By the scheme's hash function; nil for Ed25519, which has none.
    package let digest: Data?

    /// To sign a message.
    package init(scheme: UInt16, message: Data) {
        (self.scheme, self.message) = (scheme, message)
        digest = SignatureScheme(code: scheme)?.hash?.digest(message)
    }

    /// To sign a digest.
    init(scheme: UInt16, digest: Data) { (self.scheme, message, self.digest) = (scheme, nil, digest) }
}

/// Why a signer's signature is not used.
package struct KeySigningError: Error, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: Sendable {
        /// The signer says so.
        case failed
        /// Its answer is no signature of the certificate's key over what was to be signed.
        case notOfThisKey
    }

    package let code: Code
    /// What is wrong, as a clause.
    package let description: String
    /// What the signer threw.
    package let underlying: (any Error)?

    init(_ code: Code, _ description: String, underlying: (any Error)? = nil) {
        (self.code, self.description, self.underlying) = (code, description, underlying)
    }
}

extension SignatureScheme {
    /// From a code of RFC 8446, 4.2.3; nil for Ed25519, which signs the message, and for what is not known here.
    package init?(code: UInt16) {
        guard let scheme = Self.codes.first(where: { $0.code == code })?.scheme else { return nil }
        self = scheme
    }

    /// Its code; nil for what TLS has none for.
    var code: UInt16? { Self.codes.first { $0.scheme == self }?.code }

    private static let codes: [(code: UInt16, scheme: SignatureScheme)] = [
        (0x0201, .rsaPKCS1(.sha1)), (0x0301, .rsaPKCS1(.sha224)), (0x0401, .rsaPKCS1(.sha256)),
        (0x0501, .rsaPKCS1(.sha384)), (0x0601, .rsaPKCS1(.sha512)), (0x0804, .rsaPSS(.sha256)),
        (0x0805, .rsaPSS(.sha384)), (0x0806, .rsaPSS(.sha512)), (0x0203, .ecdsa(.sha1)), (0x0303, .ecdsa(.sha224)),
        (0x0403, .ecdsa(.sha256)), (0x0503, .ecdsa(.sha384)), (0x0603, .ecdsa(.sha512)),
    ]
}
