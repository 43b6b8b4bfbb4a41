import Foundation
import MutualTLS
import MutualTLSDevServer
import PortableSecurity

/// What came of a row, in the words of both sides.
struct DemoResult {
    let row: DemoRow
    /// What was chosen among, where there was a choice.
    let choice: IdentityChoice?
    /// The server's reports of the row's connections; one, if all is well.
    let reports: [PeerReport]
    /// How many requests reached the server.
    let requests: Int
    let answer: Result<HTTPURLResponse, MutualTLSError>

    /// Whether both sides say what they should.
    var isAsItShouldBe: Bool {
        guard let report = reports.first, reports.count == 1 else { return false }
        let seen = report.clientCertificate
        let isVerdictRight =
            switch row.verdict {
            case .success(let subject):
                seen.verifyResult == "SUCCESS" && seen.subject == subject && report.failure == nil && requests == 1
            case .none: seen.verifyResult == "NONE" && seen.chain.isEmpty && report.failure != nil && requests == 0
            case .failed(let numbers):
                seen.verifyResult.hasPrefix("FAILED:") && requests == 0
                    && report.failure?.verifyError.map(numbers.contains) == true
            }
        let isAnswerRight =
            switch answer {
            case .success(let response): row.clientError == nil && response.statusCode == 200
            case .failure(let error): row.clientError == error.code
            }
        return isVerdictRight && isAnswerRight
    }

    /// The first cell.
    var sent: String {
        guard let choice else { return row.title }
        let dropped = choice.dropped.map { "not \($0.identity.summary): \($0.reasons.joined(separator: ", and "))" }
        return ([row.title] + choice.fitting.map(\.summary) + dropped).joined(separator: "; ")
    }

    /// The second cell: nothing but what the server reported.
    var serverSaw: String {
        guard let report = reports.first else { return "nothing: it has no report of a connection" }
        let seen = report.clientCertificate
        var parts = reports.count > 1 ? ["\(reports.count) connections; the first:"] : []
        parts.append("\(seen.subject ?? "no client certificate"): \(seen.verifyResult)")
        if let failure = report.failure {
            // What its reason says of a certificate is in the verdict already, but not always in plain words.
            let words = failure.verifyError.map { Self.plainWords[$0] } ?? failure.reason
            if let words { parts.append(words) }
            if let alert = failure.alertSent { parts.append("alert \(alert) sent") }
        }
        parts.append(requests == 0 ? "no request" : requests == 1 ? "one request" : "\(requests) requests")
        return parts.joined(separator: "; ")
    }

    /// The third cell.
    var clientGot: String {
        switch answer {
        case .success(let response): "HTTP \(response.statusCode)"
        case .failure(let error): error.description
        }
    }

    /// What OpenSSL's numbers of verification errors mean for the one who is refused.
    private static let plainWords: [Int: String] = {
        let noPath = "no path leads from it to a CA that the server accepts"
        return [2: noPath, 19: noPath, 20: noPath, 21: noPath, 26: "it is not meant for clients"]
    }()
}
