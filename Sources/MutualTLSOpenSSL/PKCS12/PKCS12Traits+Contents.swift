import MutualTLSPKCS12

extension PKCS12Traits {
    /// Of a file that was opened.
    package init(_ contents: PKCS12Contents) {
        self.init()
        mac = contents.mac
        encryption = contents.encryption.map { .scheme($0) }
        password = contents.password
        keys =
            contents.keys.map {
                let info = $0.key.info
                return Key(
                    algorithm: info?.algorithm, isMultiPrime: info?.isMultiPrime ?? false, label: $0.label,
                    isShrouded: $0.isShrouded, isNested: $0.isNested)
            }
            + contents.unreadKeys.map {
                Key(algorithm: $0.algorithm, label: $0.label, isShrouded: $0.isShrouded, isNested: $0.isNested)
            }
        certificates = contents.certificates.map {
            Certificate(publicKey: .init(certificate: $0.certificate.der), label: $0.label, isNested: $0.isNested)
        }
        hasOddAttributes = contents.hasOddAttributes
        hasUnknownBags = contents.unreadAtTop.contains(.unknownBag)
        hasDamagedCertificates = contents.unreadAtTop.contains(.certificate)
        hasDamagedKeys = contents.unreadKeys.contains { $0.isShrouded && !$0.isLocked && !$0.isNested }
        hasLockedKeys = contents.unreadKeys.contains { $0.isLocked && !$0.isNested }
    }
}

extension PKCS12Contents.Key {
    /// What joins it to its certificate.
    package var label: BagLabel { BagLabel(localKeyID: localKeyID, friendlyName: friendlyName) }
}

extension PKCS12Contents.Certificate {
    /// What joins it to its key.
    package var label: BagLabel { BagLabel(localKeyID: localKeyID, friendlyName: friendlyName) }
}

extension PrivateKey {
    /// Its structure; nil where it can't be encoded.
    fileprivate var info: PrivateKeyInfo? { try? PrivateKeyInfo(der: pkcs8()) }
}
