import Foundation
import Testing

@testable import MutualTLSPKCS12

/// Files from other projects' test suites, which are not part of this package.
@Suite("PKCS#12 files that others wrote")
struct CorpusTests {
    /// One row: a file, a password and what must come of it.
    private struct Row {
        let file: String
        let expectation: String
    }

    /// The folder that holds `corpora`; nil where there is none.
    private static let root = ProcessInfo.processInfo.environment["MTLS_CORPORA"]
        .map { URL(fileURLWithPath: $0).appendingPathComponent("corpora/p12") }

    private static func rows(_ root: URL) throws -> [Row] {
        let text = String(
            decoding: try Data(contentsOf: root.appendingPathComponent("manifest.tsv")), as: UTF8.self)
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return fields.count > 5 ? Row(file: String(fields[0]), expectation: String(fields[5])) : nil
        }
    }

    @Test(
        "every file is read or refused, and those that other tools open are read",
        .enabled(if: root != nil, "MTLS_CORPORA names no folder: the 549 rows of its PKCS#12 manifest were not run"))
    func manifest() throws {
        let root = try #require(Self.root)
        let rows = try Self.rows(root)
        #expect(rows.count >= 549)
        let readable: Set = ["imports", "multi", "nokey", "keyonly", "wrong_password"]
        var counts: [String: (read: Int, refused: Int)] = [:]
        var refusals: Set<String> = []
        var unknown: Set<String> = []
        for row in rows {
            let data = try Data(contentsOf: root.appendingPathComponent(row.file))
            do {
                let summary = try StructureWalk.walk(data)
                unknown.formUnion(summary.unsupported.map { "\(row.file): \($0)" })
                counts[row.expectation, default: (0, 0)].read += 1
            } catch {
                refusals.insert("\(row.expectation) \(row.file): \(error)")
                counts[row.expectation, default: (0, 0)].refused += 1
                if readable.contains(row.expectation) { Issue.record("\(row.file): \(error)") }
            }
        }
        for (expectation, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("corpus: \(expectation): \(count.read) rows read, \(count.refused) refused")
        }
        for line in refusals.sorted() { print("corpus: refused: \(line)") }
        for line in unknown.sorted() { print("corpus: unknown algorithm: \(line)") }
    }

    @Test(
        "files made by fuzzers are read or refused",
        .enabled(if: root != nil, "MTLS_CORPORA names no folder: its fuzzers' files were not run"))
    func fuzzers() throws {
        let folder = try #require(Self.root).deletingLastPathComponent().appendingPathComponent("p12-fuzz-gnutls")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        let read = files.filter { file in
            (try? Data(contentsOf: file)).map { (try? StructureWalk.walk($0)) != nil } ?? false
        }
        print("corpus: fuzzers: \(read.count) of \(files.count) files read, \(files.count - read.count) refused")
    }
}
