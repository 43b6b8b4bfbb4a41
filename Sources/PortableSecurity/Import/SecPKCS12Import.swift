#if !canImport(Security)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12

    /// Opens a PKCS#12 file, as iOS 18 does. Nothing is stored, `kSecImportToMemoryOnly` or not, but with
    /// `kSecUseDataProtectionKeychain`: then the identities and the certificates of their chains are, with the other options
    /// as their attributes. What is stored already is no error.
    ///
    /// What is wrong is looked for in this order: the frame of the file, its MAC, its contents. So damaged contents with a
    /// wrong password are `errSecAuthFailed`. A key and a certificate make an identity when the file ties them together: by
    /// local key identifier, or without one by friendly name. Public keys are not compared. Keys that the file does not
    /// encrypt, revocation lists, secrets, SDSI certificates and bags of bags are passed over. Which algorithms are known stands
    /// in `AppleImporter`.
    ///
    /// macOS differs: since 15.4 it takes an empty password for none (the MAC's key is derived from no bytes), where this
    /// follows iOS and derives it from the two bytes that end an empty string; for a file with certificates alone, it gives
    /// a dictionary with their chain, where this gives none; with a file keychain, it stores what it finds and adds
    /// `kSecImportItemLabel` and `kSecImportItemKeyID`.
    /// - Parameters:
    ///   - pkcs12_data: the file.
    ///   - options: `kSecImportExportPassphrase`, the password; without it the file is tried with the empty one.
    ///     `kSecUseDataProtectionKeychain`, a boolean, and with it `kSecImportExportKeychain` and what `SecItemAdd` takes.
    ///   - items: receives one dictionary for each identity, with `kSecImportItemIdentity`, `kSecImportItemTrust` and
    ///     `kSecImportItemCertChain`; an empty array where the file has no identity. Untouched on failure.
    /// - Returns: `errSecAuthFailed` for a wrong password and for a MAC that iOS can't check; `errSecDecode` for all that is
    ///   no PKCS#12, has no MAC, is damaged, encrypted in a way that iOS does not know, or holds a certificate or an
    ///   encrypted key that it does not know; `errSecInternal` where iOS would open a file and this library can't, as it
    ///   asks for too many rounds of key derivation, or OpenSSL's legacy provider is not installed.
    @discardableResult
    public func SecPKCS12Import(
        _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
    ) -> OSStatus {
        guard let frame = try? PFX(pkcs12_data), frame.hasMAC else { return errSecDecode }
        // From here on a MAC that says nothing is one that says no.
        guard let mac = try? frame.mac() else { return errSecAuthFailed }
        if let refusal = AppleImporter.new.refusal(of: mac) { return refusal.status }
        let password = SecretBytes(utf8: options[kSecImportExportPassphrase] as? String ?? "")
        do {
            let contents: PKCS12Contents
            if let file = try? PKCS12File(frame) {
                contents = try PKCS12Reader.read(
                    file, password: password, forms: .standard, skipsNested: true, asksMACFirst: true)
            } else {
                let isRight = try PKCS12Reader.verifies(
                    mac, content: frame.authenticatedContent, password: password)
                return isRight ? errSecDecode : errSecAuthFailed
            }
            if let refusal = AppleImporter.new.refusal(ofContents: PKCS12Traits(contents)) { return refusal.status }
            guard let certificates = certificates(of: contents) else { return errSecDecode }
            let found = identities(in: contents, certificates).map { ($0, item($0, certificates)) }
            return PortableSecurity.status { () throws(ItemFault) in
                if let storage = try PKCS12Storage(options) {
                    for (identity, item) in found {
                        try storage.store(identity, chain: item[kSecImportItemCertChain] as? [SecCertificate] ?? [])
                    }
                }
                items.pointee = found.map(\.1)
            }
        } catch {
            return status(of: error)
        }
    }

    private func status(of error: IdentityFileError) -> OSStatus {
        switch error.code {
        case .wrongPassword, .passwordRequired: errSecAuthFailed
        case .tooManyIterations, .legacyProviderMissing: errSecInternal
        default: errSecDecode
        }
    }

    /// All certificates; nil when Apple's parser refuses one, which spoils the file.
    private func certificates(of contents: PKCS12Contents) -> [SecCertificate]? {
        let parsed = contents.certificates.compactMap { SecCertificateCreateWithData(nil, $0.certificate.der) }
        return parsed.count == contents.certificates.count ? parsed : nil
    }

    private func identities(in contents: PKCS12Contents, _ certificates: [SecCertificate]) -> [SecIdentity] {
        let keys = contents.keys.filter(\.isShrouded)
        return BagLabel.appleIdentities(keys: keys.map(\.label), certificates: contents.certificates.map(\.label)).map {
            SecIdentity(unchecked: certificates[$0.certificate], key: SecKey(keys[$0.key].key))
        }
    }

    private func item(_ identity: SecIdentity, _ certificates: [SecCertificate]) -> CFDictionary {
        let others = certificates.filter { $0 != identity.certificate }
        let trust = SecTrust(certificates: [identity.certificate] + others, policies: [SecPolicyCreateBasicX509()])
        return [
            kSecImportItemIdentity: identity,
            kSecImportItemTrust: trust,
            kSecImportItemCertChain: trust.evaluation().chain,
        ]
    }
#endif
