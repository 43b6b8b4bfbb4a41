internal import CMutualTLSShims
import Foundation
import MutualTLSPKCS12

/// A certificate, and a private key in a token.
package struct PKCS11Identity: Sendable {
    /// The key's.
    package let certificate: X509Certificate
    /// The other certificates in the token, among which the intermediates may be.
    package let others: [X509Certificate]
    /// Signs in the token, and gives nothing away.
    package let key: PrivateKey

    /// Finds the key that a URI names, and logs in to its token for that. Waits for the token.
    /// - Parameters:
    ///   - pin: the user's, in UTF-8; nil for what the URI's `pin-source` holds, for a token with a keypad of its own, or one
    ///     that needs none.
    ///   - certificate: nil for the one in the token that has the key's identifier.
    ///   - module: nil for the URI's, for that of the environment's `MTLS_PKCS11_MODULE`, or for p11-kit's, in this order.
    /// - Throws: `PKCS11Error`.
    package init(
        _ uri: PKCS11URI, pin: SecretBytes?, certificate: X509Certificate? = nil, module: String? = nil
    ) throws(PKCS11Error) {
        let path = module ?? uri.modulePath ?? ProcessInfo.processInfo.environment[PKCS11Module.variable]
        let token = try Self.token(of: PKCS11Module.named(path), uri)
        var pin = pin
        if pin == nil, let path = uri.pinSource { pin = try Self.pin(in: path) }
        try token.login(pin)
        let object = try Self.key(of: token, uri)
        let all = try token.certificates()
        let leaf: X509Certificate
        if let certificate { leaf = certificate } else { leaf = try Self.certificate(of: object, among: all, token) }
        let publicKey: PublicKey
        do {
            publicKey = try leaf.publicKey()
        } catch {
            throw PKCS11Error(.noCertificate, "the certificate's public key can't be read: \(error)")
        }
        // All of a private key that a token shows, where it shows it.
        if let modulus = try token.attribute(MTLS_CKA_MODULUS, of: object)?.drop(while: { $0 == 0 }), !modulus.isEmpty,
            (try? publicKey.bare())?.range(of: modulus) == nil
        {
            throw PKCS11Error(
                .mismatch, "the key \(object.name) of \(token.name) does not belong to the certificate \(leaf.subject)")
        }
        self.certificate = leaf
        others = all.map(\.certificate).filter { $0 != leaf }
        let signer = try PKCS11Key(token, object, publicKey: publicKey)
        do {
            key = try PrivateKey(signer: signer, publicKey: publicKey)
        } catch {
            throw PKCS11Error(.unsupportedKey, "\(error)")
        }
    }

    private static func token(of module: PKCS11Module, _ uri: PKCS11URI) throws(PKCS11Error) -> PKCS11Token {
        let all = try module.tokens()
        var fitting = all.filter(uri.fits)
        // Stores of certificates, such as p11-kit's of the system's roots, hold no keys and know no PIN.
        if fitting.count > 1 { fitting = fitting.filter(\.needsLogin) }
        if let info = fitting.first, fitting.count == 1 {
            if info.isLocked {
                throw PKCS11Error(
                    .locked, "the token \"\(info.label)\" is locked: a wrong PIN was given too often",
                    hint: "unlock it with its security officer's PIN, or PUK")
            }
            return module.token(info)
        }
        let there = all.map { "\"\($0.label)\" (serial \($0.serial))" }.joined(separator: ", ")
        if fitting.isEmpty {
            throw PKCS11Error(
                .unavailable,
                all.isEmpty ? "there is no token" : "none of the tokens is the one that is meant: \(there)",
                hint: all.isEmpty
                    ? "plug it in, or see that its module is the one that is asked"
                    : "correct the PKCS #11 URI, or plug it in")
        }
        throw PKCS11Error(
            .ambiguous, "\(fitting.count) tokens may be meant: \(there)", hint: "name one in the URI: token= or serial="
        )
    }

    private static func key(of token: PKCS11Token, _ uri: PKCS11URI) throws(PKCS11Error) -> PKCS11Token.Object {
        let keys = try token.keys(id: uri.id, label: uri.object)
        if let key = keys.first, keys.count == 1 { return key }
        if keys.isEmpty {
            let all = try token.keys(id: nil, label: nil).map(\.name).joined(separator: ", ")
            throw PKCS11Error(
                .noKey, "\(token.name) has no such private key" + (all.isEmpty ? ", and no other" : "; it has \(all)"),
                hint: "correct object= or id= in the URI")
        }
        throw PKCS11Error(
            .ambiguous,
            "\(token.name) has \(keys.count) private keys that may be meant: \(keys.map(\.name).joined(separator: ", "))",
            hint: "name one in the URI: object= or id=")
    }

    private static func certificate(
        of key: PKCS11Token.Object, among all: [(object: PKCS11Token.Object, certificate: X509Certificate)],
        _ token: PKCS11Token
    ) throws(PKCS11Error) -> X509Certificate {
        let found = all.filter { $0.object.id == key.id }
        if let certificate = found.first?.certificate, found.count == 1 { return certificate }
        if found.isEmpty {
            throw PKCS11Error(
                .noCertificate, "\(token.name) has no certificate for the key \(key.name)",
                hint: "give the certificate, or store it in the token under the key's id")
        }
        throw PKCS11Error(
            .ambiguous, "\(token.name) has \(found.count) certificates for the key \(key.name)",
            hint: "give the one that is meant, or remove the others")
    }

    private static func pin(in path: String) throws(PKCS11Error) -> SecretBytes {
        guard let data = FileManager.default.contents(atPath: path), !data.isEmpty else {
            throw PKCS11Error(.pinRequired, "the file of pin-source, \(path), can't be read, or is empty")
        }
        // Without the line's end that editors leave.
        return SecretBytes(data.prefix { $0 != 0x0A && $0 != 0x0D })
    }
}
