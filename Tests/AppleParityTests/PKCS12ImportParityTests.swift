import Foundation
import PortableSecurity
import Testing

/// The rows that need nothing but `SecPKCS12Import`. Certificates of the table may have expired, so that no trust verdict is
/// asserted.
@Suite(
    .enabled(
        if: CaseTable.folder != nil,
        "14 rows of Apple's PKCS#12 tests are not run: set MTLS_CORPORA to the folder that holds apple/cases.tsv"))
struct PKCS12ImportParityTests {
    /// Id, number of identities or nil for a failure, status.
    private static let expectations: [(id: String, identities: Int?, status: OSStatus)] = [
        ("p12-01", 1, errSecSuccess), ("p12-02", 1, errSecSuccess), ("p12-03", nil, errSecAuthFailed),
        ("p12-04", 1, errSecSuccess), ("p12-07", 1, errSecSuccess), ("p12-08", 1, errSecSuccess),
        ("p12-09", 1, errSecSuccess), ("p12-12", 0, errSecSuccess), ("p12-16", nil, errSecAuthFailed),
        ("p12-18", 1, errSecSuccess), ("p12-20", 1, errSecSuccess), ("p12-25", 1, errSecSuccess),
        ("p12-27", 1, errSecSuccess), ("p12-28", 1, errSecSuccess),
    ]

    private func run(_ id: String) throws -> (OSStatus, [[String: Any]]?) {
        let row = try #require(CaseTable.rows.first { $0.id == id })
        let file = try CaseTable.data(try #require(row.files.first))
        var options: [String: Any] = [:]
        if row.password != "(none given)" {
            options[kSecImportExportPassphrase as String] = row.password == "(empty string)" ? "" : row.password
        }
        if row.call.contains("kSecImportToMemoryOnly") { options[kSecImportToMemoryOnly as String] = true }
        var items: CFArray?
        let status = SecPKCS12Import(file as CFData, options as CFDictionary, &items)
        return (status, items as? [[String: Any]])
    }

    @Test("a file imports with Apple's status and number of identities", arguments: expectations.map(\.id))
    func status(id: String) throws {
        let expected = try #require(Self.expectations.first { $0.id == id })
        let (status, items) = try run(id)
        #expect(status == expected.status)
        #expect(items?.count == expected.identities)
        for item in items ?? [] {
            let identity = item[kSecImportItemIdentity as String] as! SecIdentity
            var certificate: SecCertificate?
            var key: SecKey?
            #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
            #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
            let chain = try #require(item[kSecImportItemCertChain as String] as? [SecCertificate])
            #expect(chain.first == certificate)
            #expect(item[kSecImportItemTrust as String] is SecTrust)
            #expect(Set(item.keys) == ["identity", "trust", "chain"])
        }
    }

    @Test("a file with a chain of three gives it leaf first")
    func chain() throws {
        let items = try #require(try run("p12-09").1)
        #expect((items.first?[kSecImportItemCertChain as String] as? [SecCertificate])?.count == 3)
    }

    @Test("the key of two that share an identifier signs for the certificate it came with")
    func signs() throws {
        let items = try #require(try run("p12-04").1)
        let identity = try #require(items.first)[kSecImportItemIdentity as String] as! SecIdentity
        var certificate: SecCertificate?
        var key: SecKey?
        SecIdentityCopyCertificate(identity, &certificate)
        SecIdentityCopyPrivateKey(identity, &key)
        let message = Data("message".utf8)
        let privateKey = try #require(key)
        let signature = try #require(
            SecKeyCreateSignature(privateKey, .ecdsaSignatureMessageX962SHA256, message as CFData, nil))
        let leaf = try #require(certificate)
        let publicKey = try #require(SecCertificateCopyKey(leaf))
        #expect(
            SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, message as CFData, signature, nil))
    }

    @Test("an empty password is not the null one, as on iOS")
    func emptyPassword() throws {
        #expect(try run("p12-11").0 == errSecAuthFailed)
    }
}
