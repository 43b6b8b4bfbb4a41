import Foundation
import Testing

@testable import MutualTLSCLI

/// Files that other projects test with, as `mtls inspect` sees them; they are not part of this project.
@Suite(
    "PKCS#12 files of other projects",
    .enabled(
        if: Corpus.folder != nil,
        "550 rows of PKCS#12 files are not run: set MTLS_CORPORA to the folder that holds corpora/p12/manifest.tsv"))
struct CorpusTests {
    @Test("each file with each password has the outcome that its row expects")
    func outcomes() throws {
        #expect(Corpus.rows.count == 550)
        for row in Corpus.rows {
            let found = try row.inspection.get()
            #expect(row.isRight(found), "\(row.file), \(row.expectation): \(found.status) \(found.reason ?? "")")
        }
    }

    @Test("each identity that opens is the one that its row names, and no other")
    func subjects() throws {
        var compared = 0
        for row in Corpus.rows where row.expectation == "imports" && !row.commonName.isEmpty {
            let subject = try #require(try row.inspection.get().identities.first?.subject, "\(row.file)")
            #expect(subject.contains("CN=\(row.commonName)"), "\(row.file): \(subject)")
            compared += 1
        }
        #expect(compared > 90)
    }

    @Test("six engines get fewer rows right than we do on those that they were run on")
    func comparison() throws {
        let ours = try Corpus.rows.map { Verdict($0, try $0.inspection.get()) }
        print("corpus: engine                  rows  identities opened  wrong passwords refused  malformed refused")
        for (index, engine) in Corpus.engines.enumerated() {
            let rows = Corpus.rows.indices.filter { Corpus.rows[$0].engines[index] != nil }
            let theirs = rows.compactMap { Verdict(Corpus.rows[$0], engine: index) }
            let same = rows.map { ours[$0] }
            print("corpus: \(Self.line(engine, theirs))")
            print("corpus: \(Self.line("  mtls on the same rows", same))")
            let (right, rightHere) = (theirs.filter(\.isRight).count, same.filter(\.isRight).count)
            #expect(right < rightHere, "\(engine)")
            #expect(!same.contains { $0.kind != .other && !$0.isRight })
        }
        print("corpus: \(Self.line("mtls on all rows", ours))")
    }

    private static func line(_ name: String, _ verdicts: [Verdict]) -> String {
        func share(_ kind: Verdict.Kind, _ width: Int) -> String {
            let all = verdicts.filter { $0.kind == kind }
            let text = "\(all.filter(\.isRight).count) of \(all.count)"
            return String(repeating: " ", count: max(1, width - text.count)) + text
        }
        let rows = "\(verdicts.count)"
        return name.padding(toLength: 24, withPad: " ", startingAt: 0)
            + String(repeating: " ", count: max(0, 4 - rows.count)) + rows
            + share(.identity, 19) + share(.wrongPassword, 25) + share(.malformed, 19)
    }
}

/// Whether a row was treated as it should be, in the three classes that have one right answer for everybody.
private struct Verdict {
    enum Kind { case identity, wrongPassword, malformed, other }

    let kind: Kind
    let isRight: Bool

    private static func kind(_ row: Corpus.Row) -> Kind {
        switch row.expectation {
        case "imports": .identity
        case "wrong_password": .wrongPassword
        case "malformed": .malformed
        default: .other
        }
    }

    /// Ours.
    init(_ row: Corpus.Row, _ found: Inspection) {
        kind = Self.kind(row)
        isRight = kind == .other ? false : row.isRight(found)
    }

    /// Another engine's, by what the manifest says of it; nil where it was not run.
    init?(_ row: Corpus.Row, engine: Int) {
        guard let words = row.engines[engine] else { return nil }
        kind = Self.kind(row)
        isRight =
            switch kind {
            case .identity: words.hasPrefix("OK")
            case .wrongPassword: !words.hasPrefix("OK")
            // Not as a wrong password either, unless only the MAC's value is damaged.
            case .malformed: words.hasPrefix("ERR") || row.hasDamagedMAC && !words.hasPrefix("OK")
            case .other: false
            }
    }
}

