import Foundation
import MutualTLS
import Testing

@testable import MutualTLSCLI

@Suite("Sending again")
struct RetryPolicyTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    struct Row: Sendable {
        var method = "GET"
        var attempt = 0
        var outcome: RetryPolicy.Outcome
        var delay: TimeInterval?
    }

    @Test(
        "only what may be sent again is, and as late as the server wishes",
        arguments: [
            Row(outcome: .answered(status: 200, retryAfter: nil)),
            Row(outcome: .answered(status: 500, retryAfter: "1")),
            Row(outcome: .answered(status: 503, retryAfter: nil), delay: 1),
            Row(attempt: 2, outcome: .answered(status: 429, retryAfter: nil), delay: 4),
            Row(attempt: 9, outcome: .answered(status: 502, retryAfter: nil), delay: 60),
            Row(attempt: 10, outcome: .answered(status: 502, retryAfter: nil)),
            Row(outcome: .answered(status: 504, retryAfter: " 7 "), delay: 7),
            Row(outcome: .answered(status: 503, retryAfter: "0"), delay: 0),
            Row(outcome: .answered(status: 503, retryAfter: "601")),
            Row(outcome: .answered(status: 503, retryAfter: "99999999999999999999999")),
            Row(outcome: .answered(status: 503, retryAfter: "Fri, 15 Jan 2027 08:00:20 GMT"), delay: 20),
            Row(outcome: .answered(status: 503, retryAfter: "Fri, 15 Jan 2027 07:00:00 GMT"), delay: 0),
            Row(outcome: .answered(status: 503, retryAfter: "soon"), delay: 1),
            Row(method: "POST", outcome: .answered(status: 503, retryAfter: "1")),
            Row(method: "PUT", outcome: .failed(.connectionLost), delay: 1),
            Row(method: "POST", outcome: .failed(.connectionLost)),
            Row(method: "POST", outcome: .failed(.timedOut)),
            Row(method: "POST", outcome: .failed(.cannotConnect), delay: 1),
            Row(method: "PATCH", outcome: .failed(.cannotFindHost), delay: 1),
            Row(outcome: .failed(.timedOut), delay: 1),
            Row(outcome: .failed(.serverNotTrusted)),
            Row(outcome: .failed(.clientCertificateRejected)),
        ])
    func delays(_ row: Row) {
        let policy = RetryPolicy(retries: 10, method: row.method)
        #expect(policy.delay(after: row.outcome, attempt: row.attempt, now: Self.now) == row.delay)
        #expect(RetryPolicy(retries: 0, method: row.method).delay(after: row.outcome, attempt: 0) == nil)
    }
}
