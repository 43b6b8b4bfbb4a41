internal import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12

/// Opens private keys as files hold them: PKCS#8 (RFC 5958), PKCS#1 (RFC 8017) and SEC1 (RFC 5915), each encrypted or not.
package enum KeyReader {
    /// Whether a block of a PEM text is a private key. One with the parameters of a curve, which often stands in front of
    /// an EC key that has them itself, is none.
    package static func isKey(_ block: PEMBlock) -> Bool { block.label.hasSuffix("PRIVATE KEY") }

    /// From one block of a PEM text. Labels lie now and then, so that only "ENCRYPTED" is believed.
    /// - Parameters:
    ///   - block: its label, headers (RFC 1421) and body.
    ///   - password: UTF-8, tried in every form that writers are known to have used; nil for none.
    ///   - maximumIterations: how many rounds of key derivation the key may cost in all.
    /// - Throws: `IdentityFileError`; its offset counts in the block's DER.
    package static func read(
        _ block: PEMBlock, password: SecretBytes?, maximumIterations: Int = PKCS12Reader.maximumIterations
    ) throws(IdentityFileError) -> PrivateKey {
        guard isKey(block) else {
            throw IdentityFileError(.malformed, "the PEM block in line \(block.line) is no private key")
        }
        if block.label.hasPrefix("OPENSSH") {
            throw IdentityFileError(
                .unsupportedAlgorithm,
                "the private key is in the format of OpenSSH; convert a copy of it: ssh-keygen -p -m PKCS8 -f COPY")
        }
        if let encryption = try TraditionalEncryption(block) {
            return try open(password) { form throws(IdentityFileError) in
                encryption.decrypt(block.der, password: form.octets)
            }
        }
        if block.label.hasPrefix("ENCRYPTED") { return try encrypted(block.der, password, maximumIterations) }
        return try read(der: block.der, password: password, maximumIterations: maximumIterations)
    }

    /// From DER: one of the three, or an EncryptedPrivateKeyInfo.
    /// - Parameters:
    ///   - der: the key and nothing else.
    ///   - password: as for PEM.
    ///   - maximumIterations: as for PEM.
    /// - Throws: `IdentityFileError`.
    package static func read(
        der: Data, password: SecretBytes?, maximumIterations: Int = PKCS12Reader.maximumIterations
    ) throws(IdentityFileError) -> PrivateKey {
        if startsWithAlgorithm(der) { return try encrypted(der, password, maximumIterations) }
        let info: PrivateKeyInfo
        do {
            info = try PrivateKeyInfo(der: der)
        } catch {
            throw IdentityFileError(privateKey: error)
        }
        return try key(info)
    }

    /// An encrypted key does; plain ones start with a version.
    private static func startsWithAlgorithm(_ der: Data) -> Bool {
        var reader = DERReader(der)
        let elements = try? reader.next(.sequence, "the key").elements()
        return elements?.nextTag == .sequence
    }

    private static func encrypted(
        _ der: Data, _ password: SecretBytes?, _ maximumIterations: Int
    ) throws(IdentityFileError) -> PrivateKey {
        let info: EncryptedPrivateKeyInfo
        do {
            info = try EncryptedPrivateKeyInfo(der: der)
        } catch {
            throw IdentityFileError(privateKey: error)
        }
        let decryption = PasswordDecryption(of: "private key", budget: IterationBudget(maximumIterations))
        return try open(password) { form throws(IdentityFileError) in
            try decryption.decrypt(info.ciphertext, info.algorithm, password: form)
        }
    }

    /// The key that comes out under the first form of the password that fits.
    private static func open(
        _ password: SecretBytes?, decrypt: (PKCS12Password) throws(IdentityFileError) -> Data?
    ) throws(IdentityFileError) -> PrivateKey {
        for form in PKCS12Password.forms(of: password) {
            guard let plain = try decrypt(form) else { continue }
            let info: PrivateKeyInfo
            do {
                info = try PrivateKeyInfo(der: plain)
            } catch {
                if error.code == .unsupported { throw IdentityFileError(privateKey: error) }
                // Padding that fits by chance: a wrong password leaves one time in 256.
                continue
            }
            return try key(info)
        }
        throw password == nil
            ? IdentityFileError(.passwordRequired, "the private key has a password; give it")
            : IdentityFileError(.wrongPassword, "the password of the private key is wrong")
    }

    private static func key(_ info: PrivateKeyInfo) throws(IdentityFileError) -> PrivateKey {
        let name = "\(info.algorithm)"
        guard info.algorithm.authenticates else {
            throw IdentityFileError(
                .unsupportedAlgorithm, "the private key is one of \(name), which can't authenticate in TLS")
        }
        if let key = try? PrivateKey(der: info.encoded) {
            // Nothing else vouches for its bytes.
            if key.provesItself { return key }
            throw IdentityFileError(
                .malformed, "the private key is damaged: what it signs its own public half does not verify", offset: 0)
        }
        guard isKnown(info.algorithm) else {
            throw IdentityFileError(
                .unsupportedAlgorithm, "the private key is one of \(name), which this OpenSSL does not have")
        }
        throw IdentityFileError(
            .malformed, "the private key is damaged: its numbers make no \(name) key", offset: 0)
    }

    /// Whether OpenSSL has the algorithm, and the curve.
    static func isKnown(_ algorithm: PrivateKeyInfo.Algorithm) -> Bool {
        defer { ERR_clear_error() }
        switch algorithm {
        case .ec(let curve?):
            let group = EC_GROUP_new_by_curve_name(OBJ_txt2nid(curve.description))
            defer { EC_GROUP_free(group) }
            return group != nil
        case .other(let oid):
            let implementation = EVP_KEYMGMT_fetch(nil, oid.description, nil)
            defer { EVP_KEYMGMT_free(implementation) }
            return implementation != nil
        default: return true
        }
    }
}
