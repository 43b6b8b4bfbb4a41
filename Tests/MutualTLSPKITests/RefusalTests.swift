import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import Testing

@Suite struct RefusalTests {
    let root: CertificateAuthority

    init() throws { root = try CertificateAuthority(name: "Root") }

    private func code(_ body: () throws -> Void) -> PKIError.Code? {
        #expect(throws: PKIError.self, performing: body)?.code
    }

    @Test(
        "punctuation in a name is encoded as it stands",
        arguments: [
            "a,O=Evil", "a/CN=root", "a+O=b", "a=b;c", "\"quoted\"", "caf\u{e9} \u{1F600}", "#0403", " padded ",
        ])
    func punctuation(name: String) throws {
        let certificate = try X509Certificate(der: root.issueClient(name: name).certificateDER)
        #expect(certificate.subject.commonName == name)
        // One SET of one attribute, whatever the characters.
        #expect(certificate.subject.der.filter { $0 == 0x31 }.count == 1 + name.utf8.filter { $0 == 0x31 }.count)
    }

    @Test(
        "a name that is empty, too long or holds a control character is refused in a short text",
        arguments: [
            "", "a\nb", "a\0b", "a\rb", "\u{1B}[31m", "\u{85}", String(repeating: "a", count: 65),
            String(repeating: "a", count: 65_536),
        ])
    func badCommonName(name: String) throws {
        let error = try #require(throws: PKIError.self) { try root.issueClient(name: name) }
        #expect(error.code == .invalidName)
        #expect(error.description.utf8.count < 300)
        #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test(
        "what is neither a DNS name nor an address is refused",
        arguments: [
            "", "a b", "a,DNS:evil.example", "a\0.example", "a\n.example", "b\u{fc}cher.example", "a..example",
            "a.example.",
            "*", "*.com", "a.*.example", "*a.b.example", "-a.example", "1.2.3", "300.1.1.1", "[::1]", "fe80::1%eth0",
            "127.0.0.1\0.evil.example", "https://a.example", "a.example:443",
            String(repeating: "a", count: 64) + ".example",
            String(repeating: "a.", count: 32_768) + "a",
        ])
    func badServerName(name: String) throws {
        let error = try #require(throws: PKIError.self) { try root.issueServer(names: ["good.example", name]) }
        #expect(error.code == .invalidName)
        #expect(error.description.utf8.count < 300)
    }

    @Test("a server without names is refused")
    func noNames() throws {
        #expect(code { _ = try root.issueServer(names: []) } == .invalidName)
    }

    @Test(
        "other alternative names are checked for their form",
        arguments: [
            AlternativeName.email("alice"), .email("a@b@c"), .email("a b@c"), .uri("no scheme"), .uri("relative/path"),
            .uri("a:\u{e9}"), .ip("localhost"), .dns("a_b..c"),
        ])
    func badAlternativeName(name: AlternativeName) {
        #expect(code { _ = try root.issueClient(name: "alice", alternativeNames: [name]) } == .invalidName)
    }

    @Test("dates that no certificate holds are refused")
    func badDates() {
        let now = Date()
        let never = Date(timeIntervalSince1970: .nan)
        for validity in [
            Validity.days(0), .days(-1), .days(.max), .days(.min), .from(now, to: now),
            .from(now, to: .distantFuture * 1e6),
            .from(Date(timeIntervalSince1970: -1e12), to: now), .from(never, to: now), .from(now, to: never),
        ] {
            #expect(code { _ = try CertificateAuthority(name: "Root", validity: validity) } == .invalidValidity)
        }
    }

    @Test("keys and purposes that can't be are refused", arguments: [0, -1, 511, 1 << 20, .max])
    func badKey(bits: Int) {
        #expect(code { _ = try root.issueClient(name: "alice", keyKind: .rsa(bits)) } == .invalidParameter)
    }

    @Test(
        "a purpose that is no object identifier is refused",
        arguments: ["", "1", "1..2", "serverAuth", "1.2,1.3", "1.2\n"])
    func badPurpose(identifier: String) {
        let purpose = KeyPurpose(objectIdentifier: identifier)
        #expect(code { _ = try root.issueClient(name: "alice", purposes: [purpose]) } == .invalidParameter)
    }

    @Test("a CA is loaded only from a CA's certificate and its own key")
    func badAuthority() throws {
        let other = try CertificateAuthority(name: "Other")
        let leaf = try root.issueClient(name: "alice")
        func load(_ certificate: Data, _ key: Data) -> PKIError.Code? {
            code { _ = try CertificateAuthority(certificatePEM: certificate, privateKeyPEM: key) }
        }
        #expect(try load(root.certificatePEM, other.privateKeyPEM) == .unusableAuthority)
        #expect(try load(leaf.certificatePEM, leaf.privateKeyPEM) == .unusableAuthority)
        #expect(try load(Data(), root.privateKeyPEM) == .malformedInput)
        #expect(try load(root.certificatePEM.prefix(200), root.privateKeyPEM) == .malformedInput)
        #expect(try load(root.certificatePEM, Data("nonsense".utf8)) == .malformedInput)
        #expect(try load(root.privateKeyPEM, root.privateKeyPEM) == .malformedInput)
    }

    @Test("a NUL in a PKCS#12 password or name is refused, and no error repeats the password")
    func badPassword() throws {
        let identity = try root.issueClient(name: "alice")
        let error = try #require(throws: PKIError.self) { try identity.pkcs12(password: "hush\0hush") }
        #expect(error.code == .invalidPassword && !"\(error)".contains("hush"))
        #expect(code { _ = try identity.pkcs12(password: "a", friendlyName: "b\0c") } == .invalidPassword)
    }

    @Test("errors are equal by their code")
    func equality() throws {
        let first = try #require(throws: PKIError.self) { try root.issueClient(name: "") }
        let second = try #require(throws: PKIError.self) { try root.issueServer(names: []) }
        let third = try #require(throws: PKIError.self) { try root.issueClient(name: "a", validity: .days(0)) }
        #expect(first == second && first != third)
    }
}

private func * (date: Date, factor: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate * factor)
}
