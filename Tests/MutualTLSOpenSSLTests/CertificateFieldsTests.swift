import Foundation
import MutualTLSOpenSSL
import TestSupport
import Testing

/// What a certificate tells of itself, against what the `openssl` command prints of it.
@Suite(.needs(.openssl, cases: 42))
struct CertificateFieldsTests {
    /// The lines that `openssl x509` prints for one certificate.
    private func printed(_ certificate: X509Certificate, _ options: [String]) throws -> String {
        let outcome = try #require(Tool("openssl")).run(
            ["x509", "-inform", "DER", "-noout"] + options, input: certificate.der)
        #expect(outcome.status == 0, "\(outcome)")
        return outcome.output
    }

    @Test(
        "a serial number is openssl's, from zero to 20 bytes with the high bit set",
        arguments: [[0], [1], [0x7F], [0x80], [0, 0, 5], [UInt8](repeating: 0xFF, count: 20)])
    func serial(bytes: [UInt8]) throws {
        let certificate = try Minted.make("a") { $0.serialNumber = Data(bytes) }.certificate
        // openssl prints an even number of digits without leading zeros, and zero as 00.
        let significant = bytes.drop { $0 == 0 }
        let expected = significant.isEmpty ? "00" : Data(significant).hex.uppercased()
        #expect(try printed(certificate, ["-serial"]) == "serial=\(expected)\n")
        #expect(certificate.serialNumber == (significant.isEmpty ? Data([0]) : Data(significant)))
        let needsZero = significant.first.map { $0 >= 0x80 } ?? true
        #expect(certificate.encodedSerialNumber == (needsZero ? Data([0]) : Data()) + significant)
    }

    /// Seconds since 1970, as openssl writes them, and the type that RFC 5280, 4.1.2.5 demands for the year.
    static let dateRows: [(TimeInterval, String, UInt8)] = [
        (-631_152_000, "1950-01-01 00:00:00Z", 0x17), (0, "1970-01-01 00:00:00Z", 0x17),
        (951_782_399, "2000-02-28 23:59:59Z", 0x17), (951_868_799.9, "2000-02-29 23:59:59Z", 0x17),
        (2_524_607_999, "2049-12-31 23:59:59Z", 0x17), (2_524_608_000, "2050-01-01 00:00:00Z", 0x18),
        (4_107_542_400, "2100-03-01 00:00:00Z", 0x18), (253_402_300_799, "9999-12-31 23:59:59Z", 0x18),
        (-631_152_001, "1949-12-31 23:59:59Z", 0x18),
    ]

    @Test("a date is openssl's, to the second and in the type that its year demands", arguments: dateRows)
    func dates(seconds: TimeInterval, text: String, tag: UInt8) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let certificate = try Minted.make("a") { ($0.notBefore, $0.notAfter) = (date, date) }.certificate
        let whole = Date(timeIntervalSince1970: seconds.rounded(.down))
        #expect(certificate.notBefore == whole && certificate.notAfter == whole)
        #expect(
            try printed(certificate, ["-dates", "-dateopt", "iso_8601"]) == "notBefore=\(text)\nnotAfter=\(text)\n")
        let digits = text.filter(\.isNumber).dropFirst(tag == 0x17 ? 2 : 0)
        let encoded = Data([tag, UInt8(digits.count + 1)]) + Data(digits.utf8) + Data("Z".utf8)
        #expect(certificate.der.range(of: encoded + encoded) != nil)
    }

    @Test(
        "a date that no certificate can hold is an error, not another date",
        arguments: [253_402_300_800, 1e15, -1e15, 1e300, .infinity, -.infinity, .nan])
    func impossibleDates(seconds: TimeInterval) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(throws: OpenSSLError.self) { try Minted.make("a") { $0.notAfter = date } }
        #expect(throws: OpenSSLError.self) { try Minted.make("a") { $0.notBefore = date } }
    }

    static let nameRows: [[(type: String, value: String)]] = [
        [("CN", "alice")], [("C", "DE"), ("O", "Example, Inc."), ("CN", "a+b=c;d<e>\"f\"\\g")],
        [("CN", " padded ")], [("CN", "#hash")], [("CN", "J\u{fc}rgen \u{1F600} \u{65e5}\u{672c}")],
        [("CN", "line\nbreak\u{1B}[31mred\u{7F}")], [("CN", "nul\0inside")], [("CN", "first"), ("CN", "last")],
        [("emailAddress", "a@b.example"), ("serialNumber", "17"), ("1.2.3.4.5", "own")],
    ]

    @Test("a name reads as openssl writes it, whatever is in it", arguments: nameRows)
    func names(subject: [(type: String, value: String)]) throws {
        let certificate = try Minted.make("") { $0.subject = subject }.certificate
        let name = certificate.subject
        let text = try printed(certificate, ["-subject", "-nameopt", "RFC2253,-esc_msb"])
        #expect("subject=\(name.description)\n" == text)
        #expect(!name.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
        #expect(name.attributes.map(\.type) == subject.map(\.type))
        #expect(name.attributes.map(\.value) == subject.map(\.value))
        #expect(name.commonName == subject.last { $0.type == "CN" }?.value)
        #expect(try DistinguishedName(der: name.der) == name)
        #expect(certificate.isSelfIssued && certificate.issuer == name)
    }

    @Test("names over their length, empty ones and unknown types are refused")
    func badNames() {
        let bad: [(String, String)] = [
            ("CN", ""), ("CN", String(repeating: "a", count: 65)), ("C", "D"), ("C", "DEU"),
            ("O", String(repeating: "\u{e9}", count: 65)), ("nonsense", "a"), ("", "a"),
        ]
        for (type, value) in bad {
            #expect(throws: OpenSSLError.self, "\(type)=\(value)") {
                try Minted.make("") { $0.subject = [(type: type, value: value)] }
            }
            #expect(leftoverErrors().isEmpty)
        }
        #expect(throws: Never.self) { try Minted.make(String(repeating: "\u{1F600}", count: 64)) }
    }

    @Test("alternative names come in order, the kinds that name no endpoint left out")
    func alternativeNames() throws {
        let certificate = try Minted.configured(
            "a",
            extensions: """
                subjectAltName=@names
                [names]
                otherName.1=1.3.6.1.4.1.311.20.2.3;UTF8:alice@corp.example
                DNS.1=*.a.example
                RID.1=1.2.3.4
                URI.1=spiffe://example/web?a=b%23c
                dirName.1=person
                IP.1=192.0.2.1
                IP.2=2001:db8::1
                email.1=alice@example.com
                DNS.2=b.example
                [person]
                CN=alice
                """
        ).certificate
        #expect(
            certificate.alternativeNames == [
                .dns("*.a.example"), .uri("spiffe://example/web?a=b%23c"), .ip(Data([192, 0, 2, 1])),
                .ip(Data([0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 0, count: 11) + [1])),
                .email("alice@example.com"), .dns("b.example"),
            ])
    }

    @Test("an alternative name goes in byte for byte, and comes out so")
    func oddAlternativeNames() throws {
        let names: [X509Certificate.AlternativeName] = [
            .dns("a.example\0.evil.example"), .dns("a, DNS:b.example"), .dns(""), .uri("b\u{fc}cher"),
            .ip(Data([1, 2, 3])), .ip(Data()), .email("\"a b\"@c.example"),
            .dns(String(repeating: "a", count: 70_000)),
        ]
        let certificate = try Minted.make("a") { $0.alternativeNames = names }.certificate
        #expect(certificate.alternativeNames == names)
        #expect(!certificate.hasCriticalAlternativeNames)
        let nameless = try Minted.make("a") {
            $0.subject = []
            $0.alternativeNames = [.dns("a.example")]
        }.certificate
        #expect(nameless.hasCriticalAlternativeNames && nameless.subject.description.isEmpty)
        #expect(try Minted.make("a").certificate.alternativeNames.isEmpty)
    }

    struct Usage: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var extensions: String
        var keyUsage: UInt32?
        var extended: [String]?
        var isAuthority = false
        var pathLength: Int?
    }

    static let usageRows: [Usage] = [
        Usage(testDescription: "none", extensions: "basicConstraints=CA:FALSE"),
        Usage(
            testDescription: "every bit, also the ninth",
            extensions: """
                keyUsage=digitalSignature,nonRepudiation,keyEncipherment,dataEncipherment,keyAgreement,keyCertSign,cRLSign,\
                encipherOnly,decipherOnly
                """, keyUsage: 0x80FF),
        Usage(testDescription: "one bit", extensions: "keyUsage=critical,keyAgreement", keyUsage: 0x08),
        Usage(
            testDescription: "usages by name and by number",
            extensions: "extendedKeyUsage=clientAuth,1.2.3.4.5,anyExtendedKeyUsage",
            extended: [ExtendedKeyUsage.clientAuth, "1.2.3.4.5", ExtendedKeyUsage.any]),
        Usage(
            testDescription: "a CA without a limit", extensions: "basicConstraints=CA:TRUE", isAuthority: true),
        Usage(
            testDescription: "a CA with a limit", extensions: "basicConstraints=critical,CA:TRUE,pathlen:7",
            isAuthority: true, pathLength: 7),
        Usage(
            testDescription: "a limit of zero is one", extensions: "basicConstraints=CA:TRUE,pathlen:0",
            isAuthority: true, pathLength: 0),
    ]

    @Test("usages and constraints are read bit by bit", arguments: usageRows)
    func usages(row: Usage) throws {
        let certificate = try Minted.configured("a", extensions: row.extensions).certificate
        #expect(certificate.keyUsage?.rawValue == row.keyUsage)
        #expect(certificate.extendedKeyUsage == row.extended)
        #expect(certificate.isCertificateAuthority == row.isAuthority)
        #expect(certificate.pathLength == row.pathLength)
        #expect(certificate.hasBasicConstraints == row.extensions.contains("basicConstraints"))
        #expect(!certificate.hasInvalidExtension && certificate.version == 3)
    }

    @Test("the fingerprint, the public key and the signature's algorithm are openssl's")
    func fingerprint() throws {
        for (kind, name, hash) in [
            (PrivateKey.Kind.ec(384), "ecdsa-with-SHA384", "SHA384"), (.rsa(2048), "sha384WithRSAEncryption", "SHA384"),
            (.ed25519, "ED25519", nil),
        ] as [(PrivateKey.Kind, String, String?)] {
            let certificate = try Minted.make("a", key: .generate(kind)) { $0.signatureHash = .sha384 }.certificate
            #expect(certificate.signatureAlgorithm == name)
            #expect(certificate.signatureHash == hash)
            let printedHash = try printed(certificate, ["-fingerprint", "-sha256"])
            #expect(printedHash.filter(\.isHexDigit).lowercased().hasSuffix(certificate.sha256.hex))
            let text = try printed(certificate, ["-pubkey"]).split(separator: "\n").dropFirst().dropLast().joined()
            #expect(try certificate.publicKey().spki() == Data(base64Encoded: text))
        }
    }
}
