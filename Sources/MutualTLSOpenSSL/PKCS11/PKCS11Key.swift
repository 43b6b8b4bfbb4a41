internal import CMutualTLSShims
import Foundation

/// A private key in a token, which signs there.
final class PKCS11Key: KeySigner {
    private let token: PKCS11Token
    private let object: PKCS11Token.Object
    private let publicKey: PublicKey
    private let asksEachTime: Bool
    /// Whether its token does RSA-PSS, or RSA alone, so that the padding is put on here.
    private let padsPSS: Bool
    let schemes: [UInt16]

    /// Finds out how the key signs; no signature is made for that.
    /// - Throws: `PKCS11Error` `unsupportedKey`.
    init(_ token: PKCS11Token, _ object: PKCS11Token.Object, publicKey: PublicKey) throws(PKCS11Error) {
        (self.token, self.object, self.publicKey) = (token, object, publicKey)
        asksEachTime = try token.attribute(MTLS_CKA_ALWAYS_AUTHENTICATE, of: object)?.first ?? 0 != 0
        var (schemes, padsPSS): ([UInt16], Bool) = ([], false)
        switch publicKey.algorithm {
        case "RSA":
            let pss = [(0x0804, MTLS_CKM_SHA256), (0x0805, MTLS_CKM_SHA384), (0x0806, MTLS_CKM_SHA512)]
            for (scheme, hash) in pss where try token.canSign(object, MTLS_CKM_RSA_PKCS_PSS, hash: hash) {
                schemes.append(UInt16(scheme))
            }
            if schemes.isEmpty, try token.canSign(object, MTLS_CKM_RSA_X_509) {
                (schemes, padsPSS) = ([0x0804, 0x0805, 0x0806], true)
            }
            if try token.canSign(object, MTLS_CKM_RSA_PKCS) { schemes += [0x0401, 0x0501, 0x0601] }
        case "EC": if try token.canSign(object, MTLS_CKM_ECDSA) { schemes = [0x0403, 0x0503, 0x0603] }
        case "ED25519": if try token.canSign(object, MTLS_CKM_EDDSA) { schemes = [0x0807] }
        default: break
        }
        (self.schemes, self.padsPSS) = (schemes, padsPSS)
        guard schemes.isEmpty else { return }
        throw PKCS11Error(
            .unsupportedKey,
            "the key \(object.name) of \(token.name), \(publicKey.algorithm) of \(publicKey.bits) bits, makes no signature "
                + "that TLS has", hint: "it must be a key for signatures: RSA, EC or Ed25519")
    }

    func signature(for request: KeySigningRequest) async throws -> Data {
        guard schemes.contains(request.scheme) else {
            throw PKCS11Error(.failed, "the key \(object.name) of \(token.name) does not sign so")
        }
        guard let scheme = SignatureScheme(code: request.scheme), let digest = request.digest else {
            guard let message = request.message else { throw PKCS11Error(.failed, "there is nothing to sign") }
            return try sign(message, MTLS_CKM_EDDSA)
        }
        switch scheme {
        case .rsaPKCS1(let hash): return try sign(hash.digestInfo(digest), MTLS_CKM_RSA_PKCS)
        case .rsaPSS(let hash):
            if padsPSS {
                return try sign(PSSPadding.encode(digest, hash, modulusBits: publicKey.bits), MTLS_CKM_RSA_X_509)
            }
            return try sign(digest, MTLS_CKM_RSA_PKCS_PSS, hash: Self.mechanisms[hash] ?? 0)
        case .ecdsa:
            // A token may not cut off by itself what the curve has no room for.
            let numbers = try sign(digest.prefix((publicKey.bits + 7) / 8), MTLS_CKM_ECDSA)
            return EllipticSignature.der(numbers)
        }
    }

    private func sign(_ data: Data, _ mechanism: Int, hash: Int = 0) throws(PKCS11Error) -> Data {
        try token.sign(data, object, mechanism, hash: hash, asksEachTime: asksEachTime)
    }

    private static let mechanisms: [HashFunction: Int] = [
        .sha256: MTLS_CKM_SHA256, .sha384: MTLS_CKM_SHA384, .sha512: MTLS_CKM_SHA512,
    ]
}

extension HashFunction {
    /// The DER of PKCS #1's DigestInfo (RFC 8017, 9.2), of the three that tokens sign.
    func digestInfo(_ digest: Data) -> Data {
        // 2.16.840.1.101.3.4.2.1 to .3, with NULL.
        let last: UInt8 =
            switch self {
            case .sha384: 2
            case .sha512: 3
            default: 1
            }
        let size = UInt8(digest.count)
        return Data(
            [
                0x30, 17 + size, 0x30, 13, 0x06, 9, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last, 0x05, 0, 0x04,
                size,
            ])
            + digest
    }
}

/// The two forms of an ECDSA signature.
enum EllipticSignature {
    /// The DER of Ecdsa-Sig-Value (RFC 3279, 2.2.3) from r ‖ s, as PKCS #11 has it.
    static func der(_ numbers: Data) -> Data {
        let half = numbers.count / 2
        let content = integer(numbers.prefix(half)) + integer(numbers.dropFirst(half))
        return Data([0x30]) + length(content.count) + content
    }

    private static func integer(_ bytes: Data) -> Data {
        var digits = Data(bytes.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: digits.startIndex) }
        return Data([0x02]) + length(digits.count) + digits
    }

    private static func length(_ count: Int) -> Data {
        count < 0x80 ? Data([UInt8(count)]) : Data([0x81, UInt8(truncatingIfNeeded: count)])
    }
}
