import Foundation
import MutualTLSPKI
import Testing

@Suite struct LegacyProviderTests {
    // In a process of its own: OpenSSL reads the variable for the whole process.
    @Test("both PKCS#12 formats are written where OpenSSL's module of old algorithms is missing")
    func missing() async {
        await #expect(processExitsWith: .success) {
            setenv("OPENSSL_MODULES", "/nonexistent", 1)
            let identity = try CertificateAuthority(name: "Root").issueClient(name: "alice")
            for format in [IssuedIdentity.PKCS12Format.modern, .compatible] {
                #expect(try identity.pkcs12(password: "a", format: format).count > 500)
            }
        }
    }
}
