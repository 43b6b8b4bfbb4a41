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
                leaveOut(.certificate, bag)
            }
        case .otherCertificate: leaveOut(.otherCertificate, bag)
        case .crl, .otherCRL, .secret, .unknown(.crlBag), .unknown(.secretBag): leaveOut(.unneeded, bag)
        case .unknown: leaveOut(.unknownBag, bag)
        }
    }

    /// Adds a key, decrypted where it was shrouded.
    mutating func addKey(_ der: Data, of bag: SafeBag, isShrouded: Bool) {
        // Where there is no MAC, nothing else vouches for a key's bytes.
        if let key = try? PrivateKey(der: der), mac != nil || key.provesItself {
            keys.append(
                .init(
                    key: key, localKeyID: bag.localKeyID, friendlyName: bag.friendlyName, isShrouded: isShrouded,
                    isNested: bag.isNested))
        } else {
            leaveOut(.key, bag)
            unreadKeys.append(
                .init(
                    algorithm: Self.unknownAlgorithm(der), label: bag.label, isShrouded: isShrouded,
                    isNested: bag.isNested))
        }
    }

    /// What kind of key OpenSSL does not have; nil for one that is damaged.
    private static func unknownAlgorithm(_ der: Data) -> PrivateKeyInfo.Algorithm? {
        (try? PrivateKeyInfo(der: der)).flatMap { KeyReader.isKnown($0.algorithm) ? nil : $0.algorithm }
    }

    /// Notes a key that the file's password does not open.
    mutating func addLockedKey(of bag: SafeBag) {
        leaveOut(.key, bag)
        unreadKeys.append(
            .init(algorithm: nil, label: bag.label, isShrouded: true, isNested: bag.isNested, isLocked: true))
    }

    private mutating func leaveOut(_ kind: Unread, _ bag: SafeBag) {
        unread.append(kind)
        if !bag.isNested { unreadAtTop.insert(kind) }
    }
}
