import Foundation

/// What decides whether an importer opens a PKCS#12 file. From the outside alone some of it is unknown.
package struct PKCS12Traits: Sendable {
    /// How a part or a key is encrypted.
    package enum Encryption: Sendable {
        case scheme(PasswordBasedEncryption)
        /// One that this library does not know, or whose parameters are damaged; the clause is for people.
        case unreadable(String)

        init(_ algorithm: AlgorithmIdentifier) {
            do {
                self = .scheme(try PasswordBasedEncryption(algorithm))
            } catch {
                self = .unreadable(error.reason)
            }
        }
    }

    /// What the password is. Null and empty differ (RFC 7292, B.1), and importers differ in which they mean.
    package enum Password: Hashable, Sendable {
        case unknown, null, empty
        /// Plain is all of ASCII that can be printed.
        case text(isPlain: Bool)
    }

    /// A private key.
    package struct Key: Sendable {
        /// Nil where only the outside was read, and for a key that is damaged.
        package let algorithm: PrivateKeyInfo.Algorithm?
        package let label: BagLabel
        /// Whether it is an RSA key of more than two primes.
        package let isMultiPrime: Bool
        /// Whether the file encrypts it by itself (a shrouded key bag).
        package let isShrouded: Bool
        /// Whether it stands in a bag of bags.
        package let isNested: Bool

        package init(
            algorithm: PrivateKeyInfo.Algorithm?, isMultiPrime: Bool = false, label: BagLabel,
            isShrouded: Bool = true, isNested: Bool = false
        ) {
            self.algorithm = algorithm
            self.isMultiPrime = isMultiPrime
            self.label = label
            self.isShrouded = isShrouded
            self.isNested = isNested
        }
    }

    /// An X.509 certificate.
    package struct Certificate: Sendable {
        /// Its public key's; nil where that can't be told.
        package let publicKey: PrivateKeyInfo.Algorithm?
        package let label: BagLabel
        /// Whether it stands in a bag of bags.
        package let isNested: Bool

        package init(publicKey: PrivateKeyInfo.Algorithm? = nil, label: BagLabel, isNested: Bool = false) {
            self.publicKey = publicKey
            self.label = label
            self.isNested = isNested
        }
    }

    /// What protects the file's integrity; nil for a file without.
    package var mac: MacData?
    /// How parts and keys are encrypted.
    package var encryption: [Encryption] = []
    /// The names of parts that are not under a password, such as those for a public key.
    package var unsupportedParts: [String] = []
    package var password = Password.unknown
    /// The keys that were seen.
    package var keys: [Key] = []
    /// The certificates that were seen.
    package var certificates: [Certificate] = []
    // What stands in bags of bags does not count here: importers that refuse the rest don't look there.

    /// Whether there is an entry of a type that RFC 7292 does not define.
    package var hasUnknownBags = false
    /// Whether there is a certificate that can't be parsed.
    package var hasDamagedCertificates = false
    /// Whether there is an encrypted key that can't be parsed once it is decrypted.
    package var hasDamagedKeys = false
    /// Whether there is a friendly name or a local key identifier of another type than the standard's.
    package var hasOddAttributes = false
    /// Whether there is a key under another password than the file's, as keytool makes them.
    package var hasLockedKeys = false
    /// Whether nothing was left unseen: without the password, only what is not encrypted is.
    package var isComplete = true

    package init() {}

    /// Of the outside of a file.
    package init(_ file: PKCS12File) {
        mac = file.mac
        for part in file.authenticatedSafe {
            switch part.kind {
            case .encrypted(let algorithm, _):
                encryption.append(Encryption(algorithm))
                isComplete = false
            case .unsupported(_, let name):
                unsupportedParts.append(name)
                isComplete = false
            case .data(let data):
                guard let bags = try? SafeContents.bags(in: data, offset: part.offset) else {
                    isComplete = false
                    continue
                }
                for bag in bags { add(bag) }
            }
        }
    }

    private mutating func add(_ bag: SafeBag) {
        let label = bag.label
        if bag.hasOddAttributes, !bag.isNested { hasOddAttributes = true }
        switch bag.kind {
        case .key(let der):
            let algorithm = (try? PrivateKeyInfo(der: der))?.algorithm
            keys.append(Key(algorithm: algorithm, label: label, isShrouded: false, isNested: bag.isNested))
        case .shroudedKey(let info):
            encryption.append(Encryption(info.algorithm))
            keys.append(Key(algorithm: nil, label: label, isNested: bag.isNested))
        case .certificate(let der):
            certificates.append(
                Certificate(publicKey: .init(certificate: der), label: label, isNested: bag.isNested))
        case .unknown(.crlBag), .unknown(.secretBag): break
        case .unknown: if !bag.isNested { hasUnknownBags = true }
        case .otherCertificate, .crl, .otherCRL, .secret: break
        }
    }
}

extension PKCS12Traits {
    /// How many identities Apple's importer makes of the file; nil while something is unseen. Keys that are not encrypted
    /// by themselves and what is in bags of bags it passes over; those on curves that `SecKey` may not know are not counted.
    package var appleIdentityCount: Int? {
        appleKeys.map { keys in keys.filter { $0.algorithm?.isUniversal != false }.count }
    }

    /// The keys that Apple's importer ties to a certificate.
    var appleKeys: [Key]? {
        guard isComplete else { return nil }
        let keys = keys.filter { $0.isShrouded && !$0.isNested }
        return BagLabel.appleIdentities(
            keys: keys.map(\.label), certificates: certificates.filter { !$0.isNested }.map(\.label)
        ).map { keys[$0.key] }
    }

    /// The encryption schemes that are known.
    var schemes: [PasswordBasedEncryption] {
        encryption.compactMap { if case .scheme(let scheme) = $0 { scheme } else { nil } }
    }

    /// How many rounds of key derivation the MAC and each scheme ask for.
    var iterationCounts: [Int] { [mac?.iterations].compactMap { $0 } + schemes.map(\.iterations) }

    /// Why what encrypts the file can't be read by anybody who knows no more than this library.
    var unreadableEncryption: String? {
        encryption.lazy.compactMap { if case .unreadable(let reason) = $0 { reason } else { nil } }.first
    }
}
