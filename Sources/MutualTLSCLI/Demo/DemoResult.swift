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
    /// The one identity that was sent, where there was no choice.
    let sentIdentity: ClientIdentity?
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
        if seen.verifyResult.hasPrefix("FAILED:"), let subject = seen.subject {
            // OpenSSL's words are not always plain ones.
            let words = report.failure?.verifyError.flatMap { Self.plainWords[$0] }
            parts.append("\(subject): \(words ?? String(seen.verifyResult.dropFirst("FAILED:".count)))")
        } else if let subject = seen.subject {
            parts.append("\(subject): \(seen.verifyResult)")
        } else {
            parts.append(report.failure?.reason ?? "no client certificate")
        }
        parts.append(requests == 0 ? "no request" : requests == 1 ? "one request" : "\(requests) requests")
        return parts.joined(separator: "; ")
    }

    /// The third cell.
    var clientGot: String {
        switch answer {
        case .success(let response): "HTTP \(response.statusCode)"
        case .failure(let error):
            ([Self.headline(error) + (error.alert.map { ", alert \($0)" } ?? "")] + problems).joined(separator: ": ")
        }
    }

    /// What the client knows to be wrong with what it sent.
    private var problems: [String] {
        let messages = sentIdentity?.problems().filter(\.isBlocking).map(\.message) ?? []
        return messages.isEmpty ? [] : [messages.joined(separator: ", and ")]
    }

    private static func headline(_ error: MutualTLSError) -> String {
        switch error.code {
        case .clientCertificateRequired: "a client certificate is required"
        case .clientCertificateRejected: "the certificate is refused"
        case .serverNotTrusted: (error.underlying as NSError?)?.localizedDescription ?? error.reason
        default: error.reason
        }
    }

    /// What OpenSSL's numbers of verification errors mean for the one who is refused.
    private static let plainWords: [Int: String] = {
        let noPath = "no path leads from it to a CA that the server accepts"
        return [2: noPath, 19: noPath, 20: noPath, 21: noPath, 26: "it is not meant for clients"]
    }()
}
