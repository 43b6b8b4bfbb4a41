import Foundation
import Testing

@testable import MutualTLSOpenSSL

@Suite("The context for old algorithms")
struct LegacyLibraryContextTests {
    @Test("it is one for the process")
    func shared() throws {
        #expect(try LegacyLibraryContext.shared() === LegacyLibraryContext.shared())
    }

    // In a process of its own: OpenSSL reads the variable for the whole process.
    @Test("a failure to load the module is not remembered")
    func retried() async {
        await #expect(processExitsWith: .success) {
            setenv("OPENSSL_MODULES", "/nonexistent", 1)
            let error = try #require(throws: OpenSSLError.self) { try LegacyLibraryContext.shared() }
            #expect(error.description.contains("legacy.so comes with Debian's libssl3"))
            unsetenv("OPENSSL_MODULES")
            #expect(throws: Never.self) { try LegacyLibraryContext.shared() }
        }
    }
}
