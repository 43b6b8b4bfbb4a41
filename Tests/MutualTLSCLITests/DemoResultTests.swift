import Foundation
import MutualTLS
import MutualTLSDevServer
import PortableSecurity
import Testing

@testable import MutualTLSCLI

/// A row of the demo is right only when both sides say so.
@Suite("The demo's verdict")
struct DemoResultTests {
    private let good = DemoRow(
        title: "good", sender: .identity("alice"), verdict: .success("CN=alice"), clientError: nil)
    private let expired = DemoRow(
        title: "expired", sender: .identity("expired"), verdict: .failed([10]), clientError: .clientCertificateRejected)
    private let none = DemoRow(
        title: "none", sender: .nobody, verdict: .none, clientError: .clientCertificateRequired)

    /// As the server would write it.
    private func report(
        _ verdict: String, subject: String? = nil, failure: (reason: String, verifyError: Int?)? = nil
    ) throws -> PeerReport {
        var certificate: [String: Any] = ["verifyResult": verdict, "chain": [[String: String]]()]
        if let subject {
            certificate["subject"] = subject
            certificate["chain"] = [["subject": subject, "fingerprintSHA256": "00"]]
        }
        var report: [String: Any] = [
            "connection": 1, "remoteAddress": "127.0.0.1:1", "clientCertificate": certificate, "resumed": false,
        ]
        if let failure {
            var members: [String: Any] = ["reason": failure.reason]
            if let number = failure.verifyError { members["verifyError"] = number }
            report["failure"] = members
        }
        return try JSONDecoder().decode(PeerReport.self, from: JSONSerialization.data(withJSONObject: report))
    }

    private func answer(_ status: Int) throws -> Result<HTTPURLResponse, MutualTLSError> {
        let url = try #require(URL(string: "https://localhost/"))
        return .success(
            try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)))
    }

    private func isRight(
        _ row: DemoRow, _ reports: [PeerReport], requests: Int, _ answer: Result<HTTPURLResponse, MutualTLSError>
    ) -> Bool {
        DemoResult(row: row, choice: nil, reports: reports, sentIdentity: nil, requests: requests, answer: answer)
            .isAsItShouldBe
    }

    @Test("a good identity needs the server's success, its subject, one request and the status 200")
    func success() throws {
        let seen = try report("SUCCESS", subject: "CN=alice")
        #expect(isRight(good, [seen], requests: 1, try answer(200)))
        #expect(!isRight(good, [seen], requests: 1, try answer(500)))
        #expect(!isRight(good, [seen], requests: 0, try answer(200)))
        #expect(!isRight(good, [seen, seen], requests: 1, try answer(200)))
        #expect(!isRight(good, [], requests: 1, try answer(200)))
        #expect(!isRight(good, [try report("SUCCESS", subject: "CN=bob")], requests: 1, try answer(200)))
        #expect(!isRight(good, [try report("NONE")], requests: 1, try answer(200)))
        #expect(!isRight(good, [seen], requests: 1, .failure(MutualTLSError(.timedOut, "late"))))
    }

    @Test("a refusal needs the server's own reason, no request, and the right error")
    func refusal() throws {
        let seen = try report("FAILED:x", subject: "CN=old", failure: ("x", 10))
        let error = Result<HTTPURLResponse, MutualTLSError>.failure(MutualTLSError(.clientCertificateRejected, "no"))
        #expect(isRight(expired, [seen], requests: 0, error))
        #expect(!isRight(expired, [seen], requests: 1, error))
        #expect(!isRight(expired, [try report("FAILED:x", subject: "CN=old", failure: ("x", 20))], requests: 0, error))
        #expect(!isRight(expired, [try report("SUCCESS", subject: "CN=old")], requests: 0, error))
        #expect(!isRight(expired, [seen], requests: 0, .failure(MutualTLSError(.connectionLost, "no"))))
        #expect(!isRight(expired, [seen], requests: 0, try answer(200)))
    }

    @Test("nothing sent means that the server has no certificate")
    func nothing() throws {
        let error = Result<HTTPURLResponse, MutualTLSError>.failure(MutualTLSError(.clientCertificateRequired, "no"))
        #expect(isRight(none, [try report("NONE", failure: ("none came", nil))], requests: 0, error))
        let sent = try report("NONE", subject: "CN=alice", failure: ("none came", nil))
        #expect(!isRight(none, [sent], requests: 0, error))
    }

    @Test("the cell tells the server's reason, in plain words where OpenSSL's are not")
    func cell() throws {
        func text(_ report: PeerReport) throws -> String {
            DemoResult(
                row: good, choice: nil, reports: [report], sentIdentity: nil, requests: 0, answer: try answer(200)
            ).serverSaw
        }
        #expect(
            try text(report("FAILED:obscure", subject: "CN=a", failure: ("refused: obscure", 20)))
                == "CN=a: no path leads from it to a CA that the server accepts; no request")
        #expect(
            try text(report("FAILED:expired", subject: "CN=a", failure: ("refused: expired", 10)))
                == "CN=a: expired; no request")
        #expect(
            try text(report("NONE", failure: ("the client left", nil)))
                == "the client left; no request")
    }
}
