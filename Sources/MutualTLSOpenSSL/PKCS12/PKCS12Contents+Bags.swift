import Foundation
import MutualTLSPKCS12

extension PKCS12Contents {
    /// Adds what a bag holds in the clear; a shrouded key is left out.
    package mutating func add(_ bag: SafeBag) {
        switch bag.kind {
        case .key(let der): addKey(der, of: bag, isShrouded: false)
        case .shroudedKey: break
        case .certificate(let der):
            if let certificate = try? X509Certificate(der: der) {
                certificates.append(
                    .init(
                        certificate: certificate, localKeyID: bag.localKeyID, friendlyName: bag.friendlyName,
                        isNested: bag.isNested))
            } else {
                unread.append(.certificate)
            }
        case .otherCertificate: unread.append(.otherCertificate)
        case .crl, .otherCRL, .secret, .unknown(.crlBag), .unknown(.secretBag): unread.append(.unneeded)
        case .unknown: unread.append(.unknownBag)
        }
    }

    /// Adds a key, decrypted where it was shrouded.
    mutating func addKey(_ der: Data, of bag: SafeBag, isShrouded: Bool) {
        if let key = try? PrivateKey(der: der) {
            keys.append(
                .init(
                    key: key, localKeyID: bag.localKeyID, friendlyName: bag.friendlyName, isShrouded: isShrouded,
                    isNested: bag.isNested))
        } else {
            unread.append(.key)
            unreadKeys.append(
                .init(
                    algorithm: (try? PrivateKeyInfo(der: der))?.algorithm, isShrouded: isShrouded,
                    isNested: bag.isNested))
        }
    }
}
