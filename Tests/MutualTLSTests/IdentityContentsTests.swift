// OpenSSL makes the certificates, and stands below PortableSecurity on Linux alone.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    /// What a file is found to hold, over files that writers make seldom or never.
    @Suite("What an identity file holds")
    struct IdentityContentsTests {
        typealias W = DERWriter
        typealias Builder = PKCS12Builder

        /// Everybody who is in the files.
        struct Cast: Sendable {
            let root, issuing, stranger, alice, bob: Made
            /// Alice's key, certified once more.
            let renewed: Made

            init() throws {
                root = try Made("Root", isCA: true)
                issuing = try Made("Issuing", by: root, isCA: true)
                stranger = try Made("Stranger", isCA: true)
                alice = try Made("alice", by: issuing)
                bob = try Made("bob", by: issuing)
                renewed = try Made("alice again", by: issuing, key: alice.key)
            }
        }

        /// What is found, by the names of people.
        struct Found: Equatable, Sendable {
            var identities: [String] = []
            var certificates: [String] = []
            var keys: [String] = []
            var unusable: [String] = []
            var damaged = 0
            var others = 0
            var usedPassword = false
        }

        private func found(_ file: IdentityFile) -> Found {
            Found(
                identities: file.identities.map { identity in
                    identity.summary + (identity.friendlyName.map { " as \($0)" } ?? "")
                        + String(repeating: "+", count: identity.intermediates.count)
                },
                certificates: file.certificates.map { "\($0.role) \($0.summary)" }, keys: file.keysWithoutCertificate,
                unusable: file.unusableKeys, damaged: file.damagedCertificates, others: file.otherEntries,
                usedPassword: file.usedPassword)
        }

        struct Row: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let found: Found
            /// Problems of the first identity, around its file.
            var problems: [IdentityProblem.Code] = []
            let bags: @Sendable (Cast) throws -> [Data]
        }

        /// A key of a kind that no OpenSSL will read from this.
        private static func key(_ algorithm: String, _ octets: Data = Data([4, 1, 1])) -> Data {
            Builder.bag(1, W.sequence(W.integer(0), W.sequence(W.oid(algorithm)), W.octets(octets)))
        }

        private static func sealed(_ type: Int, _ content: String) -> Data {
            Builder.bag(type, W.sequence(W.oid(content), W.explicit(0, W.octets(Data([1])))))
        }

        static let rows = [
            Row(testDescription: "nothing", found: Found()) { _ in [] },
            Row(
                testDescription: "the chain in disorder, and everybody's role",
                found: Found(
                    identities: ["\"alice\"+"],
                    certificates: ["loose \"Stranger\"", "root \"Root\"", "intermediate \"Issuing\"", "loose \"bob\""]),
                problems: [.rootIncluded]
            ) {
                try [
                    $0.stranger.bag(), $0.root.bag(), $0.issuing.bag(), $0.bob.bag(), $0.alice.bag(), $0.alice.keyBag(),
                ]
            },
            Row(
                testDescription: "identities in the order of their certificates",
                found: Found(identities: ["\"bob\" as b", "\"alice\" as a"])
            ) {
                try [
                    $0.alice.keyBag(id: "1", name: "a"), $0.bob.bag(id: "2", name: "b"), $0.bob.keyBag(id: "2"),
                    $0.alice.bag(id: "1"),
                ]
            },
            Row(
                testDescription: "the certificate's name before the key's", found: Found(identities: ["\"alice\" as c"])
            ) { try [$0.alice.keyBag(name: "k"), $0.alice.bag(name: "c")] },
            Row(
                testDescription: "everything twice is everything once",
                found: Found(
                    identities: ["\"alice\"+"], certificates: ["intermediate \"Issuing\"", "root \"Root\""]),
                problems: [.rootIncluded]
            ) { cast in
                let bags = try [cast.alice.keyBag(), cast.issuing.bag(), cast.root.bag(), cast.alice.bag()]
                return bags + bags
            },
            Row(
                testDescription: "the certificate once with its ties and once without",
                found: Found(identities: ["\"alice\" as a"])
            ) { try [$0.alice.bag(), $0.alice.keyBag(id: "1", name: "a"), $0.alice.bag(id: "1", name: "a")] },
            Row(
                testDescription: "one identity under two names",
                found: Found(identities: ["\"alice\" as a", "\"alice\" as b"])
            ) {
                try [
                    $0.alice.keyBag(id: "1", name: "a"), $0.alice.keyBag(id: "2", name: "b"),
                    $0.alice.bag(id: "1", name: "a"), $0.alice.bag(id: "2", name: "b"),
                ]
            },
            Row(
                testDescription: "a renewed certificate beside the old one",
                found: Found(identities: ["\"alice\"", "\"alice again\""])
            ) { try [$0.alice.keyBag(), $0.alice.bag(), $0.renewed.bag()] },
            Row(
                testDescription: "a renewed certificate that the key's identifier names",
                found: Found(identities: ["\"alice again\""], certificates: ["loose \"alice\""])
            ) { try [$0.alice.keyBag(id: "2"), $0.alice.bag(id: "1"), $0.renewed.bag(id: "2")] },
            Row(
                testDescription: "one identifier for two keys", found: Found(identities: ["\"alice\"", "\"bob\""]),
                problems: [.duplicateLocalKeyID]
            ) { try [$0.alice.keyBag(id: "1"), $0.bob.keyBag(id: "1"), $0.alice.bag(id: "1"), $0.bob.bag(id: "1")] },
            Row(
                testDescription: "the leaf's identifier at its intermediate, too",
                found: Found(identities: ["\"alice\"+"], certificates: ["intermediate \"Issuing\""]),
                problems: [.duplicateLocalKeyID]
            ) { try [$0.alice.keyBag(id: "1"), $0.alice.bag(id: "1"), $0.issuing.bag(id: "1")] },
            Row(
                testDescription: "an identifier that the pair's own bags repeat",
                found: Found(identities: ["\"alice\""], certificates: ["loose \"bob\""])
            ) { try [$0.alice.keyBag(id: "1"), $0.alice.bag(id: "1"), $0.alice.bag(id: "1"), $0.bob.bag(id: "2")] },
            Row(
                testDescription: "keys without certificates, each once",
                found: Found(identities: ["\"alice\""], keys: ["EC P-256"])
            ) {
                try [
                    $0.bob.keyBag(), $0.alice.keyBag(), $0.alice.bag(), $0.bob.keyBag(id: "1"),
                    $0.bob.keyBag(name: "b"),
                ]
            },
            Row(
                testDescription: "keys of another time, damaged ones, and what is neither",
                found: Found(
                    identities: ["\"alice\""], unusable: ["ML-KEM-768", "1.2.3.4", "damaged"], damaged: 2, others: 4)
            ) {
                try [
                    key("2.16.840.1.101.3.4.4.2"), key("1.2.3.4"), Builder.bag(1, W.sequence(W.integer(7))),
                    Builder.certificate(Data([1, 2, 3])), Builder.certificate(Data([0x30])),
                    sealed(4, "1.2.840.113549.1.9.23.1"), sealed(5, "1.2.3"), sealed(9, "1.2.3"),
                    sealed(3, "1.2.840.113549.1.9.22.2"), $0.alice.keyBag(), $0.alice.bag(),
                ]
            },
            Row(
                testDescription: "a bag of bags", found: Found(identities: ["\"alice\""])
            ) {
                try [Builder.bag(6, Builder.bags([$0.alice.keyBag(), Builder.bag(6, Builder.bags([$0.alice.bag()]))]))]
            },
        ]

        @Test("a PKCS#12 file holds what is in it, each thing once and in its role", arguments: rows)
        func holds(_ row: Row) throws {
            let file = try IdentityFile(pkcs12: Builder.plain(row.bags(Cast())), password: nil)
            #expect(found(file) == row.found)
            #expect((file.identities.first?.fileProblems.map(\.code) ?? []) == row.problems)
        }

        @Test("the password is said to be used where something is under it, the MAC too")
        func password() throws {
            let cast = try Cast()
            let sealer = PKCS12Sealer(password: "s3cret")
            let algorithm = Builder.pbe(3, iterations: W.integer(2))
            let certificate = Builder.data(Builder.bags([cast.alice.bag()]))
            let plainKey = try Builder.data(Builder.bags([cast.alice.keyBag()]))
            let sealedKey = try Builder.data(
                Builder.bags([sealer.shroudedKey(cast.alice.key.pkcs8(), algorithm)]))
            let rows = [
                (Builder.file(parts: [certificate, plainKey]), false),
                (try sealer.file([certificate, plainKey]), true),
                (Builder.file(parts: [certificate, sealedKey]), true),
                (try sealer.file([certificate, sealedKey]), true),
            ]
            for (data, isUsed) in rows {
                let file = try IdentityFile(pkcs12: data, password: SecretBytes(utf8: "s3cret"))
                #expect(found(file) == Found(identities: ["\"alice\""], usedPassword: isUsed))
            }
        }

        @Test("a key under another password than the file's is told, and does not hide the others")
        func lockedKey() throws {
            let cast = try Cast()
            let sealer = PKCS12Sealer(password: "s3cret")
            let algorithm = Builder.pbe(3, iterations: W.integer(2))
            let locked = try PKCS12Sealer(password: "other").shroudedKey(cast.bob.key.pkcs8(), algorithm)
            let words = "encrypted under another password than the file's"
            let alone = try sealer.file([Builder.data(Builder.bags([cast.bob.bag(), locked]))])
            let both = try sealer.file([
                Builder.data(Builder.bags([locked, cast.alice.keyBag(), cast.alice.bag(), cast.bob.bag()]))
            ])
            let file = try IdentityFile(pkcs12: both, password: SecretBytes(utf8: "s3cret"))
            #expect(
                found(file)
                    == Found(
                        identities: ["\"alice\""], certificates: ["loose \"bob\""], unusable: [words],
                        usedPassword: true))
            let error = #expect(throws: MutualTLSError.self) {
                try ClientIdentity(pkcs12: alone, password: "s3cret")
            }
            #expect(error?.code == .unsupportedAlgorithm)
            #expect(error?.reason.contains(words) == true)
        }

        @Test("all identities of a file are given, also none")
        func all() throws {
            let cast = try Cast()
            let file = try Builder.plain([cast.bob.bag(), cast.alice.keyBag(), cast.bob.keyBag(), cast.alice.bag()])
            #expect(try ClientIdentity.all(pkcs12: file, password: nil).map(\.summary) == ["\"bob\"", "\"alice\""])
            #expect(try ClientIdentity.all(pkcs12: file, password: "not needed").count == 2)
            for bags in [[], [cast.root.bag()], [try cast.alice.keyBag()]] {
                #expect(try ClientIdentity.all(pkcs12: Builder.plain(bags), password: nil).isEmpty)
            }
            let sealed = try PKCS12Sealer(password: "s3cret").file([Builder.data(Builder.bags([cast.alice.bag()]))])
            for (password, code) in [("other", .wrongPassword), (nil, .passwordRequired)]
                as [(String?, MutualTLSError.Code)]
            {
                let error = #expect(throws: MutualTLSError.self) {
                    try ClientIdentity.all(pkcs12: sealed, password: password)
                }
                #expect(error?.code == code)
            }
        }

        @Test("files of several formats are read together, whatever holds what")
        func together() throws {
            let cast = try Cast()
            let (key, bag) = (try cast.alice.key.pkcs8(), cast.issuing.bag())
            let rows: [[Data]] = [
                [cast.alice.certificate.der, key, Builder.plain([bag])],
                [Builder.plain([bag, try cast.alice.keyBag()]), cast.alice.pem],
                [PEMDocument.encode(label: "PRIVATE KEY", der: key), cast.issuing.certificate.der, cast.alice.pem],
                [cast.issuing.pem + cast.alice.pem, key, cast.alice.certificate.der, key],
            ]
            for sources in rows {
                for order in [sources, sources.reversed()] {
                    let file = try IdentityFile(order.map { .init($0) }, password: nil)
                    #expect(
                        found(file)
                            == Found(identities: ["\"alice\"+"], certificates: ["intermediate \"Issuing\""]))
                }
            }
        }

        @Test("a file's format is told by its content, whatever text is around")
        func formats() throws {
            let cast = try Cast()
            let key = try cast.alice.key.pkcs8()
            let sealed = W.sequence(Builder.pbe(3), W.octets(Data(repeating: 1, count: 8)))
            let begin = Data("\n-----BEGIN CERTIFICATE-----\n".utf8) + Data(count: 100)
            let rows: [(Data, IdentityFile.Format)] = [
                (cast.alice.pem, .pem), (Data("  text\r\n".utf8) + cast.alice.pem, .pem),
                (Data([0xEF, 0xBB, 0xBF]) + cast.alice.pem, .pem),
                (Data("0: Certificate\n".utf8) + cast.alice.pem, .pem),
                (Data("0".utf8) + cast.alice.pem, .pem), (cast.alice.certificate.der, .certificate),
                (key, .privateKey), (sealed, .encryptedPrivateKey), (Builder.typical, .pkcs12),
                (Builder.plain([Builder.certificate(begin)]), .pkcs12), (Builder.plain([]), .pkcs12),
                (Data(), .pkcs12), (Data("hello".utf8), .pkcs12), (Data([0x30]), .pkcs12),
            ]
            for (index, row) in rows.enumerated() { #expect(IdentityFile.Format(row.0) == row.1, "row \(index)") }
        }
    }
#endif
