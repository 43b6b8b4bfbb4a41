import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import MutualTLSPKI
import TestSupport
import Testing

@Suite struct PEMTests {
    let identity: IssuedIdentity

    init() throws {
        let root = try CertificateAuthority(name: "Root")
        identity = try root.intermediate(named: "Below").issueClient(name: "alice")
    }

    @Test("certificates are found in order, between other text and other blocks")
    func mixed() throws {
        let text =
            Data("Subject: alice\n".utf8) + (try identity.privateKeyPEM) + (try identity.chainPEM)
            + Data("the end".utf8)
        let names = try X509Certificate.all(inPEM: text).map { $0.subject.description }
        #expect(names == ["CN=alice", "CN=Below"])
        #expect(
            try PrivateKey(pem: identity.chainPEM + identity.privateKeyPEM).matches(X509Certificate.all(inPEM: text)[0])
        )
    }

    @Test("text without certificates gives none, a broken one is an error")
    func broken() throws {
        #expect(try X509Certificate.all(inPEM: Data()).isEmpty)
        #expect(try X509Certificate.all(inPEM: identity.privateKeyPEM).isEmpty)
        let whole = try identity.certificatePEM
        for length in stride(from: 30, to: whole.count - 2, by: 17) {
            #expect(throws: OpenSSLError.self) { try X509Certificate.all(inPEM: whole.prefix(length)) }
        }
    }

    @Test("the older forms of a key, and an encrypted one with its password, are read", .needs(.openssl, cases: 1))
    func otherForms() throws {
        let openssl = try #require(Tool("openssl"))
        let certificate = try X509Certificate(der: identity.certificateDER)
        let sec1 = try openssl.run(["pkey", "-traditional"], input: identity.privateKeyPEM)
        #expect(sec1.output.contains("BEGIN EC PRIVATE KEY"), "\(sec1)")
        #expect(try PrivateKey(pem: Data(sec1.output.utf8)).matches(certificate))
        let sealed = try openssl.run(
            ["pkcs8", "-topk8", "-passout", "env:MTLS_TEST_PASSWORD"], input: identity.privateKeyPEM,
            environment: ["MTLS_TEST_PASSWORD": "s3cret"])
        let text = Data(sealed.output.utf8)
        #expect(sealed.output.contains("BEGIN ENCRYPTED PRIVATE KEY"), "\(sealed)")
        #expect(try PrivateKey(pem: text, password: SecretBytes(utf8: "s3cret")).matches(certificate))
        #expect(throws: IdentityFileError(.passwordRequired, "")) { try PrivateKey(pem: text) }
        #expect(throws: IdentityFileError(.wrongPassword, "")) {
            try PrivateKey(pem: text, password: SecretBytes(utf8: "wrong"))
        }
        #expect(throws: IdentityFileError(.wrongPassword, "")) {
            try PrivateKey(pem: text, password: SecretBytes([UInt8](repeating: 1, count: 100_000)))
        }
    }
}
