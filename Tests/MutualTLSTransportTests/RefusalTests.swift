import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import MutualTLSTransport
import TestSupport
import Testing

@Suite("Refusals by openssl s_server, which sends alerts", .needs(.openssl, cases: 9))
struct RefusalTests {
    struct Case: Sendable, CustomStringConvertible {
        var identity: String
        var version: String
        var alert: TLSAlert
        var code: TransportError.Code
        var description: String { "\(identity) over \(version)" }
    }

    static let cases = [
        Case(identity: "none", version: "-tls1_3", alert: .certificateRequired, code: .clientCertificateRequired),
        Case(identity: "none", version: "-tls1_2", alert: .handshakeFailure, code: .clientCertificateRequired),
        Case(identity: "stranger", version: "-tls1_3", alert: .unknownCA, code: .clientCertificateRejected),
        Case(identity: "stranger", version: "-tls1_2", alert: .unknownCA, code: .clientCertificateRejected),
        Case(identity: "expired", version: "-tls1_3", alert: .certificateExpired, code: .clientCertificateRejected),
        Case(identity: "expired", version: "-tls1_2", alert: .certificateExpired, code: .clientCertificateRejected),
        Case(
            identity: "server-only", version: "-tls1_3", alert: .unsupportedCertificate,
            code: .clientCertificateRejected),
    ]

    @Test("the alert and the fault are named, also when they come after the handshake", arguments: cases)
    func refusal(row: Case) async throws {
        let pki = try TestPKI()
        let server = try SServer(pki, [row.version, "-Verify", "3", "-verify_return_error"])
        let answers =
            switch row.identity {
            case "stranger": try Answers(pki.strangerClient())
            case "expired": try Answers(pki.expiredClient())
            case "server-only": try Answers(pki.serverOnlyClient())
            default: Answers()
            }
        let transport = try Transport(handler: answers)
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(TransportRequest(url: server.url, timeout: 10))
        }
        #expect(error?.code == row.code)
        #expect(error?.handshake?.alertReceived == row.alert)
        #expect(error?.handshake?.isAlertAfterFinished == (row.version == "-tls1_3"))
        #expect(error?.reason.contains(row.alert.name) == true)
    }

    @Test("a good identity passes where bad ones are refused")
    func accepted() async throws {
        let pki = try TestPKI()
        let server = try SServer(pki, ["-Verify", "3", "-verify_return_error"])
        let response = try await Transport(handler: Answers(pki.client())).perform(TransportRequest(url: server.url))
        #expect(response.status == 200)
        #expect(
            String(decoding: response.body, as: UTF8.self).contains("CN=alice")
                || String(decoding: response.body, as: UTF8.self).contains("CN = alice"))
    }

    @Test("a port that doesn't speak TLS, one that nobody listens on, and a host without an address are told apart")
    func network() async throws {
        let transport = try Transport(handler: Answers())
        let silent = try FreePort.next()
        let folder = try TemporaryFolder()
        let port = try FreePort.next()
        let plain = try ChildServer(
            "python3", ["-m", "http.server", "--bind", "127.0.0.1", "\(port)"], port: port, log: folder.path("log"))
        defer { plain.stop() }
        for (url, code) in [
            ("https://127.0.0.1:\(silent)/", TransportError.Code.cannotConnect),
            ("https://no-such-host.invalid/", .cannotFindHost),
            ("https://127.0.0.1:\(port)/", .handshakeFailed),
        ] {
            let error = await #expect(throws: TransportError.self) {
                try await transport.perform(TransportRequest(url: URL(string: url)!, timeout: 10))
            }
            #expect(error?.code == code)
        }
    }
}
