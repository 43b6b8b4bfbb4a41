// OpenSSL makes the certificates, and stands below PortableSecurity on Linux alone.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    /// PEM and DER as people have them, and as they break.
    @Suite("Identities from PEM and DER")
    struct IdentityPEMTests {
        typealias W = DERWriter

        /// Every form that a key comes in, over one chain.
        struct Fixture {
            let root, issuing, leaf: Made
            /// DER by the label of its PEM block.
            let keys: [(label: String, der: Data, isEncrypted: Bool)]

            init(_ kind: PrivateKey.Kind) throws {
                root = try Made("Root", isCA: true)
                issuing = try Made("Issuing", by: root, isCA: true)
                leaf = try Made("alice", by: issuing, key: .generate(kind))
                let pkcs8 = try leaf.key.pkcs8()
                let algorithm = PKCS12Builder.pbes2(PKCS12Builder.pbkdf2(iterations: 2))
                let ciphertext = try PKCS12Sealer(password: "s3cret").encrypt(pkcs8, algorithm)
                let bare = try leaf.key.externalRepresentation()
                var keys = [
                    ("PRIVATE KEY", pkcs8, false),
                    ("ENCRYPTED PRIVATE KEY", W.sequence(algorithm, W.octets(ciphertext)), true),
                ]
                switch kind {
                case .ec:
                    let curve = W.explicit(0, W.oid("1.2.840.10045.3.1.7"))
                    let point = W.explicit(1, W.value(0x03, Data([0]), bare.prefix(65)))
                    keys.append(
                        ("EC PRIVATE KEY", W.sequence(W.integer(1), W.octets(bare.suffix(32)), curve, point), false))
                default: keys.append(("RSA PRIVATE KEY", bare, false))
                }
                self.keys = keys
            }

            var chain: [Data] { [root.pem, issuing.pem, leaf.pem] }
        }

        private func expect(_ identity: ClientIdentity, _ fixture: Fixture, _ what: String) {
            #expect(identity.certificate.x509 == fixture.leaf.certificate, "\(what)")
            #expect(identity.intermediates.map(\.x509) == [fixture.issuing.certificate], "\(what)")
        }

        @Test("every form of key opens, as PEM and as DER", arguments: [PrivateKey.Kind.ec(256), .rsa(1024)])
        func forms(kind: PrivateKey.Kind) throws {
            let fixture = try Fixture(kind)
            let certificates = fixture.chain.reduce(Data(), +)
            #expect(fixture.keys.count == 3)
            for (label, der, isEncrypted) in fixture.keys {
                let key = PEMDocument.encode(label: label, der: der)
                let password = isEncrypted ? "s3cret" : nil
                expect(try ClientIdentity(pem: certificates, key: key, password: password), fixture, label)
                // Labels lie, but for the encrypted one.
                if !isEncrypted {
                    let renamed = PEMDocument.encode(label: "ANY PRIVATE KEY", der: der)
                    expect(try ClientIdentity(pem: certificates, key: renamed), fixture, label)
                }
                let alone = try ClientIdentity(der: fixture.leaf.certificate.der, key: der, password: password)
                #expect(alone.certificate.x509 == fixture.leaf.certificate && alone.intermediates.isEmpty)
                let file = try IdentityFile(
                    [.init(certificates + key)], password: password.map(SecretBytes.init(utf8:)))
                #expect(file.usedPassword == isEncrypted)
                guard isEncrypted else { continue }
                for (password, code) in [(nil, .passwordRequired), ("other", .wrongPassword)]
                    as [(String?, MutualTLSError.Code)]
                {
                    #expect(throws: MutualTLSError(code, "")) {
                        try ClientIdentity(pem: certificates + key, password: password)
                    }
                    #expect(throws: MutualTLSError(code, "")) {
                        try ClientIdentity(der: fixture.leaf.certificate.der, key: der, password: password)
                    }
                }
            }
        }

        @Test("keys under OpenSSL's traditional encryption open", .needs(.openssl, cases: 2), arguments: [true, false])
        func traditional(isRSA: Bool) throws {
            let fixture = try Fixture(isRSA ? .rsa(1024) : .ec(256))
            let made = try #require(Tool("openssl")).run(
                (isRSA ? ["rsa", "-traditional", "-des3"] : ["ec", "-aes128"]) + ["-passout", "pass:s3cret"],
                input: fixture.leaf.key.pem())
            try #require(made.output.contains("Proc-Type: 4,ENCRYPTED"), "\(made)")
            let certificates = fixture.chain.reduce(Data(), +)
            for text in [made.output, made.output.replacingOccurrences(of: "\n", with: "\r\n")] {
                let key = Data(text.utf8)
                expect(try ClientIdentity(pem: key + certificates, password: "s3cret"), fixture, text)
                expect(try ClientIdentity(pem: certificates, key: key, password: "s3cret"), fixture, text)
                #expect(throws: MutualTLSError(.passwordRequired, "")) { try ClientIdentity(pem: key + certificates) }
                #expect(throws: MutualTLSError(.wrongPassword, "")) {
                    try ClientIdentity(pem: key + certificates, password: "other")
                }
            }
        }

        @Test("certificates and key stand in any order, in one text or two, with anything around them")
        func orders() throws {
            let fixture = try Fixture(.ec(256))
            let key = PEMDocument.encode(label: fixture.keys[2].label, der: fixture.keys[2].der)
            let blocks = fixture.chain + [key]
            let parameters = PEMDocument.encode(label: "EC PARAMETERS", der: W.oid("1.2.840.10045.3.1.7"))
            let request = PEMDocument.encode(label: "CERTIFICATE REQUEST", der: W.sequence())
            for turn in 0..<4 {
                var order = Array(blocks[turn...] + blocks[..<turn])
                for variant in ["plain", "CRLF", "CR", "text", "indented", "mark", "reversed"] {
                    if variant == "reversed" { order.reverse() }
                    var all = order.reduce(Data(), +)
                    let text = String(decoding: all, as: UTF8.self)
                    switch variant {
                    case "CRLF": all = Data(text.replacingOccurrences(of: "\n", with: "\r\n").utf8)
                    case "CR": all = Data(text.replacingOccurrences(of: "\n", with: "\r").utf8)
                    case "text":
                        let bag = Data("Bag Attributes\n    friendlyName: B\u{fc}ro\nKey Attributes: <None>\n".utf8)
                        all = order.map { bag + parameters + $0 + request }.reduce(Data([0x30, 0x3A, 0xFF, 0x0A]), +)
                    case "indented":
                        all = Data(text.split(separator: "\n").map { "  \($0)\t \n" }.joined().utf8)
                    case "mark": all = Data([0xEF, 0xBB, 0xBF]) + all
                    default: break
                    }
                    let what = "\(variant), turned by \(turn)"
                    expect(try ClientIdentity(pem: all), fixture, what)
                    expect(try IdentityFile([.init(all)], password: nil).single(nil, "it"), fixture, what)
                }
                // In two texts, cut anywhere.
                for cut in 0...4 {
                    let (first, second) = (order[..<cut].reduce(Data(), +), order[cut...].reduce(Data(), +))
                    if first.isEmpty || second.isEmpty { continue }
                    expect(try ClientIdentity(pem: first, key: second), fixture, "cut at \(cut)")
                }
            }
            let file = try IdentityFile([.init(blocks.reduce(parameters + request, +))], password: nil)
            #expect(file.otherEntries == 1, "a request is left over; a curve's parameters belong to its key")
            #expect(file.certificates.map(\.role) == [.root, .intermediate])
        }

        @Test("of several keys each finds its certificate, whether the others have one or not")
        func severalKeys() throws {
            let (alice, bob, nobody) = (try Made("alice"), try Made("bob"), try PrivateKey.generate(.ec(256)))
            let text = try [nobody.pem(), bob.key.pem(), alice.pem, alice.key.pem(), bob.pem, alice.key.pem()]
                .reduce(Data(), +)
            let error = #expect(throws: MutualTLSError.self) { try ClientIdentity(pem: text) }
            #expect(error?.code == .severalIdentities)
            #expect(
                error?.reason.hasPrefix("the PEM text holds 2 identities, and none was chosen: \"alice\" (") == true)
            for person in [alice, bob] {
                let selector = ClientIdentity.Selector.fingerprint(Fingerprint.sha256(person.sec))
                #expect(try ClientIdentity(pem: text, selecting: selector).certificate == person.sec)
            }
            let file = try IdentityFile([.init(text)], password: nil)
            #expect(file.keysWithoutCertificate == ["EC P-256"] && file.identities.count == 2)
        }

        /// Damage to a text of a certificate and a key, and the words of the error.
        struct Damage: Sendable, CustomTestStringConvertible {
            let testDescription: String
            /// Of two texts the one that is to blame.
            var source = "the certificates"
            var code = MutualTLSError.Code.malformedIdentity
            let words: String
            let change: @Sendable (_ certificates: inout String, _ key: inout String) -> Void
        }

        static let damages = [
            Damage(
                testDescription: "a character in a certificate", words: "the block CERTIFICATE has a character",
                change: { certificates, _ in certificates.replaceFirst("MI", "M!") }),
            Damage(
                testDescription: "a place behind text and CRLF", source: "the key",
                words: "the block PRIVATE KEY has a character that is not base64 (line 3, byte 41)",
                change: { _, key in
                    key.replaceFirst("MI", "M!")
                    key = "some text\r\n" + key.replacingOccurrences(of: "\n", with: "\r\n")
                }),
            Damage(
                testDescription: "no END", source: "the key",
                words: "the block PRIVATE KEY has no END line (line 1, byte 0)",
                change: { _, key in key.replaceFirst("-----END", "----END") }),
            Damage(
                testDescription: "the END of another", source: "the key",
                words: "the block PRIVATE KEY of line 1 ends as KEY (line 5, byte ",
                change: { _, key in key.replaceFirst("END PRIVATE", "END") }),
            Damage(
                testDescription: "a certificate that is none",
                words: "the block CERTIFICATE in line 3 (byte 6) is not a certificate",
                change: { certificates, _ in
                    certificates = "a\r\nb\r\n" + text(PEMDocument.encode(label: "CERTIFICATE", der: W.sequence()))
                }),
            Damage(
                testDescription: "a key that is none", source: "the key",
                words: "the block PRIVATE KEY in line 2 (byte 2): the private key is damaged: ",
                change: { _, key in key = "a\n" + text(PEMDocument.encode(label: "PRIVATE KEY", der: W.sequence())) }),
            Damage(
                testDescription: "a key that is cut off", source: "the key",
                words: "the block EC PRIVATE KEY in line 1 (byte 0): the private key is cut off: ",
                change: { _, key in
                    key = text(PEMDocument.encode(label: "EC PRIVATE KEY", der: Data([0x30, 0x09, 0x02])))
                }),
            Damage(
                testDescription: "an OpenSSH key", source: "the key", code: .unsupportedAlgorithm,
                words: "the block OPENSSH PRIVATE KEY in line 1 (byte 0): the private key is in the format of OpenSSH",
                change: { _, key in
                    key = text(PEMDocument.encode(label: "OPENSSH PRIVATE KEY", der: Data("openssh-key-v1\0".utf8)))
                }),
            Damage(
                testDescription: "no blocks", words: "this is not PEM",
                change: { certificates, _ in certificates = "hello" }),
            Damage(
                testDescription: "nothing", words: "the file is empty", change: { certificates, _ in certificates = "" }
            ),
        ]

        @Test("damage is named by its text, block, line and byte, and nothing of the key is told", arguments: damages)
        func damage(_ row: Damage) throws {
            let alice = try Made("alice")
            var (certificates, key) = (text(alice.pem), text(try alice.key.pem()))
            row.change(&certificates, &key)
            let error = try #require(
                #expect(throws: MutualTLSError.self) {
                    try ClientIdentity(pem: Data(certificates.utf8), key: Data(key.utf8))
                })
            #expect(error.code == row.code)
            #expect(error.reason.hasPrefix("\(row.source): "), "\(error.reason)")
            #expect(error.reason.contains(row.words), "\(error.reason)")
            for line in text(try alice.key.pem()).split(separator: "\n").dropFirst().dropLast() {
                #expect(!error.debugDescription.contains(line))
            }
        }

        @Test("DER is one certificate and one key, and an error says which of them is none")
        func der() throws {
            let (alice, bob) = (try Made("alice"), try Made("bob"))
            let (certificate, key) = (alice.certificate.der, try alice.key.pkcs8())
            let rows: [(Data, Data, MutualTLSError.Code, String)] = [
                (key, certificate, .malformedIdentity, "the certificate: this is not an X.509 certificate as DER"),
                (Data(), key, .malformedIdentity, "the certificate: this is not an X.509"),
                (alice.pem, key, .malformedIdentity, "the certificate: this is not an X.509"),
                (certificate.dropLast(9), key, .malformedIdentity, "the certificate: this is not an X.509"),
                (certificate, Data(), .malformedIdentity, "the key: the DER: the private key"),
                (certificate, key.dropLast(9), .malformedIdentity, "the key: the DER: the private key is cut off"),
                (certificate, certificate, .malformedIdentity, "the key: the DER: the private key"),
                (certificate, try alice.key.pem(), .malformedIdentity, "the key: the DER: the private key"),
                (certificate, PKCS12Builder.typical, .malformedIdentity, "the key: the DER: the private key"),
                (certificate, try bob.key.pkcs8(), .keyMismatch, "the DER holds a private key that belongs to none"),
            ]
            for (certificate, key, code, words) in rows {
                let error = #expect(throws: MutualTLSError.self) { try ClientIdentity(der: certificate, key: key) }
                #expect(error?.code == code && error?.reason.hasPrefix(words) == true, "\(error?.description ?? "")")
                #expect(error?.description.contains("PKCS#12") == false)
            }
        }
    }

    extension String {
        fileprivate mutating func replaceFirst(_ text: String, _ other: String) {
            if let range = range(of: text) { replaceSubrange(range, with: other) }
        }
    }
#endif
