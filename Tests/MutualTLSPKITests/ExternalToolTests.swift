import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import TestSupport
import Testing

/// What other programs say about what we issue.
@Suite(.needs(.openssl, cases: 20)) struct ExternalToolTests {
    let folder: TemporaryFolder
    let root: CertificateAuthority
    let intermediate: CertificateAuthority

    init() throws {
        folder = try TemporaryFolder()
        root = try CertificateAuthority(name: "Test Root")
        intermediate = try root.intermediate(named: "Test Intermediate")
        try folder.write(root.certificatePEM, "root.pem")
        try folder.write(intermediate.intermediatesPEM, "chain.pem")
    }

    private func verify(_ identity: IssuedIdentity, _ arguments: String...) throws -> Tool.Outcome {
        try folder.write(identity.certificatePEM, "leaf.pem")
        return try #require(Tool("openssl")).run(
            ["verify", "-x509_strict", "-no-CApath", "-CAfile", folder.path("root.pem")] + arguments + [
                folder.path("leaf.pem")
            ])
    }

    @Test(
        "openssl verifies a client and a server of every kind of key, strictly",
        arguments: [KeyKind.p256, .p384, .ed25519, .rsa(2048)])
    func verifiesKinds(kind: KeyKind) throws {
        let client = try intermediate.issueClient(name: "alice", keyKind: kind)
        let good = try verify(client, "-purpose", "sslclient", "-untrusted", folder.path("chain.pem"))
        #expect(good.status == 0, "\(good)")
        let server = try intermediate.issueServer(names: ["localhost", "::1"], keyKind: kind)
        let named = try verify(
            server, "-purpose", "sslserver", "-verify_hostname", "localhost", "-untrusted", folder.path("chain.pem"))
        #expect(named.status == 0, "\(named)")
        let addressed = try verify(server, "-verify_ip", "::1", "-untrusted", folder.path("chain.pem"))
        #expect(addressed.status == 0, "\(addressed)")
    }

    @Test("openssl refuses what was made to be refused, and says why")
    func refuses() throws {
        let chain = folder.path("chain.pem")
        let expired = try intermediate.issueClient(
            name: "old", validity: .from(Date(timeIntervalSinceNow: -7200), to: Date(timeIntervalSinceNow: -3600)))
        #expect(try verify(expired, "-untrusted", chain).errors.contains("certificate has expired"))
        let early = try intermediate.issueClient(
            name: "early", validity: .from(Date(timeIntervalSinceNow: 3600), to: Date(timeIntervalSinceNow: 7200)))
        #expect(try verify(early, "-untrusted", chain).errors.contains("not yet valid"))
        let serverOnly = try intermediate.issueClient(name: "web", purposes: [.serverAuth])
        let purpose = try verify(serverOnly, "-purpose", "sslclient", "-untrusted", chain)
        #expect(purpose.status != 0 && purpose.errors.contains("purpose"), "\(purpose)")
        let good = try intermediate.issueClient(name: "alice")
        #expect(try verify(good).errors.contains("unable to get local issuer certificate"))
    }

    @Test("openssl verifies a chain below an RSA root of a loaded CA")
    func loaded() throws {
        let rsa = try CertificateAuthority(name: "RSA Root", keyKind: .rsa(2048))
        let loaded = try CertificateAuthority(certificatePEM: rsa.certificatePEM, privateKeyPEM: rsa.privateKeyPEM)
        try folder.write(loaded.certificatePEM, "root.pem")
        let outcome = try verify(loaded.issueClient(name: "alice", keyKind: .rsa(2048)), "-purpose", "sslclient")
        #expect(outcome.status == 0, "\(outcome)")
    }

    @Test(
        "openssl opens both PKCS#12 formats and finds the algorithms that each promises",
        arguments: [IssuedIdentity.PKCS12Format.modern, .compatible], ["s3cret-\u{e9}", "", nil])
    func opensPKCS12(format: IssuedIdentity.PKCS12Format, password: String?) throws {
        let identity = try intermediate.issueClient(name: "alice")
        let file = try folder.write(
            identity.pkcs12(password: password, format: format, friendlyName: "Alice at work"), "alice.p12")
        let outcome = try #require(Tool("openssl")).run(
            ["pkcs12", "-info", "-in", file.path, "-passin", "env:MTLS_TEST_PASSWORD", "-nodes"],
            environment: ["MTLS_TEST_PASSWORD": password ?? ""])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("friendlyName: Alice at work"))
        #expect(outcome.output.components(separatedBy: "BEGIN CERTIFICATE").count == 3)
        #expect(outcome.output.components(separatedBy: "BEGIN PRIVATE KEY").count == 2)
        let words =
            format == .compatible
            ? ["MAC: sha1", "PKCS7 Encrypted data: pbeWithSHA1And3-KeyTripleDES-CBC"]
            : ["MAC: sha256", "PBES2, PBKDF2, AES-256-CBC", "hmacWithSHA256"]
        for word in words { #expect(outcome.errors.contains(word), "\(outcome.errors)") }
    }

    @Test(
        "every kind of key goes into both PKCS#12 formats",
        arguments: [KeyKind.p384, .rsa(2048), .ed25519], [IssuedIdentity.PKCS12Format.modern, .compatible])
    func kindsInPKCS12(kind: KeyKind, format: IssuedIdentity.PKCS12Format) throws {
        let identity = try root.issueClient(name: "alice", keyKind: kind)
        let file = try folder.write(identity.pkcs12(password: "a", format: format), "alice.p12")
        let outcome = try #require(Tool("openssl")).run(
            ["pkcs12", "-in", file.path, "-passin", "stdin", "-nodes", "-nocerts"], input: Data("a\n".utf8))
        let key = try PrivateKey(pem: Data(outcome.output.utf8))
        #expect(key.matches(try X509Certificate(der: identity.certificateDER)), "\(outcome.errors)")
    }

    @Test("openssl refuses the wrong password")
    func wrongPassword() throws {
        let file = try folder.write(root.issueClient(name: "alice").pkcs12(password: "right"), "alice.p12")
        let outcome = try #require(Tool("openssl")).run(
            ["pkcs12", "-in", file.path, "-passin", "stdin", "-nodes"], input: Data("wrong\n".utf8))
        #expect(outcome.status != 0 && outcome.errors.contains("invalid password"), "\(outcome)")
    }

    @Test("keytool lists the modern format as a private key with its chain", .needs(.keytool, cases: 1))
    func keytool() throws {
        let identity = try intermediate.issueClient(name: "alice")
        let file = try folder.write(identity.pkcs12(password: "changeit", friendlyName: "alice"), "alice.p12")
        let outcome = try #require(Tool("keytool")).run(
            ["-list", "-v", "-storetype", "PKCS12", "-keystore", file.path, "-storepass:env", "MTLS_TEST_PASSWORD"],
            environment: ["MTLS_TEST_PASSWORD": "changeit", "LC_ALL": "C"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.contains("PrivateKeyEntry"))
        #expect(outcome.output.contains("Certificate chain length: 2"))
    }
}
