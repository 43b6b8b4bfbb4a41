import CMutualTLSOpenSSL
import Foundation
import MutualTLSPKCS12
import Testing

@testable import MutualTLSOpenSSL

@Suite("PKCS#12's derivation of keys")
struct PKCS12KeyDerivationTests {
    private func openssl(
        _ digest: OpaquePointer, _ salt: [UInt8], _ password: String?, _ iterations: Int, _ count: Int, _ purpose: UInt8
    ) -> [UInt8]? {
        var (salt, key) = (salt, [UInt8](repeating: 0, count: count))
        let length = Int32(password?.utf8.count ?? 0)
        let done = PKCS12_key_gen_utf8_ex(
            password, length, &salt, Int32(salt.count), Int32(purpose), Int32(iterations), Int32(count), &key, digest,
            nil, nil)
        return done == 1 ? key : nil
    }

    @Test(
        "it gives what OpenSSL's gives", arguments: ["MD5", "SHA1", "SHA256", "SHA512", "SHA3-256"],
        [nil, "", "secret", "p\u{E4}ss \u{1F511}", String(repeating: "long", count: 60)])
    func same(name: String, password: String?) throws {
        let digest = try #require(EVP_get_digestbyname(name))
        for salt in [[7], Array(1...8), Array(repeating: 255, count: 200)] as [[UInt8]] {
            for (count, iterations) in [(1, 1), (8, 2), (24, 3), (64, 1), (150, 5)] {
                let derivation = PKCS12KeyDerivation(
                    digest: digest, salt: Data(salt), iterations: iterations,
                    password: password.map { SecretBytes(utf8: $0) })
                for purpose in [PKCS12KeyDerivation.Purpose.key, .initializationVector, .macKey] {
                    let ours = try derivation.bytes(count, for: purpose).withUnsafeBytes { [UInt8]($0) }
                    #expect(ours == openssl(digest, salt, password, iterations, count, purpose.rawValue))
                }
            }
        }
    }

    @Test("no salt is no reason to fail, and neither is a password that is not UTF-8")
    func odd() throws {
        let derivation = PKCS12KeyDerivation(
            digest: try #require(EVP_get_digestbyname("SHA1")), salt: Data(), iterations: 1,
            password: SecretBytes([0xFF, 0xFE]))
        #expect(try derivation.bytes(20, for: .macKey).count == 20)
        #expect(try derivation.bytes(0, for: .initializationVector).count == 0)
    }
}
