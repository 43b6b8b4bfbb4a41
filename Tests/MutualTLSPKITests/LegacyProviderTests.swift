import Foundation
import MutualTLSPKI
import Testing

@Suite struct LegacyProviderTests {
    // In a process of its own: OpenSSL reads the variable for the whole process.
    @Test("where the legacy provider is missing, the error names the Debian package that has it")
    func missing() async {
        await #expect(processExitsWith: .success) {
            setenv("OPENSSL_MODULES", "/nonexistent", 1)
            let identity = try CertificateAuthority(name: "Root").issueClient(name: "alice")
            let error = try #require(throws: PKIError.self) {
                try identity.pkcs12(password: "a", format: .legacy)
            }
            #expect(error.code == .legacyProviderMissing)
            #expect(error.description.contains("legacy.so comes with Debian's libssl3"))
            // The modern format needs nothing of it.
            _ = try identity.pkcs12(password: "a")
            // Nor is the failure remembered.
            unsetenv("OPENSSL_MODULES")
            _ = try identity.pkcs12(password: "a", format: .legacy)
        }
    }
}
