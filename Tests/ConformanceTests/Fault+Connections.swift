import Foundation
import TestSupport

/// Servers that end or spoil a connection.
extension Fault {
    static let brokenConnections: [Fault] = endings("closes", .close) + endings("resets", .reset) + spoiled

    private static func endings(_ verb: String, _ ending: Step) -> [Fault] {
        let half = "HTTP/1.1 200 OK\r\nContent-Le"
        let short = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"
        return [
            Fault(
                testDescription: "\(verb) before the handshake",
                script: [.beginHandshake(sending: 0), .gate, ending],
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
                script: [.handshake, .request, .send(half), .gate, ending],
                outcome: .failure(.connectionLost)),
            Fault(
                testDescription: "\(verb) within the body",
                script: [
                    .handshake, .request, .send(short), .gate, ending,
                ], outcome: .failure(.connectionLost)),
        ]
    }

    private static let spoiled: [Fault] = [
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
}
