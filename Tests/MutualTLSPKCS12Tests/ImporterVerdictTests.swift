import Foundation
import TestSupport
import Testing

@testable import MutualTLSPKCS12

/// Which systems open a file, of files that were made for the question.
@Suite struct ImporterVerdictTests {
    private typealias W = DERWriter
    private typealias B = PKCS12Builder

    /// What a row of the table expects: whether each of the five opens it, and words that must be in the clauses.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// old Apple, new Apple, OpenSSL, Java, Windows: 1 opens, 0 does not.
        let opens: String
        let statuses: [Int32]
        /// By the system's place.
        let words: [Int: String]
        let change: @Sendable (inout PKCS12Traits) -> Void
    }

    private static func scheme(_ algorithm: Data) -> PKCS12Traits.Encryption {
        guard let identifier = try? AlgorithmIdentifier(der: algorithm) else { return .unreadable("no algorithm") }
        do {
            return .scheme(try PasswordBasedEncryption(identifier))
        } catch {
            return .unreadable(error.reason)
        }
    }

    private static func mac(
        _ oid: String, _ byteCount: Int, iterations: Data? = W.integer(2048), parameters: Data = W.null
    ) -> MacData? {
        let data = B.mac(
            algorithm: W.sequence(W.oid(oid), parameters), byteCount: byteCount, iterations: iterations)
        return try? PKCS12File(B.file(parts: [], mac: data)).mac
    }

    private static let sha1 = mac("1.3.14.3.2.26", 20)
    private static let sha256 = mac("2.16.840.1.101.3.4.2.1", 32)
    private static let modern = scheme(B.pbes2(B.pbkdf2(iterations: 2048)))

    /// An RSA key with its certificate, as iOS 17 likes it.
    private static var classic: PKCS12Traits {
        var traits = PKCS12Traits()
        traits.mac = sha1
        traits.encryption = [scheme(B.pbe(3))]
        traits.password = .text(isPlain: true)
        let label = BagLabel(localKeyID: Data([1]))
        traits.keys = [.init(algorithm: .rsa, label: label)]
        traits.certificates = [.init(label: label)]
        return traits
    }

    private static func key(_ algorithm: PrivateKeyInfo.Algorithm, isShrouded: Bool = true) -> PKCS12Traits.Key {
        .init(algorithm: algorithm, label: BagLabel(localKeyID: Data([1])), isShrouded: isShrouded)
    }

    static let rows: [Row] = [
        Row(
            testDescription: "3DES and SHA-1", opens: "11111", statuses: [0, 0],
            words: [0: "nothing stands in the way", 2: "nothing", 3: "nothing", 4: "nothing"]
        ) { _ in },
        Row(
            testDescription: "RC2-40", opens: "11011", statuses: [0, 0], words: [2: "RC2-40-CBC in its legacy provider"]
        ) { $0.encryption = [scheme(B.pbe(6))] },
        Row(
            testDescription: "RC4-128", opens: "11010", statuses: [0, 0],
            words: [2: "legacy provider", 4: "not known"]
        ) { $0.encryption = [scheme(B.pbe(1))] },
        Row(
            testDescription: "two-key 3DES", opens: "00100", statuses: [-26275, -26275],
            words: [0: "pbeWithSHA1And2-KeyTripleDES-CBC", 3: "2-Key"]
        ) { $0.encryption = [scheme(B.pbe(4))] },
        Row(
            testDescription: "OpenSSL 3's default", opens: "01111", statuses: [-25293, 0],
            words: [0: "its MAC uses SHA-256, and iOS 17 knows only SHA-1", 4: "since Windows 10 1709 and Server 2019"]
        ) {
            $0.mac = sha256
            $0.encryption = [modern, modern]
        },
        Row(
            testDescription: "AES-256 under a SHA-1 MAC", opens: "01111", statuses: [-26275, 0],
            words: [0: "PBES2 AES-256-CBC", 4: "as it uses AES-256"]
        ) { $0.encryption = [modern] },
        Row(
            testDescription: "AES-128", opens: "00110", statuses: [-26275, -26275],
            words: [1: "PBES2 only with AES-256-CBC", 4: "not known"]
        ) { $0.encryption = [scheme(B.pbes2(B.pbkdf2(iterations: 2048), cipher: "2.16.840.1.101.3.4.1.2"))] },
        Row(testDescription: "AES-192", opens: "00100", statuses: [-26275, -26275], words: [3: "AES-192-CBC"]) {
            $0.encryption = [scheme(B.pbes2(B.pbkdf2(iterations: 2048), cipher: "2.16.840.1.101.3.4.1.22"))]
        },
        Row(testDescription: "HMAC-SHA-512", opens: "00110", statuses: [-26275, -26275], words: [1: "HMAC-SHA-512"]) {
            $0.encryption = [scheme(B.pbes2(B.pbkdf2(iterations: 2048, prf: 11)))]
        },
        Row(
            testDescription: "a key length of another cipher", opens: "00000", statuses: [-26275, -26275],
            words: [2: "under a key of 32 bytes", 3: "32 bytes"]
        ) {
            let derivation = B.pbkdf2(iterations: 2048, keyLength: W.integer(32))
            $0.encryption = [scheme(B.pbes2(derivation, cipher: "2.16.840.1.101.3.4.1.2"))]
        },
        Row(testDescription: "an unknown scheme", opens: "00000", statuses: [-26275, -26275], words: [3: "1.2.3"]) {
            $0.encryption = [scheme(W.sequence(W.oid("1.2.3"), W.null))]
        },
        Row(
            testDescription: "a SHA-512 MAC", opens: "01110", statuses: [-25293, 0],
            words: [0: "SHA-512", 4: "Microsoft documents only SHA-1 and SHA-256"]
        ) { $0.mac = mac("2.16.840.1.101.3.4.2.3", 64) },
        Row(
            testDescription: "an MD5 MAC", opens: "00100", statuses: [-25293, -25293],
            words: [1: "MD5, and iOS knows only SHA-1 and the SHA-2 family", 3: "MD5"]
        ) { $0.mac = mac("1.2.840.113549.2.5", 16) },
        Row(
            testDescription: "PBMAC1", opens: "00000", statuses: [-25293, -25293],
            words: [0: "PBMAC1", 1: "PBMAC1", 2: "since 3.4", 3: "PBMAC1", 4: "nothing says"]
        ) {
            let data = B.mac(algorithm: B.pbmac1(B.pbkdf2(keyLength: W.integer(32))))
            $0.mac = try? PKCS12File(B.file(parts: [], mac: data)).mac
        },
        Row(
            testDescription: "no MAC", opens: "00111", statuses: [-26275, -26275],
            words: [1: "it has no MAC", 2: "warning"]
        ) { $0.mac = nil },
        Row(
            testDescription: "a million rounds", opens: "11110", statuses: [0, 0],
            words: [4: "1000000 rounds of key derivation, and Windows does at most 600000"]
        ) { $0.encryption = [scheme(B.pbe(3, iterations: W.integer(1_000_000)))] },
        Row(
            testDescription: "more rounds than Java does, in the MAC", opens: "11100", statuses: [0, 0],
            words: [3: "at most 5000000"]
        ) { $0.mac = mac("1.3.14.3.2.26", 20, iterations: W.integer(5_000_001)) },
        Row(testDescription: "no salt", opens: "11101", statuses: [0, 0], words: [3: "without a salt"]) {
            $0.encryption = [scheme(B.pbe(3, salt: 0))]
        },
        Row(
            testDescription: "an empty password", opens: "11111", statuses: [0, 0],
            words: [1: "macOS 15.4 and newer take an empty password for none", 4: "an empty password"]
        ) { $0.password = .empty },
        Row(
            testDescription: "the null password", opens: "00111", statuses: [-25293, -25293],
            words: [1: "macOS 15.4 and newer read it", 4: "gives no password"]
        ) { $0.password = .null },
        Row(testDescription: "a password in Greek", opens: "11101", statuses: [0, 0], words: [3: "outside ASCII"]) {
            $0.password = .text(isPlain: false)
        },
        Row(
            testDescription: "Ed25519", opens: "00111", statuses: [-26275, -26275],
            words: [1: "its key is Ed25519, and iOS knows only RSA and elliptic curves", 4: "Ed25519 key"]
        ) { $0.keys = [key(.ed25519)] },
        Row(testDescription: "GOST", opens: "00001", statuses: [-26275, -26275], words: [2: "GOST R 34.10-2001"]) {
            $0.keys = [key(.other(OID(1, 2, 643, 2, 2, 19)))]
        },
        Row(
            testDescription: "a plain key", opens: "00101", statuses: [0, 0],
            words: [1: "it imports, but gives no identity: its key is not encrypted by itself", 3: "plain key bag"]
        ) { $0.keys = [key(.rsa, isShrouded: false)] },
        Row(
            testDescription: "no ties", opens: "00101", statuses: [0, 0],
            words: [1: "no local key identifier", 3: "no local key identifier"]
        ) {
            $0.keys = [.init(algorithm: .rsa, label: BagLabel())]
            $0.certificates = [.init(label: BagLabel())]
        },
        Row(
            testDescription: "ties that lead elsewhere", opens: "00101", statuses: [0, 0],
            words: [1: "no local key identifier", 3: "no local key identifier"]
        ) { $0.certificates = [.init(label: BagLabel(localKeyID: Data([2])))] },
        Row(
            testDescription: "a name that ties beside an identifier that does not", opens: "00111", statuses: [0, 0],
            words: [1: "no local key identifier"]
        ) {
            $0.keys = [.init(algorithm: .rsa, label: BagLabel(localKeyID: Data([1]), friendlyName: "Key"))]
            $0.certificates = [.init(label: BagLabel(localKeyID: Data([2]), friendlyName: "key"))]
        },
        Row(testDescription: "a key alone", opens: "00111", statuses: [0, 0], words: [1: "it holds no certificate"]) {
            $0.certificates = []
        },
        Row(
            testDescription: "certificates alone", opens: "00111", statuses: [0, 0],
            words: [1: "it holds no private key", 3: "shows no certificate without a key"]
        ) { $0.keys = [] },
        Row(
            testDescription: "an identity in a bag of bags", opens: "00101", statuses: [0, 0], words: [0: "bag of bags"]
        ) { $0.keys = [.init(algorithm: .rsa, label: BagLabel(localKeyID: Data([1])), isNested: true)] },
        Row(testDescription: "one key of two", opens: "11111", statuses: [0, 0], words: [1: "with 1 of its 2 keys"]) {
            $0.keys.append(.init(algorithm: .rsa, label: BagLabel(localKeyID: Data([9]))))
        },
        Row(testDescription: "an unknown bag", opens: "00111", statuses: [-26275, -26275], words: [1: "no standard"]) {
            $0.hasUnknownBags = true
        },
        Row(testDescription: "a damaged certificate", opens: "00000", statuses: [-26275, -26275], words: [2: "parsed"])
        {
            $0.hasDamagedCertificates = true
        },
        Row(testDescription: "a damaged key", opens: "00000", statuses: [-26275, -26275], words: [3: "a key that"]) {
            $0.keys = [.init(algorithm: nil, label: BagLabel(localKeyID: Data([1])))]
            $0.hasDamagedKeys = true
        },
        Row(
            testDescription: "a key on secp256k1", opens: "00111", statuses: [0, 0],
            words: [
                0: "its key is EC secp256k1, and SecKey is known to take only P-256, P-384 and P-521",
                4: "whether its EC secp256k1 key can be used is not known",
            ]
        ) { $0.keys = [key(.ec(curve: OID(1, 3, 132, 0, 10)))] },
        Row(
            testDescription: "a key on P-521", opens: "11111", statuses: [0, 0], words: [1: "nothing stands in the way"]
        ) { $0.keys = [key(.ec(curve: .secp521r1))] },
        Row(
            testDescription: "a key on SM2", opens: "00101", statuses: [0, 0],
            words: [1: "its key is EC SM2", 3: "its key is EC SM2, which Java 17 does not know"]
        ) { $0.keys = [key(.ec(curve: OID(1, 2, 156, 10_197, 1, 301)))] },
        Row(
            testDescription: "a key on a twisted curve", opens: "00101", statuses: [0, 0],
            words: [3: "its key is EC brainpoolP256t1, which Java 17 does not know"]
        ) { $0.keys = [key(.ec(curve: OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 8)))] },
        Row(
            testDescription: "a key on a curve of its own", opens: "00101", statuses: [0, 0],
            words: [1: "not known", 3: "its key is EC with parameters of its own, which Java 17 does not know"]
        ) { $0.keys = [key(.ec(curve: nil))] },
        Row(
            testDescription: "a certificate on a curve of its own", opens: "11101", statuses: [0, 0],
            words: [3: "it holds a certificate whose key is EC with parameters of its own"]
        ) { $0.certificates.append(.init(publicKey: .ec(curve: nil), label: BagLabel())) },
        Row(
            testDescription: "a key on secp256k1 beside one of RSA", opens: "11111", statuses: [0, 0],
            words: [1: "with 1 of its 2 keys"]
        ) {
            let label = BagLabel(localKeyID: Data([9]))
            $0.keys.append(.init(algorithm: .ec(curve: OID(1, 3, 132, 0, 10)), label: label))
            $0.certificates.append(.init(label: label))
        },
        Row(
            testDescription: "a key of three primes", opens: "11101", statuses: [0, 0],
            words: [3: "its key is RSA with more than two primes"]
        ) { $0.keys = [.init(algorithm: .rsa, isMultiPrime: true, label: BagLabel(localKeyID: Data([1])))] },
        Row(
            testDescription: "a name that is no string", opens: "11101", statuses: [0, 0],
            words: [3: "of another type than the standard's"]
        ) { $0.hasOddAttributes = true },
        Row(
            testDescription: "more rounds than OpenSSL counts", opens: "11000", statuses: [0, 0],
            words: [2: "2147483648 rounds of key derivation, and OpenSSL counts to 2147483647"]
        ) { $0.encryption = [scheme(B.pbe(3, iterations: W.integer(2_147_483_648)))] },
        Row(
            testDescription: "as many rounds as OpenSSL counts", opens: "11100", statuses: [0, 0], words: [2: "nothing"]
        ) { $0.encryption = [scheme(B.pbe(3, iterations: W.integer(2_147_483_647)))] },
        Row(
            testDescription: "AES-256-CFB", opens: "00100", statuses: [-26275, -26275],
            words: [1: "PBES2 AES-256-CFB", 3: "AES-256-CFB", 4: "not known"]
        ) { $0.encryption = [scheme(B.pbes2(B.pbkdf2(iterations: 2048), cipher: "2.16.840.1.101.3.4.1.44"))] },
        Row(
            testDescription: "AES-256-GCM", opens: "00000", statuses: [-26275, -26275],
            words: [2: "AES-256-GCM, PBKDF2 HMAC-SHA-256, which OpenSSL does not take"]
        ) { $0.encryption = [scheme(B.pbes2(B.pbkdf2(iterations: 2048), cipher: "2.16.840.1.101.3.4.1.46"))] },
        Row(
            testDescription: "a part for a public key", opens: "00100", statuses: [-26275, -26275],
            words: [3: "envelopedData"]
        ) { $0.unsupportedParts = ["envelopedData (encrypted for a certificate)"] },
        Row(
            testDescription: "the outside alone", opens: "11111", statuses: [0, 0],
            words: [1: "if its key is RSA or elliptic-curve", 3: "as far as can be seen without the password"]
        ) {
            $0.isComplete = false
            $0.keys = []
            $0.certificates = []
        },
    ]

    @Test("each system opens a file or says what stands in the way", arguments: rows)
    func verdicts(row: Row) {
        var traits = Self.classic
        row.change(&traits)
        let verdicts = ImporterVerdict.all(for: traits)
        #expect(verdicts.map { $0.opens ? "1" : "0" }.joined() == row.opens, "\(verdicts)")
        #expect(verdicts.compactMap(\.status) == row.statuses)
        #expect(verdicts.prefix(2).allSatisfy { $0.status != nil })
        for (place, word) in row.words { #expect(verdicts[place].why.contains(word), "\(verdicts[place].why)") }
    }

    @Test("the five systems come in their order, whatever the file is")
    func systems() {
        for verdicts in [
            ImporterVerdict.all(for: Self.classic), ImporterVerdict.withoutPKCS12([]),
            ImporterVerdict.unread(isDamaged: true), ImporterVerdict.unread(isDamaged: false),
        ] {
            #expect(
                verdicts.map(\.system) == [
                    "iOS 17, macOS 14 and older", "iOS 18, macOS 15 and newer", "OpenSSL 3 without legacy", "Java 17",
                    "Windows",
                ])
        }
    }

    @Test("nobody opens what is damaged, and what is only not read here is not called damaged")
    func unread() {
        for isDamaged in [true, false] {
            let verdicts = ImporterVerdict.unread(isDamaged: isDamaged)
            #expect(verdicts.allSatisfy { !$0.opens && $0.why.contains("damaged") == isDamaged })
            #expect(verdicts.map(\.status) == [-26275, -26275, nil, nil, nil])
        }
    }

    @Test(
        "OpenSSL opens a key without PKCS#12 around it unless its cipher is an old one",
        arguments: [
            (B.pbes2(B.pbkdf2(iterations: 2048)), true), (B.pbe(3), true), (B.pbe(6), false),
            (W.sequence(W.oid("1.2.840.113549.1.5.3"), W.sequence(W.octets(Data(count: 8)), W.integer(1))), false),
            (W.sequence(W.oid("1.2.3"), W.null), false),
        ])
    func keyFiles(algorithm: Data, opens: Bool) throws {
        let der = W.sequence(algorithm, W.octets(Data(count: 16)))
        let pem = PEMDocument.encode(label: "ENCRYPTED PRIVATE KEY", der: der)
        for file in [der, pem, Data("text\n".utf8) + pem] {
            let keys = KeyEncryption.all(in: file)
            #expect(keys.count == 1)
            let verdicts = ImporterVerdict.withoutPKCS12(keys)
            #expect(verdicts.map(\.opens) == [false, false, opens, false, false], "\(verdicts)")
        }
    }

    @Test(
        "OpenSSL opens a traditional key unless its header names an old cipher",
        arguments: [
            ("AES-256-CBC", true), ("DES-EDE3-CBC", true), ("CAMELLIA-128-CBC", true), ("DES-CBC", false),
            ("RC2-CBC", false), ("BF-CBC", false), ("CAST5-CBC", false), ("IDEA-CBC", false), ("SEED-CBC", false),
        ])
    func traditionalKeys(cipher: String, opens: Bool) {
        let pem = """
            -----BEGIN RSA PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: \(cipher),0011223344556677

            AAAA
            -----END RSA PRIVATE KEY-----
            """
        let keys = KeyEncryption.all(in: Data(pem.utf8))
        #expect(keys.count == 1)
        let verdict = ImporterVerdict.withoutPKCS12(keys)[2]
        #expect(verdict.opens == opens && verdict.why.contains(cipher) != opens)
    }

    @Test("the outside of a file tells what is not encrypted, and that the rest is unseen")
    func outside() throws {
        let file = try PKCS12File(B.typical)
        let traits = PKCS12Traits(file)
        #expect(traits.schemes.map(\.cipher.name) == ["AES-256-CBC", "3DES-CBC"])
        #expect(traits.keys.map(\.label) == [BagLabel(localKeyID: Data([1, 2, 3]), friendlyName: "Zoë")])
        #expect(!traits.isComplete && traits.appleIdentityCount == nil)
        let plain = B.data(
            B.bags([
                B.bag(1, W.sequence(W.integer(0))), B.bag(9, W.null), B.bag(4, W.null),
                B.bag(6, B.bags([B.certificate(Data([1]))])),
            ]))
        let open = PKCS12Traits(try PKCS12File(B.file(parts: [plain])))
        #expect(open.isComplete && open.hasUnknownBags && open.appleIdentityCount == 0)
        #expect(open.keys.map(\.isShrouded) == [false] && open.certificates.map(\.isNested) == [true])
        let enveloped = W.sequence(W.oid("1.2.840.113549.1.7.3"), W.explicit(0, W.null))
        let sealed = PKCS12Traits(try PKCS12File(B.file(parts: [enveloped])))
        #expect(sealed.unsupportedParts == ["envelopedData (encrypted for a certificate)"] && !sealed.isComplete)
    }
}
