import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import Testing

@Suite struct IssuingTests {
    let clock = Date(timeIntervalSince1970: 1_000_000_000)
    let root: CertificateAuthority

    init() throws {
        let clock = clock
        root = try CertificateAuthority(name: "Root", now: { clock })
    }

    private func parsed(_ identity: IssuedIdentity) throws -> X509Certificate {
        try X509Certificate(der: identity.certificateDER)
    }

    @Test("validity starts five minutes before the injected clock and lasts the days asked for")
    func validity() throws {
        let server = try root.issueServer(names: ["a.example"])
        #expect(server.notBefore == clock.addingTimeInterval(-300))
        #expect(server.notAfter == server.notBefore.addingTimeInterval(397 * 86_400 - 1))
        #expect(root.notAfter > clock.addingTimeInterval(3_649 * 86_400))
    }

    @Test("a leaf does not outlive its issuer unless its dates say so")
    func clipped() throws {
        let short = try root.intermediate(named: "Short", validity: .days(10))
        #expect(try short.issueClient(name: "alice").notAfter == short.notAfter)
        let dates = Validity.from(clock, to: clock.addingTimeInterval(86_400 * 20))
        #expect(try short.issueClient(name: "alice", validity: dates).notAfter > short.notAfter)
    }

    @Test("a CA that has ended issues nothing by days, and what it is told to by dates")
    func endedAuthority() throws {
        let later = clock.addingTimeInterval(4_000 * 86_400)
        let ended = try CertificateAuthority(
            certificatePEM: root.certificatePEM, privateKeyPEM: root.privateKeyPEM, now: { later })
        #expect(throws: PKIError.self) { try ended.issueClient(name: "alice") }
        #expect(try ended.issueClient(name: "alice", validity: .from(clock, to: later)).notAfter == later)
    }

    @Test("a CA's certificate says what RFC 5280 wants of one")
    func authority() throws {
        let certificate = try X509Certificate(der: root.certificateDER)
        #expect(certificate.isCertificateAuthority && certificate.isSelfSigned && certificate.version == 3)
        #expect(certificate.keyUsage == [.keyCertSign, .cRLSign])
        #expect(certificate.pathLength == nil && certificate.signatureAlgorithm == "ecdsa-with-SHA256")
        let below = try X509Certificate(der: root.intermediate(named: "Below").certificateDER)
        #expect(below.pathLength == 0 && below.isIssued(by: certificate) && !below.isSelfIssued)
    }

    @Test("a server's names are told apart, kept in order and put into the alternative names")
    func serverNames() throws {
        let server = try parsed(
            root.issueServer(names: ["a.example", "*.b.example", "127.0.0.1", "::1", "xn--bcher-kva.example"]))
        #expect(
            server.alternativeNames == [
                .dns("a.example"), .dns("*.b.example"), .ip(Data([127, 0, 0, 1])),
                .ip(Data(repeating: 0, count: 15) + [1]), .dns("xn--bcher-kva.example"),
            ])
        #expect(server.extendedKeyUsage == [ExtendedKeyUsage.serverAuth])
        #expect(server.keyUsage == [.digitalSignature] && !server.isCertificateAuthority)
        #expect(server.subject.commonName == "a.example")
    }

    @Test("an RSA key may also encipher keys")
    func rsaUsage() throws {
        let identity = try root.issueServer(names: ["a.example"], keyKind: .rsa(2048))
        #expect(try parsed(identity).keyUsage == [.digitalSignature, .keyEncipherment])
    }

    @Test("a server's name too long for a common name leaves the subject empty")
    func longName() throws {
        let name = [String](repeating: String(repeating: "a", count: 60), count: 4).joined(separator: ".")
        let server = try parsed(root.issueServer(names: [name]))
        #expect(server.alternativeNames == [.dns(name)] && server.subject.description.isEmpty)
    }

    @Test("a client has the usages and the alternative names that it was given")
    func client() throws {
        let identity = try root.issueClient(
            name: "alice", alternativeNames: [.email("alice@example.org"), .uri("spiffe://example.org/alice")],
            purposes: [.clientAuth, .emailProtection])
        let alice = try parsed(identity)
        #expect(alice.alternativeNames == [.email("alice@example.org"), .uri("spiffe://example.org/alice")])
        #expect(alice.extendedKeyUsage == [ExtendedKeyUsage.clientAuth, "1.3.6.1.5.5.7.3.4"])
        #expect(try parsed(root.issueClient(name: "bob", purposes: [])).extendedKeyUsage == nil)
    }

    @Test("the chain is the leaf and the intermediates, nearest first, without the root")
    func chain() throws {
        let upper = try root.intermediate(named: "Upper", pathLength: 1)
        let lower = try upper.intermediate(named: "Lower")
        let identity = try lower.issueClient(name: "alice")
        let names = try X509Certificate.all(inPEM: identity.chainPEM).map { $0.subject.description }
        #expect(names == ["CN=alice", "CN=Lower", "CN=Upper"])
        #expect(try PrivateKey(pem: identity.privateKeyPEM).matches(parsed(identity)))
        #expect(throws: PKIError.self) { try lower.intermediate(named: "Too deep") }
        #expect(throws: PKIError.self) { try upper.intermediate(named: "Too wide", pathLength: nil) }
    }

    @Test("a loaded intermediate finds those above it among certificates in any order")
    func loaded() throws {
        let upper = try root.intermediate(named: "Upper", pathLength: 1)
        let lower = try upper.intermediate(named: "Lower")
        let stranger = try CertificateAuthority(name: "Stranger")
        let loaded = try CertificateAuthority(
            certificatePEM: lower.certificatePEM, privateKeyPEM: lower.privateKeyPEM,
            issuers: stranger.certificatePEM + root.certificatePEM + upper.certificatePEM)
        #expect(try loaded.intermediatesPEM == lower.intermediatesPEM)
    }

    @Test("serial numbers are 16 bytes and do not repeat")
    func serials() throws {
        let serials = try (0..<50).map { _ in try root.issueClient(name: "alice").serialNumber }
        #expect(Set(serials).count == 50 && serials.allSatisfy { $0.count == 32 })
    }

    @Test("no description or reflection shows the key")
    func descriptions() throws {
        let identity = try root.issueClient(name: "alice")
        var dumped = ""
        dump(identity, to: &dumped)
        dump(root, to: &dumped)
        #expect(dumped.contains("identity of CN=alice") && dumped.contains("certificate authority CN=Root"))
        #expect(!dumped.lowercased().contains("key"))
    }
}
