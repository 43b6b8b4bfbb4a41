import Foundation
import PortableSecurity

#if os(Linux)
    import MutualTLSOpenSSL
    import MutualTLSTransport
#endif

extension ClientIdentity {
    /// An identity whose private key is somewhere else, and stays there.
    ///
    /// On Apple platforms this throws `unsupportedOnThisPlatform`: the system's TLS takes a `SecIdentity` alone. Its key may be in the
    /// Secure Enclave, or in a token that a CryptoTokenKit extension stands for; use ``init(_:certificates:)`` with what the
    /// keychain gives.
    /// - Parameters:
    ///   - certificate: the leaf, with an RSA, elliptic curve or Ed25519 key.
    ///   - intermediates: candidates in any order.
    ///   - signer: who signs.
    /// - Throws: `MutualTLSError` `unsupportedAlgorithm` for another kind of key, or a signer without any scheme for it.
    public init(certificate: SecCertificate, intermediates: [SecCertificate] = [], signer: any Signer) throws {
        #if os(Linux)
            let fields = try? CertificateFields(certificate)
            guard let key = fields?.publicKey, signer.schemes.contains(where: { $0.fits(key, in: nil) }) else {
                throw MutualTLSError(
                    .unsupportedAlgorithm,
                    "the signer makes no signature for the certificate's key, \(fields?.publicKey.name ?? "unknown")",
                    hint: "it makes \(signer.schemes.map(\.name).joined(separator: ", "))")
            }
            do {
                let key = try PrivateKey(signer: SignerAdapter(signer: signer), publicKey: certificate.x509.publicKey())
                try self.init(certificate, key, intermediates)
            } catch let error as OpenSSLError {
                throw MutualTLSError(.unsupportedAlgorithm, "\(error)", underlying: error)
            }
        #else
            throw MutualTLSError(
                .unsupportedOnThisPlatform, "a signer can't stand for a private key on this platform",
                hint: "use a SecIdentity whose key is in the Secure Enclave or a CryptoTokenKit token")
        #endif
    }

    #if os(Linux)
        init(_ certificate: SecCertificate, _ key: PrivateKey, _ intermediates: [SecCertificate]) throws {
            guard let identity = SecIdentity(certificate: certificate.x509, privateKey: key) else {
                throw MutualTLSError(.keyMismatch, "the private key does not belong to the certificate")
            }
            try self.init(identity, certificates: intermediates)
        }

        /// The schemes of whoever signs for it; nil where its key is here.
        var signerSchemes: Set<SignatureScheme>? {
            guard case .privateKey(let key) = secIdentity.key.material, let signer = key.signer else { return nil }
            return Set(signer.schemes.map(SignatureScheme.init))
        }

        /// The scheme by which its signer signs for a server: the first that the server, OpenSSL, the key and the signer
        /// agree on.
        /// - Throws: `MutualTLSError` `identityUnusable`, which says what is lacking.
        func signerScheme(for challenge: ClientCertificateChallenge) throws(MutualTLSError) -> SignatureScheme {
            let (made, version) = (signerSchemes ?? [], challenge.tlsVersion)
            guard let key = (try? CertificateFields(certificate))?.publicKey else {
                throw MutualTLSError(.identityUnusable, "the certificate \(summary) can't be read")
            }
            let fitting = challenge.sharedSignatureAlgorithms.map(SignatureScheme.init).filter {
                $0.fits(key, in: version)
            }
            for (index, scheme) in fitting.enumerated() where made.contains(scheme) {
                // OpenSSL can be told the hash, and to leave RSA-PSS alone, but not to leave PKCS #1 alone.
                if !fitting[..<index].contains(where: scheme.yields(to:)) { return scheme }
            }
            if key.modulusBits != nil, version == CertificateRequestFacts.tls13, !made.contains(where: \.isPSS) {
                throw MutualTLSError(
                    .identityUnusable,
                    "the key of \(summary) can't make RSA-PSS signatures, which TLS 1.3 demands of RSA keys",
                    hint: "limit the session to TLS 1.2, or use an elliptic curve key")
            }
            let taken = fitting.map(\.name).joined(separator: ", ")
            throw MutualTLSError(
                .identityUnusable,
                "whoever holds the key of \(summary) makes none of the signatures that \(challenge.peer.host) takes of it"
                    + (taken.isEmpty ? "" : ": \(taken)"),
                hint: "it makes \(made.map(\.name).sorted().joined(separator: ", "))")
        }
    #else
        var signerSchemes: Set<SignatureScheme>? { nil }
    #endif
}

extension SignatureScheme {
    fileprivate var isPSS: Bool { (0x0804...0x0806).contains(code) }

    /// Whether OpenSSL would take the other one first, of two with the same hash.
    fileprivate func yields(to other: SignatureScheme) -> Bool {
        isPSS && other.code & 0xFF == 0x01 && other.code >> 8 == code & 0xFF
    }
}

#if os(Linux)
    /// Has a `Signer` asked by OpenSSL.
    private struct SignerAdapter: KeySigner {
        let signer: any Signer

        var schemes: [UInt16] { signer.schemes.map(\.code) }

        func signature(for request: KeySigningRequest) async throws -> Data {
            try await signer.signature(
                for: SigningRequest(
                    scheme: SignatureScheme(code: request.scheme), message: request.message, digest: request.digest))
        }
    }
#endif
