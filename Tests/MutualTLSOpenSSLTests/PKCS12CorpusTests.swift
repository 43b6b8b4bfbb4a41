import Foundation
import MutualTLSOpenSSL
import MutualTLSPKCS12
import Testing

/// Files that other projects test with, in the folder that `MTLS_CORPORA` names; they are not part of the project.
@Suite(
    .enabled(
        if: PKCS12Corpus.folder != nil,
        "549 rows of PKCS#12 files are not run: set MTLS_CORPORA to the folder that holds corpora/p12/manifest.tsv"))
struct PKCS12CorpusTests {
    @Test("a file opens or is refused as its manifest says", arguments: PKCS12Corpus.groups)
    func files(name: String) throws {
        let data = try PKCS12Corpus.data(name)
        for row in PKCS12Corpus.rows where row.file == name {
            let password = row.passwordKind == "null" ? nil : SecretBytes(utf8: row.password)
            let result = Result { () throws(IdentityFileError) in try PKCS12Reader.read(data, password: password) }
            let outcome = Comment(rawValue: "\(row.passwordKind) \(row.expectation): \(Self.words(result))")
            let code = if case .failure(let error) = result { Optional(error.code) } else { IdentityFileError.Code?.none }
            let contents = try? result.get()
            switch row.expectation {
            case "imports", "key_without_its_cert":
                #expect(contents?.keys.count == 1, outcome)
                let joined = contents.map { contents in
                    contents.keys.contains { key in
                        contents.certificates.contains { key.key.matches($0.certificate) }
                    }
                }
                #expect(joined == (row.expectation == "imports"), outcome)
            case "multi": #expect((contents?.keys.count ?? 2) >= 2, outcome)
            case "nokey":
                #expect(contents?.keys.isEmpty == true, outcome)
                #expect(contents?.certificates.count == row.certificates, outcome)
            case "keyonly": #expect(contents?.keys.count == 1 && contents?.certificates.isEmpty == true, outcome)
            case "empty": #expect(contents?.keys.isEmpty == true && contents?.certificates.isEmpty == true, outcome)
            case "unsupported":
                #expect(code == .unsupportedAlgorithm || code == nil, outcome)
            case "malformed":
                // A damaged MAC can't be told from a wrong password.
                let allowed: [IdentityFileError.Code] = [
                    .malformed, .truncated, .notPKCS12, .wrongPassword, .unsupportedAlgorithm,
                ]
                #expect(code.map(allowed.contains) == true, outcome)
            case "wrong_password": #expect(code == .wrongPassword || code == .passwordRequired, outcome)
            default: break
            }
        }
    }

    @Test("fuzzed files neither crash nor hang", .timeLimit(.minutes(5)))
    func fuzzed() throws {
        let folder = try #require(PKCS12Corpus.folder).deletingLastPathComponent().appendingPathComponent(
            "p12-fuzz-gnutls")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            for password in [nil, SecretBytes(utf8: "1234")] {
                _ = try? PKCS12Reader.read(data, password: password, maximumIterations: 100_000)
            }
        }
    }

    private static func words(_ result: Result<PKCS12Contents, IdentityFileError>) -> String {
        switch result {
        case .success(let contents):
            "\(contents.keys.count) keys, \(contents.certificates.count) certificates, unread \(contents.unread)"
        case .failure(let error): "\(error)"
        }
    }
}

struct PKCS12CorpusRow: Sendable {
    let file: String
    let password: String
    let passwordKind: String
    let expectation: String
    let certificates: Int?
    /// What Java 17 said; empty where it was not asked.
    let java: String
}

enum PKCS12Corpus {
    static let folder: URL? = ProcessInfo.processInfo.environment["MTLS_CORPORA"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("corpora/p12")
    }

    static let rows: [PKCS12CorpusRow] = {
        guard let folder,
            let text = try? String(contentsOf: folder.appendingPathComponent("manifest.tsv"), encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count >= 24 else { return nil }
            return PKCS12CorpusRow(
                file: columns[0], password: columns[3], passwordKind: columns[4], expectation: columns[5],
                certificates: Int(columns[8]), java: columns[23])
        }
    }()

    static let groups: [String] = Set(rows.map(\.file)).sorted()

    static func data(_ file: String) throws -> Data {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return try Data(contentsOf: folder.appendingPathComponent(file))
    }
}
