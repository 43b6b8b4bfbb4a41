import Foundation
import MutualTLS
import MutualTLSOpenSSL
import TestSupport
import Testing

/// What a server does wrong, and what its client is told.
struct Fault: Sendable, CustomTestStringConvertible {
    typealias Step = HostileServer.Step

    var testDescription: String
    /// With a gate where the fault begins; until it opens, others are seen to go on.
    var script: [Step]
    var outcome: Outcome
    var asksForCertificate = true
    /// Of the request, in seconds without progress.
    var timeout: TimeInterval = 60
    /// What is uploaded, in bytes.
    var upload: Int?
    /// Whether the client's code answers the challenge.
    var isChallengeAnswered = true
    /// What our code doesn't do yet.
    var gap: String?

    static let all = brokenConnections + brokenBodies + brokenLengths + slow + large

    // MARK: Connections

    static let brokenConnections =
        [("closes", Step.close), ("resets", Step.reset)].flatMap { (verb, ending) in
            [
                Fault(
                    testDescription: "\(verb) before the handshake", script: [.gate, ending],
                    outcome: .failure(.handshakeFailed)),
                Fault(
                    testDescription: "\(verb) within the handshake",
                    script: [.beginHandshake(sending: 40), .gate, ending], outcome: .failure(.handshakeFailed)),
                Fault(
                    testDescription: "\(verb) after a handshake without client certificate",
                    script: [.handshake, .gate, ending], outcome: .failure(.connectionLost), asksForCertificate: false),
                Fault(
                    testDescription: "\(verb) after a request without client certificate",
                    script: [.handshake, .request, .gate, ending], outcome: .failure(.connectionLost),
                    asksForCertificate: false),
                // Some servers refuse a certificate without a word: it is the likeliest reason.
                Fault(
                    testDescription: "\(verb) after it got the certificate", script: [.handshake, .gate, ending],
                    outcome: .failure(.clientCertificateRejected)),
                Fault(
                    testDescription: "\(verb) after it got the certificate and the request",
                    script: [.handshake, .request, .gate, ending], outcome: .failure(.clientCertificateRejected)),
                Fault(
                    testDescription: "\(verb) within the head of the response",
                    script: [.handshake, .request, .send("HTTP/1.1 200 OK\r\nContent-Le"), .gate, ending],
                    outcome: .failure(.connectionLost)),
                Fault(
                    testDescription: "\(verb) within the body",
                    script: [
                        .handshake, .request, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .gate, ending,
                    ], outcome: .failure(.connectionLost)),
            ]
        } + [
            Fault(
                testDescription: "answers the handshake in clear",
                script: [.gate, .inClear(Data("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))],
                outcome: .failure(.handshakeFailed)),
            Fault(
                testDescription: "answers the handshake with noise",
                script: [.gate, .inClear(Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }))],
                outcome: .failure(.handshakeFailed)),
            Fault(
                testDescription: "breaks TLS within the body",
                script: [
                    .handshake, .request, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .gate,
                    .inClear(Data([23, 3, 3, 0, 32] + [UInt8](repeating: 7, count: 32))),
                ], outcome: .failure(.connectionLost)),
        ]

    // MARK: Bodies

    private static func response(_ head: String, _ body: String = "", then: Step...) -> [Step] {
        [.handshake, .request, .gate, .send("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)")] + then
    }

    static let brokenBodies = [
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

    static let brokenLengths = [
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

    // MARK: Time

    static let slow = [
        Fault(
            testDescription: "accepts and says nothing", script: [.gate, .silence], outcome: .failure(.timedOut),
            timeout: 1),
        Fault(
            testDescription: "falls silent within the handshake",
            script: [.beginHandshake(sending: 40), .gate, .silence], outcome: .failure(.timedOut), timeout: 1),
        Fault(
            testDescription: "takes the request and says nothing", script: [.handshake, .request, .gate, .silence],
            outcome: .failure(.timedOut), timeout: 1),
        Fault(
            testDescription: "stops reading an upload", script: [.handshake, .gate, .deafness],
            outcome: .failure(.timedOut), timeout: 1, upload: 20 << 20),
        Fault(
            testDescription: "sends a body a byte at a time, each within the limit",
            script: [
                .handshake, .request, .gate, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"),
                .drip(Data("slow body".utf8), every: 0.4),
            ], outcome: .answer(200, "slow body"), timeout: 2),
        Fault(
            testDescription: "sends a header line a byte at a time, each within the limit",
            script: [
                .handshake, .request, .gate, .send("HTTP/1.1 200 OK\r\n"), .drip(Data("Slow: line".utf8), every: 0.4),
                .send("\r\nContent-Length: 2\r\n\r\nok"),
            ], outcome: .answer(200, "ok"), timeout: 2),
        Fault(
            testDescription: "asks for a certificate that nobody gives", script: [.gate, .handshake, .silence],
            outcome: .failure(.challengeTimedOut), isChallengeAnswered: false),
    ]

    // MARK: Size

    static let large = [
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
