import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

@Suite struct EncryptedPKCS8Tests {
    @Test(
        "openssl decrypts a key that we encrypted, and so do we", .needs(.openssl, cases: 6),
        arguments: [PrivateKey.Kind.rsa(2048), .ec(521), .ed25519], ["s3cret", "pässwörd"])
    func openssl(kind: PrivateKey.Kind, password: String) throws {
        let key = try PrivateKey.generate(kind)
        let pem = try key.encryptedPEM(password: SecretBytes(utf8: password))
        #expect(pem.starts(with: Data("-----BEGIN ENCRYPTED PRIVATE KEY-----\n".utf8)))
        let outcome = try #require(Tool("openssl")).run(
            ["pkcs8", "-passin", "env:MTLS_TEST_PASSWORD"], input: pem, environment: ["MTLS_TEST_PASSWORD": password])
        #expect(try Data(outcome.output.utf8) == key.pem(), "\(outcome.errors)")
        let block = try #require(PEMDocument.blocks(in: pem).first)
        #expect(try KeyReader.read(block, password: SecretBytes(utf8: password)).pkcs8() == key.pkcs8())
        #expect(leftoverErrors().isEmpty)
    }

    @Test("it is AES-256 under PBKDF2 with HMAC-SHA-256, a long salt that is new each time, and many rounds")
    func algorithms() throws {
        let key = try PrivateKey.generate(.ec(256))
        let schemes = try (0..<2).map { _ in
            let sealed = try EncryptedPrivateKeyInfo(der: key.encryptedPKCS8(password: SecretBytes(utf8: "s3cret")))
            return try PasswordBasedEncryption(sealed.algorithm)
        }
        for scheme in schemes {
            #expect(scheme.name == "PBES2 AES-256-CBC, PBKDF2 HMAC-SHA-256")
            #expect(scheme.salt.count == 16)
            #expect(scheme.iterations >= 10_000)
        }
        #expect(schemes[0].salt != schemes[1].salt)
    }

    @Test("a NUL in the password is refused, not cut off")
    func nul() throws {
        let key = try PrivateKey.generate(.ec(256))
        let error = #expect(throws: OpenSSLError.self) { try key.encryptedPKCS8(password: SecretBytes(utf8: "a\0b")) }
        #expect(error?.description.contains("NUL") == true)
    }
}