/// The manifest.
private enum Corpus {
    static let engines = [
        "OpenSSL 3.0 with legacy", "pyca/cryptography 50", "GnuTLS 3.7", "NSS 3.87", "Java 17", "go-pkcs12",
    ]

    static let folder: URL? = ProcessInfo.processInfo.environment["MTLS_CORPORA"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("corpora/p12")
    }

    struct Row {
        let file, password, passwordKind, expectation, subject: String
        let certificates: Int
        /// What each engine said; nil where it was not run.
        let engines: [String?]

        var hasDamagedMAC: Bool { file.contains("truncated-mac") }

        /// The first of the subject; empty where it has none that compares simply.
        var commonName: String {
            guard let found = subject.firstMatch(of: /CN ?= ?([A-Za-z0-9 .-]+)/) else { return "" }
            return String(found.1).trimmingCharacters(in: .whitespaces)
        }

        /// Found out once, as a million iterations are slow.
        var inspection: Result<Inspection, any Error> {
            Corpus.inspections[file + "\n" + passwordKind + password]
                ?? .failure(CocoaError(.fileNoSuchFile))
        }

        fileprivate func inspect() throws -> Inspection {
            guard let folder = Corpus.folder else { throw CocoaError(.fileNoSuchFile) }
            let arguments = try Arguments(
                passwordKind == "null" ? ["--no-password"] : [], PasswordOptions.options)
            let options = try PasswordOptions(
                Invocation(
                    arguments: arguments,
                    environment: passwordKind == "null" ? [:] : [PasswordOptions.variable: password],
                    output: Output(environment: [:])))
            let files = try IdentityFiles(folder.appendingPathComponent(file).path, key: nil, "the file")
            return Inspection(files, options)
        }

        func isRight(_ found: Inspection) -> Bool {
            let (identities, keys) = (found.identities.count, found.keysWithoutCertificate)
            switch expectation {
            case "imports": return found.status == .ok && identities == 1
            case "multi": return found.status == .ok && identities >= 2
            // One of them holds a revocation list and nothing else.
            case "nokey" where certificates == 0: return found.status == .empty
            case "nokey": return found.status == .ok && identities == 0 && found.certificates.count == certificates
            case "keyonly", "key_without_its_cert": return found.status == .ok && identities == 0 && keys == 1
            case "empty": return found.status == .empty
            case "unsupported": return found.status == .unsupported || found.status == .ok
            case "malformed":
                return found.status == .malformed || found.status == .unsupported
                    || found.status == .wrongPassword && hasDamagedMAC
            case "wrong_password": return found.status == .wrongPassword
            default: return true
            }
        }
    }

    static let inspections = Dictionary(
        rows.map { row in (row.file + "\n" + row.passwordKind + row.password, Result { try row.inspect() }) },
        uniquingKeysWith: { first, _ in first })

    static let rows: [Row] = {
        guard let folder,
            let text = try? String(contentsOf: folder.appendingPathComponent("manifest.tsv"), encoding: .utf8)
        else { return [] }
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let names = [
            "openssl_3.0.19_legacy", "pyca50_openssl4.0.3", "gnutls_3.7.9", "nss_3.87", "java_17", "go_pkcs12",
        ]
        guard let header = lines.first else { return [] }
        let columns = names.compactMap { header.firstIndex(of: $0) }
        return lines.dropFirst().filter { $0.count == header.count && columns.count == names.count }.map { fields in
            Row(
                file: fields[0], password: fields[3], passwordKind: fields[4], expectation: fields[5],
                subject: fields[12], certificates: Int(fields[8]) ?? 0,
                engines: columns.map { fields[$0].isEmpty || fields[$0] == "-" ? nil : fields[$0] })
        }
    }()
}
