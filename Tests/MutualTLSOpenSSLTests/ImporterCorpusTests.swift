import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import TestSupport
import Testing

/// What the table of importers says of other projects' files, against what the importers did with them.
@Suite(
    .enabled(
        if: PKCS12Corpus.folder != nil,
        "415 rows of PKCS#12 files are not compared with OpenSSL and Java: set MTLS_CORPORA to the folder that holds corpora/p12/manifest.tsv"
    ))
struct ImporterCorpusTests {
    private static let rows = PKCS12Corpus.rows.filter { $0.expectation != "wrong_password" }

    /// Where OpenSSL differs from the table, and why.
    private static let openSSLDiffers = [
        // Its ASN.1 parser refuses what is inside parts and bags that the table passes over.
        "botan-envelopeddata_content.pfx", "botan-unknown_bag_crl.pfx",
        // It does not look at the version.
        "botan-pfx_version_2.pfx",
    ]

    /// Where Java differs, and why.
    private static let javaDiffers = [
        // BER that nests strings in strings in another way than this library reads.
        "boringssl-empty_password_ber_nested.p12",
        // Its keys have a password of their own, which it was not given.
        "spring-chains.p12",
    ]

    /// What can be known of a row: what the password opens, or else the outside; nil where even that is damaged.
    private func traits(_ row: PKCS12CorpusRow) throws -> PKCS12Traits? {
        guard let file = try? PKCS12File(PKCS12Corpus.data(row.file)) else { return nil }
        let password = row.passwordKind == "null" ? nil : SecretBytes(utf8: row.password)
        guard let contents = try? PKCS12Reader.read(file, password: password) else { return PKCS12Traits(file) }
        return PKCS12Traits(contents)
    }

    private func opens(_ system: String, _ traits: PKCS12Traits?) throws -> Bool {
        guard let traits else { return false }
        return try #require(ImporterVerdict.all(for: traits).first { $0.system == system }).opens
    }

    @Test("OpenSSL 3 without its legacy provider opens what the table says", .needs(.openssl, cases: 415))
    func openSSL() throws {
        let openssl = try #require(Tool("openssl"))
        let folder = try #require(PKCS12Corpus.folder)
        for row in Self.rows {
            func run(_ option: String) throws -> Bool {
                try openssl.run(
                    ["pkcs12", "-info", option, "-in", folder.path + "/" + row.file, "-passin", "env:FILE_PASSWORD"],
                    environment: ["FILE_PASSWORD": row.password]
                ).status == 0
            }
            // -noout decrypts parts alone; -nodes keys as well.
            let (listed, opened) = (try run("-noout"), try run("-nodes"))
            let predicted = try opens("OpenSSL 3 without legacy", traits(row))
            let differs = predicted != opened || (predicted && !listed)
            #expect(differs == Self.openSSLDiffers.contains(row.file), "\(row.file): \(opened), \(listed)")
        }
    }

    @Test("Java 17 opens what the table says")
    func java() throws {
        for row in Self.rows where !row.java.isEmpty {
            let traits = try traits(row)
            let lacksKeys = traits?.keys.isEmpty == false && row.java.contains("keys=0")
            let opened = row.java.hasPrefix("OK") && !row.java.contains("ERR") && !lacksKeys
            let differs = try opens("Java 17", traits) != opened
            #expect(differs == Self.javaDiffers.contains(row.file), "\(row.file): \(row.java)")
        }
    }
}
