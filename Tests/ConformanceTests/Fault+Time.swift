import Foundation
import TestSupport

/// Servers that are slow, or silent.
extension Fault {
    static let slow: [Fault] = [
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
            testDescription: "answers before it has read the upload",
            script: [.handshake, .gate, .answer("no", status: "413 Content Too Large"), .silence],
            outcome: .answer(413, "no"), upload: 20 << 20),
        Fault(
            testDescription: "sends a body a byte at a time, each within the limit",
            script: [
                .handshake, .request, .gate, .send("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n"),
                .drip(Data("a slow, slow body".utf8), every: 0.4),
            ], outcome: .answer(200, "a slow, slow body"), timeout: 5),
        Fault(
            testDescription: "sends a header line a byte at a time, each within the limit",
            script: [
                .handshake, .request, .gate, .send("HTTP/1.1 200 OK\r\n"),
                .drip(Data("Slow: header line".utf8), every: 0.4),
                .send("\r\nContent-Length: 2\r\n\r\nok"),
            ], outcome: .failure(.timedOut), timeout: 5),
        Fault(
            testDescription: "asks for a certificate that nobody gives", script: [.gate, .handshake, .silence],
            outcome: .failure(.challengeTimedOut), isChallengeAnswered: false),
    ]
}
