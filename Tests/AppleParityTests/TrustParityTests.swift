import Foundation
import PortableSecurity
import Testing

/// The rows that build one trust object, set its anchor and date, and evaluate it: policy, anchor and date are read from the
/// row's own words.
@Suite(
    .enabled(
        if: CaseTable.folder != nil,
        "56 rows of Apple's trust tests are not run: set MTLS_CORPORA to the folder that holds apple/cases.tsv"))
struct TrustParityTests {
    private static let kinds: Set = [
        "trust-basic", "trust-date", "trust-host", "trust-eku", "trust-hash", "trust-keysize", "trust-names",
        "trust-parse",
        "trust-ec",
    ]
    private static let leftOut: Set = [
        // A root that counts as the machine's own.
        "trust-date-12", "trust-eku-06",
        // A key, not a chain.
        "trust-keysize-13",
        // Refers to a row that the table does not have.
        "trust-hash-06",
        // Needs the list of public suffixes.
        "trust-host-11",
        // OpenSSL can't parse the constraint and takes the CA for none.
        "trust-names-07",
    ]

    static let ids = CaseTable.rows.filter { kinds.contains($0.kind) && !leftOut.contains($0.id) }.map(\.id)

    @Test("a chain gets the verdict that Apple's test expects", arguments: ids)
    func verdict(id: String) throws {
        let row = try #require(CaseTable.row(id))
        let certificates = try row.files.map { file in
            try #require(SecCertificateCreateWithData(nil, CaseTable.data(file) as CFData))
        }
        let words = row.setup + " " + row.call
        let isOwnAnchor = words.contains(/own anchor|is the anchor|itself is|self as/) || certificates.count == 1
        let anchor = try #require(isOwnAnchor ? certificates.first : certificates.last)
        var trust: SecTrust?
        let sent = certificates.count > 1 && !isOwnAnchor ? Array(certificates.dropLast()) : certificates
        #expect(SecTrustCreateWithCertificates(sent as CFArray, policy(words), &trust) == errSecSuccess)
        let made = try #require(trust)
        SecTrustSetAnchorCertificates(made, [anchor] as CFArray)
        SecTrustSetVerifyDate(made, try #require(date(words)) as CFDate)

        var error: CFError?
        let isTrusted = SecTrustEvaluateWithError(made, &error)
        let expectsTrust = row.expected.contains(/^success|\(4\)/)
        #expect(isTrusted == expectsTrust, "\(error?.localizedDescription ?? "trusted")")
        if !expectsTrust && row.status != errSecSuccess {
            #expect(error.map { OSStatus($0.code) } == row.status, "\(error?.localizedDescription ?? "trusted")")
        }
        if row.expected.contains("(6)") {
            var result = SecTrustResultType.invalid
            SecTrustGetTrustResult(made, &result)
            #expect(result == .fatalTrustFailure)
        }
        if let count = row.expected.firstMatch(of: /(\d) certificates/) {
            #expect(SecTrustGetCertificateCount(made) == Int(count.1))
        }
    }

    private func policy(_ words: String) -> SecPolicy {
        guard let match = words.firstMatch(of: /SSL\((true|false), "?([^")]+)"?\)/) else {
            return SecPolicyCreateBasicX509()
        }
        return SecPolicyCreateSSL(match.1 == "true", match.2 == "nil" ? nil : String(match.2))
    }

    /// Seconds since 2001, or a day.
    private func date(_ words: String) -> Date? {
        if let seconds = words.firstMatch(of: /abs (\d+)/) {
            return Double(seconds.1).map(Date.init(timeIntervalSinceReferenceDate:))
        }
        guard let day = words.firstMatch(of: /\d{4}-\d\d-\d\d/) else { return nil }
        return ISO8601DateFormatter().date(from: "\(day.0)T12:00:00Z")
    }
}
