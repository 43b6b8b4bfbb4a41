import Foundation
import TestSupport

/// Responses that are not as they say, or too large.
extension Fault {
    // MARK: Bodies

    private static func response(_ head: String, _ body: String = "", then: Step...) -> [Step] {
        [.handshake, .request, .gate, .send("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)")] + then
    }

    static let brokenBodies: [Fault] = [
        Fault(
            testDescription: "sends less than it announced", script: response("Content-Length: 9", "ok"),
            outcome: .failure(.connectionLost)),
        Fault(
            testDescription: "stops within a chunk", script: response("Transfer-Encoding: chunked", "9\r\nok"),
            outcome: .failure(.connectionLost)),
        Fault(
            testDescription: "stops before the last chunk",
            script: response("Transfer-Encoding: chunked", "2\r\nok\r\n"), outcome: .failure(.connectionLost)),
        Fault(
            testDescription: "ends a body by the connection, as TLS has it", script: response("X: y", "ok"),
            outcome: .answer(200, "ok")),
        Fault(
            testDescription: "ends a body by the connection without close_notify, as an attacker would",
            script: response("X: y", "ok", then: .close), outcome: .failure(.connectionLost)),
        Fault(
            testDescription: "has a chunk size that is no number",
            script: response("Transfer-Encoding: chunked", "zz\r\nok\r\n"), outcome: .failure(.badResponse)),
        Fault(
            testDescription: "has a chunk size beyond all bounds",
            script: response("Transfer-Encoding: chunked", "ffffffffffffffffff\r\nok\r\n"),
            outcome: .failure(.badResponse)),
        Fault(
            testDescription: "says gzip and sends none", script: response("Content-Encoding: gzip", "plain"),
            outcome: .failure(.badResponse)),
        Fault(
            testDescription: "doesn't speak HTTP", script: [.handshake, .request, .gate, .send("220 ready\r\n")],
            outcome: .failure(.badResponse)),
    ]

    // MARK: Lengths

    static let brokenLengths: [Fault] = [
        Fault(
            testDescription: "sends more than it announced", script: response("Content-Length: 2", "ok and more"),
            outcome: .answer(200, "ok")),
        Fault(
            testDescription: "announces more, and waits", script: response("Content-Length: 9", "ok", then: .silence),
            outcome: .failure(.timedOut), timeout: 1),
        Fault(
            testDescription: "has a negative length", script: response("Content-Length: -1", "ok"),
            outcome: .failure(.badResponse)),
        Fault(
            testDescription: "has a length that is no number", script: response("Content-Length: x", "ok"),
            outcome: .failure(.badResponse)),
        Fault(
            testDescription: "has a length beyond all bounds",
            script: response("Content-Length: 99999999999999999999", "ok"), outcome: .failure(.badResponse)),
        // RFC 9112, 6.3: an unrecoverable error.
        Fault(
            testDescription: "has two lengths", script: response("Content-Length: 2\r\nContent-Length: 3", "ok!"),
            outcome: .failure(.badResponse)),
        Fault(
            testDescription: "has the same length twice",
            script: response("Content-Length: 2\r\nContent-Length: 2", "ok"), outcome: .answer(200, "ok")),
        // RFC 9112, 6.3: the transfer coding counts.
        Fault(
            testDescription: "has a length and chunks",
            script: response("Content-Length: 9\r\nTransfer-Encoding: chunked", "2\r\nok\r\n0\r\n\r\n"),
            outcome: .answer(200, "ok")),
    ]

    // MARK: Size

    static let large: [Fault] = [
        Fault(
            testDescription: "sends 10,000 header lines",
            script: response((0..<10_000).map { "X-\($0): \($0)" }.joined(separator: "\r\n"), "ok"),
            outcome: .answer(200, "ok")),
        Fault(
            testDescription: "sends a header line of 300 KB",
            script: response("X: " + String(repeating: "y", count: 300_000) + "\r\nContent-Length: 2", "ok"),
            outcome: .failure(.responseTooLarge)),
        Fault(
            testDescription: "sends header lines without end",
            script: response((0..<40_000).map { "X-\($0): \($0)" }.joined(separator: "\r\n")),
            outcome: .failure(.responseTooLarge)),
        Fault(
            testDescription: "sends 300 interim responses first",
            script: [
                .handshake, .request, .gate,
                .send(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", count: 300)), .answer(),
            ], outcome: .answer(200, "ok")),
    ]
}
