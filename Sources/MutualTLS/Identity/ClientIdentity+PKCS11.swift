import Foundation
import MutualTLSPKCS12
import PortableSecurity

#if os(Linux)
    import MutualTLSOpenSSL
#endif

extension ClientIdentity {
    /// An identity whose private key is in a PKCS #11 token: a smart card, a USB key, a security module. Nothing of the key
    /// is copied; it signs in the token.
    ///
    /// Finds the token and the key, logs in, and finds out how the key signs. That waits for the token, on the thread that
    /// calls: from an `async` function use ``load(pkcs11:pin:certificate:intermediates:)``. The token's module is loaded into this process, and
    /// used by one at a time.
    ///
    /// On Apple platforms this throws `unsupportedOnThisPlatform`: tokens are for CryptoTokenKit there, and their identities
    /// in the keychain.
    /// - Parameters:
    ///   - uri: which key (RFC 7512), such as `pkcs11:token=mine;object=client?module-path=/usr/lib/softhsm/libsofthsm2.so`. What it
    ///     leaves out may be anything, as long as one key alone is meant. Without `module-path` the environment variable
    ///     `MTLS_PKCS11_MODULE` names the module, and without that p11-kit's is used, which knows all that are registered.
    ///   - pin: the user's PIN; nil where the URI's `pin-source` names a file that holds it, the token has a keypad, or needs
    ///     none. A wrong one is tried once: tokens lock themselves.
    ///   - certificate: nil for the one in the token that has the key's identifier.
    ///   - intermediates: candidates in any order, besides those in the token.
    /// - Throws: `MutualTLSError`: `invalidTokenURI`, `tokenUnavailable`, `tokenLocked`, `passwordRequired`, `wrongPassword`,
    ///   `noPrivateKey`, `noCertificate`, `severalIdentities`, `keyMismatch` or `unsupportedAlgorithm`.
    public init(
        pkcs11 uri: String, pin: String? = nil, certificate: SecCertificate? = nil,
        intermediates: [SecCertificate] = []
    ) throws {
        try self.init(
            pkcs11: uri, pin: pin.map(SecretBytes.init(utf8:)), certificate: certificate, intermediates: intermediates)
    }

    /// The same on a thread of its own. A cancelled task throws at once; the token comes to its end unheard.
    /// - Throws: what ``init(pkcs11:pin:certificate:intermediates:)`` does, and `CancellationError`.
    public static func load(
        pkcs11 uri: String, pin: String? = nil, certificate: SecCertificate? = nil,
        intermediates: [SecCertificate] = []
    ) async throws -> ClientIdentity {
        let secret = pin.map(SecretBytes.init(utf8:))
        let certificates = Certificates(leaf: certificate, intermediates: intermediates)
        return try await DetachedWork.run { _ in
            try ClientIdentity(
                pkcs11: uri, pin: secret, certificate: certificates.leaf, intermediates: certificates.intermediates)
        }
    }

    // @unchecked: SecCertificate is immutable, which Apple's SDKs say only since those of OS 26.
    private struct Certificates: @unchecked Sendable {
        let leaf: SecCertificate?
        let intermediates: [SecCertificate]
    }

    /// The same with a PIN that is wiped.
    package init(
        pkcs11 uri: String, pin: SecretBytes?, certificate: SecCertificate? = nil,
        intermediates: [SecCertificate] = []
    ) throws {
        #if os(Linux)
            let found: PKCS11Identity
            do throws(PKCS11Error) {
                found = try PKCS11Identity(PKCS11URI(uri), pin: pin, certificate: certificate?.x509)
            } catch {
                throw MutualTLSError(error)
            }
            try self.init(
                SecCertificate(found.certificate), found.key, intermediates + found.others.map(SecCertificate.init))
        #else
            throw MutualTLSError(
                .unsupportedOnThisPlatform, "PKCS #11 tokens can't be used on this platform",
                hint: "use the keychain's identity, which a CryptoTokenKit extension puts there")
        #endif
    }
}

#if os(Linux)
    extension MutualTLSError {
        fileprivate init(_ error: PKCS11Error) {
            let code: Code =
                switch error.code {
                case .invalidURI: .invalidTokenURI
                case .unavailable, .failed: .tokenUnavailable
                case .ambiguous: .severalIdentities
                case .noKey: .noPrivateKey
                case .noCertificate: .noCertificate
                case .mismatch: .keyMismatch
                case .unsupportedKey: .unsupportedAlgorithm
                case .pinRequired: .passwordRequired
                case .wrongPIN: .wrongPassword
                case .locked: .tokenLocked
                }
            self.init(code, error.description, hint: error.hint, underlying: error)
        }
    }
#endif
