import Foundation
import MutualTLSPKCS12

/// What a PKCS#12 file holds, decrypted.
package struct PKCS12Contents: Sendable {
    /// A private key of the file.
    package struct Key: Sendable {
        /// The key, independent of the file's algorithms.
        package let key: PrivateKey
        /// What ties it to its certificate; nil where there is none.
        package let localKeyID: Data?
        /// Its alias; nil where there is none.
        package let friendlyName: String?
        /// Whether the file encrypts it (a shrouded key bag); a key bag holds it plain, at most inside an encrypted part.
        package let isShrouded: Bool
        /// Whether it stands in a bag of bags.
        package let isNested: Bool
    }

    /// A key that could not be read.
    package struct UnreadKey: Sendable, Hashable {
        /// Its kind; nil where it is damaged.
        package let algorithm: PrivateKeyInfo.Algorithm?
        /// What ties it to its certificate.
        package let label: BagLabel
        /// See ``Key/isShrouded``.
        package let isShrouded: Bool
        /// See ``Key/isNested``.
        package let isNested: Bool
        /// Whether it is under another password than the file.
        package var isLocked = false
        /// Whether it is none, or of a kind that is known and makes none.
        package var isDamaged: Bool { !isLocked && algorithm == nil }

        /// Its kind, or what else is the matter, for people.
        package var description: String {
            isLocked ? "encrypted under another password than the file's" : algorithm.map { "\($0)" } ?? "damaged"
        }
    }

    /// A certificate of the file.
    package struct Certificate: Sendable {
        /// The certificate.
        package let certificate: X509Certificate
        /// What ties it to its key; nil where there is none.
        package let localKeyID: Data?
        /// Its alias; nil where there is none.
        package let friendlyName: String?
        /// Whether it stands in a bag of bags.
        package let isNested: Bool
    }

    /// Something that could not be made use of.
    package enum Unread: Sendable, Hashable {
        /// A certificate that is damaged.
        case certificate
        /// A key of a kind that OpenSSL does not read, or damaged.
        case key
        /// A certificate that is not X.509.
        case otherCertificate
        /// A revocation list or a secret, which no identity needs.
        case unneeded
        /// A bag of a type that RFC 7292 does not know.
        case unknownBag
    }

    /// The keys, in the file's order.
    package internal(set) var keys: [Key] = []
    /// The certificates, in the file's order.
    package internal(set) var certificates: [Certificate] = []
    /// What was left out, in the file's order.
    package internal(set) var unread: [Unread] = []
    /// What of it does not stand in a bag of bags.
    package internal(set) var unreadAtTop: Set<Unread> = []
    /// More about the keys among what was left out, in the file's order.
    package internal(set) var unreadKeys: [UnreadKey] = []
    /// Whether an entry at the top has a friendly name or a local key identifier of another type than the standard's.
    package internal(set) var hasOddAttributes = false
    /// What the parts and the keys are encrypted with, in the order of their decryption.
    package internal(set) var encryption: [PasswordBasedEncryption] = []
    /// What protects the file's integrity; nil for a file without.
    package internal(set) var mac: MacData?
    /// What the password turned out to be; `unknown` where nothing in the file depends on one.
    package internal(set) var password = PKCS12Traits.Password.unknown

    /// Nothing yet.
    package init() {}
}
