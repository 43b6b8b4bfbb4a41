import Foundation
import PortableSecurity
import Testing

/// The rows that need nothing but `SecPKCS12Import`. Certificates of the table may have expired, so that no trust verdict is
/// asserted.
@Suite(
    .enabled(
        if: CaseTable.folder != nil,
        "15 rows of Apple's PKCS#12 tests are not run: set MTLS_CORPORA to the folder that holds apple/cases.tsv"))
struct PKCS12ImportParityTests {
    /// Left out: what needs a keychain. p12-11 is how macOS differs, and asserted below as iOS has it.
    static let ids = [
        "p12-01", "p12-02", "p12-03", "p12-04", "p12-07", "p12-08", "p12-09", "p12-12", "p12-16", "p12-18", "p12-20",
        "p12-25", "p12-27", "p12-28",
    ]

    private func run(_ id: String) throws -> (row: ParityCase, status: OSStatus, items: [[String: Any]]?) {
        let row = try #require(CaseTable.row(id))
        let name = try #require(row.files.first)
        var options: [String: Any] = [:]
        if row.password != "(none given)" {
            options[kSecImportExportPassphrase as String] = row.password == "(empty string)" ? "" : row.password
        }
        if row.call.contains("kSecImportToMemoryOnly") { options[kSecImportToMemoryOnly as String] = true }
        var items: CFArray?
        let status = SecPKCS12Import(try CaseTable.data(name) as CFData, options as CFDictionary, &items)
        return (row, status, items as? [[String: Any]])
    }

    @Test("a file imports with Apple's status and number of identities", arguments: ids)
    func status(id: String) throws {
        let (row, status, items) = try run(id)
        #expect(status == row.status)
        let expected = row.status != errSecSuccess ? nil : row.expected.contains("empty array") ? 0 : 1
        #expect(items?.count == expected)
        for item in items ?? [] {
            let identity = item[kSecImportItemIdentity as String] as! SecIdentity
            var certificate: SecCertificate?
            var key: SecKey?
            #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
            #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
            let chain = try #require(item[kSecImportItemCertChain as String] as? [SecCertificate])
            #expect(chain.first == certificate)
            if let count = row.expected.firstMatch(of: /chain has (\d+)/) { #expect(chain.count == Int(count.1)) }
            #expect(item[kSecImportItemTrust as String] is SecTrust)
            #expect(item.count == 3)
            let (leaf, privateKey) = (try #require(certificate), try #require(key))
            #expect(SecCertificateCopyKey(leaf) == SecKeyCopyPublicKey(privateKey))
        }
    }

    @Test("the key of two that share an identifier signs for the certificate it came with")
    func signs() throws {
        let items = try #require(try run("p12-04").items)
        let identity = try #require(items.first)[kSecImportItemIdentity as String] as! SecIdentity
        var certificate: SecCertificate?
        var key: SecKey?
        SecIdentityCopyCertificate(identity, &certificate)
        SecIdentityCopyPrivateKey(identity, &key)
        let message = Data("message".utf8)
        let (leaf, privateKey) = (try #require(certificate), try #require(key))
        let signature = try #require(
            SecKeyCreateSignature(privateKey, .ecdsaSignatureMessageX962SHA256, message as CFData, nil))
        let publicKey = try #require(SecCertificateCopyKey(leaf))
        #expect(SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, message as CFData, signature, nil))
    }

    @Test("an empty password is not the null one, as on iOS")
    func emptyPassword() throws {
        #expect(try run("p12-11").status == errSecAuthFailed)
    }
}
