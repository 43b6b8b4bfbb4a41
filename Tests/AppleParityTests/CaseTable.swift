import Foundation
import PortableSecurity

/// One row of the table of Apple's own regression tests.
struct ParityCase: Sendable {
    let id: String
    let kind: String
    let setup: String
    let call: String
    let expected: String
    let files: [String]
    let password: String

    /// The result code that the row expects; `errSecSuccess` where it names none.
    var status: OSStatus {
        if let number = expected.firstMatch(of: /\((-\d+)\)/) { return OSStatus(number.1) ?? errSecInternal }
        guard let name = expected.firstMatch(of: /errSec\w+/) else { return errSecSuccess }
        return Self.codes[String(name.0)] ?? errSecInternal
    }

    private static let codes: [String: OSStatus] = [
        "errSecSuccess": errSecSuccess, "errSecHostNameMismatch": errSecHostNameMismatch,
        "errSecCertificateExpired": errSecCertificateExpired, "errSecUnsupportedKeySize": errSecUnsupportedKeySize,
        "errSecItemNotFound": errSecItemNotFound, "errSecDuplicateItem": errSecDuplicateItem,
        "errSecNoSuchAttr": errSecNoSuchAttr, "errSecParam": errSecParam,
    ]
}

/// The table, in the folder that `MTLS_CORPORA` names; it is not part of the project.
enum CaseTable {
    static let folder: URL? = ProcessInfo.processInfo.environment["MTLS_CORPORA"].map {
        URL(fileURLWithPath: $0).appendingPathComponent("apple")
    }

    static let rows: [ParityCase] = {
        guard let folder,
            let text = try? String(contentsOf: folder.appendingPathComponent("cases.tsv"), encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count >= 11 else { return nil }
            return ParityCase(
                id: columns[0], kind: columns[1], setup: columns[5], call: columns[6], expected: columns[7],
                files: columns[8].split(separator: ";").map(String.init), password: columns[10])
        }
    }()

    static func row(_ id: String) -> ParityCase? { rows.first { $0.id == id } }

    static func data(_ file: String) throws -> Data {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return try Data(contentsOf: folder.appendingPathComponent("data").appendingPathComponent(file))
    }
}
