#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// Opens a PKCS#12 file, as iOS does. Nothing is stored.
    ///
    /// A key and a certificate make an identity when the file ties them together: by local key identifier, or without one by
    /// friendly name. It accepts what iOS accepts and no more.
    /// - Parameters:
    ///   - pkcs12_data: the file.
    ///   - options: `kSecImportExportPassphrase`, the password; without it the file is tried with the empty one.
    ///   - items: receives one dictionary for each identity, with `kSecImportItemIdentity`, `kSecImportItemTrust` and
    ///     `kSecImportItemCertChain`; an empty array where the file has no identity. Untouched on failure.
    /// - Returns: `errSecAuthFailed` for a wrong password and for a MAC that iOS can't check, `errSecDecode` for all that is
    ///   no PKCS#12, damaged, or encrypted in a way that iOS does not know.
    @discardableResult
    public func SecPKCS12Import(
        _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
    ) -> OSStatus {
        guard let file = try? PKCS12File(pkcs12_data), let mac = file.mac else { return errSecDecode }
        guard isAccepted(mac) else { return errSecAuthFailed }
        let password = options[kSecImportExportPassphrase] as? String ?? ""
        let contents: PKCS12Contents
        do {
            contents = try PKCS12Reader.read(file, password: SecretBytes(utf8: password), forms: .standard)
        } catch {
            return error.code == .wrongPassword || error.code == .passwordRequired ? errSecAuthFailed : errSecDecode
        }
        let isWhole =
            contents.encryption.allSatisfy(isAccepted)
            && !contents.unread.contains { [.certificate, .key, .unknownBag].contains($0) }
            && contents.keys.allSatisfy { !$0.isShrouded || ["RSA", "EC"].contains($0.key.algorithm) }
        guard isWhole else { return errSecDecode }
        items.pointee = identities(in: contents).map { item($0, contents) }
        return errSecSuccess
    }

    /// Since iOS 18, HMAC with SHA-1 and the SHA-2 family over PKCS#12's own key derivation; never PBMAC1.
    private func isAccepted(_ mac: MacData) -> Bool {
        guard case .pkcs12(let digest) = mac.scheme, !mac.salt.isEmpty, UInt32(exactly: mac.iterations) != nil else {
            return false
        }
        let sha2 = (1...4).map { "2.16.840.1.101.3.4.2.\($0)" }
        return digest == .sha1 || sha2.contains(digest.description)
    }

    /// PKCS#12's own schemes but that with two-key triple DES; and since iOS 18 one kind of PBES2.
    private func isAccepted(_ encryption: PasswordBasedEncryption) -> Bool {
        switch encryption.keyDerivation {
        case .pkcs12: encryption.name != "pbeWithSHA1And2-KeyTripleDES-CBC"
        case .pbkdf2(let parameters):
            encryption.cipher.name == "AES-256-CBC" && parameters.prf.description == "1.2.840.113549.2.9"
        case .pbkdf1, .scrypt: false
        }
    }

    /// What ties entries of a file together.
    private enum Tie: Hashable {
        case localKeyID(Data)
        case friendlyName(String)
        /// Nothing ties this one.
        case none(Int)

        init(_ localKeyID: Data?, _ friendlyName: String?, _ index: Int) {
            if let localKeyID {
                self = .localKeyID(localKeyID)
            } else if let friendlyName {
                self = .friendlyName(friendlyName)
            } else {
                self = .none(index)
            }
        }
    }

    /// One identity for each tie that has a key and a certificate; of several keys or certificates the last counts.
    private func identities(in contents: PKCS12Contents) -> [SecIdentity] {
        var keys: [Tie: PrivateKey] = [:]
        var certificates: [Tie: X509Certificate] = [:]
        var order: [Tie] = []
        for (index, entry) in contents.keys.enumerated() where entry.isShrouded {
            let tie = Tie(entry.localKeyID, entry.friendlyName, index)
            if keys.updateValue(entry.key, forKey: tie) == nil { order.append(tie) }
        }
        for (index, entry) in contents.certificates.enumerated() {
            // Counted on from the keys, so that what nothing ties stays alone.
            certificates[Tie(entry.localKeyID, entry.friendlyName, contents.keys.count + index)] = entry.certificate
        }
        return order.compactMap { tie in
            guard let key = keys[tie], let certificate = certificates[tie] else { return nil }
            return SecIdentity(unchecked: SecCertificate(certificate), privateKey: key)
        }
    }

    private func item(_ identity: SecIdentity, _ contents: PKCS12Contents) -> CFDictionary {
        let others = contents.certificates.map { SecCertificate($0.certificate) }.filter { $0 != identity.certificate }
        let trust = SecTrust(certificates: [identity.certificate] + others, policies: [SecPolicyCreateBasicX509()])
        return [
            kSecImportItemIdentity: identity,
            kSecImportItemTrust: trust,
            kSecImportItemCertChain: trust.evaluation().chain,
        ]
    }
#endif
