import Foundation
import MutualTLSDevServer
import MutualTLSPKI
import TestSupport
import Testing

/// What curl and the server say about the same connection.
@Suite(.needs(.curl, cases: 19), .needs(.openssl, cases: 19)) struct ClientAuthenticationTests {
    let fixture: ServerFixture

    init() throws { fixture = try ServerFixture() }

    @Test(
        "a good client is answered with what the server saw of it", arguments: [("1.2", "TLSv1.2"), ("1.3", "TLSv1.3")])
    func good(version: (option: String, name: String)) throws {
        let server = try fixture.server()
        let url = try server.start()
        defer { server.stop() }
        let alice = try fixture.people.issueClient(name: "alice, of \"Example\"")
        let outcome = try fixture.curl(
            alice,
            ["--tlsv" + version.option, "--tls-max", version.option, "https://localhost:\(url.port ?? 0)/a/b?c=d"])
        #expect(outcome.status == 0, "\(outcome)")
        let answer = try Answer(outcome.output)
        #expect(answer.method == "GET" && answer.path == "/a/b")
        #expect(answer.tlsVersion == version.name && answer.cipher?.isEmpty == false)
        #expect(answer.alpn == "http/1.1" && answer.serverName == "localhost" && !answer.resumed)
        let certificate = answer.clientCertificate
        #expect(certificate.verifyResult == "SUCCESS")
        #expect(certificate.subject == alice.subject && certificate.issuer == "CN=Test People")
        #expect(certificate.serialNumber == alice.serialNumber)
        #expect(certificate.fingerprintSHA256 == alice.fingerprintSHA256)
        #expect(certificate.chain.map(\.subject) == [alice.subject, "CN=Test People"])
        #expect(certificate.chain.last?.fingerprintSHA256 == fixture.people.fingerprintSHA256)
        let report = try #require(server.reports.first)
        #expect(server.reports.count == 1 && report.clientCertificate == certificate && report.failure == nil)
        #expect(report.remoteAddress.hasPrefix("127.0.0.1:"))
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let alert: String
        let identity: @Sendable (ServerFixture) throws -> IssuedIdentity
        var sendsIntermediates = true
    }

    private static func validity(_ start: TimeInterval, _ end: TimeInterval) -> Validity {
        .from(Date(timeIntervalSinceNow: start), to: Date(timeIntervalSinceNow: end))
    }

    static let bad = [
        Bad(testDescription: "expired", reason: "certificate has expired", alert: "certificate_expired") {
            try $0.people.issueClient(name: "old", validity: validity(-7_200, -3_600))
        },
        Bad(testDescription: "not yet valid", reason: "certificate is not yet valid", alert: "bad_certificate") {
            try $0.people.issueClient(name: "early", validity: validity(3_600, 7_200))
        },
        Bad(testDescription: "another CA", reason: "unable to get local issuer certificate", alert: "unknown_ca") { _ in
            try CertificateAuthority(name: "Other Root").issueClient(name: "stranger")
        },
        Bad(
            testDescription: "serverAuth only", reason: "unsuitable certificate purpose",
            alert: "unsupported_certificate"
        ) { try $0.people.issueClient(name: "web", purposes: [.serverAuth]) },
        Bad(
            testDescription: "no intermediate", reason: "unable to get local issuer certificate", alert: "unknown_ca",
            identity: { try $0.people.issueClient(name: "alone") }, sendsIntermediates: false),
    ]

    @Test("a required certificate that is bad is refused, and the report says why", arguments: bad)
    func required(bad: Bad) throws {
        let server = try fixture.server(.require)
        let url = try server.start()
        defer { server.stop() }
        let identity = try bad.identity(fixture)
        let outcome = try fixture.curl(identity, sendsIntermediates: bad.sendsIntermediates, [url.absoluteString])
        #expect(outcome.status == 56 || outcome.status == 35, "\(outcome)")
        #expect(outcome.errors.contains("alert"), "the client got no alert: \(outcome)")
        let report = try #require(server.reports.first)
        #expect(report.clientCertificate.verifyResult == "FAILED:" + bad.reason)
        #expect(report.clientCertificate.subject == identity.subject)
        #expect(report.failure?.alertSent == bad.alert && report.failure?.reason.hasSuffix(bad.reason) == true)
    }

    @Test("a requested certificate that is bad is answered, with the reason", arguments: bad)
    func requested(bad: Bad) throws {
        let server = try fixture.server(.request)
        let url = try server.start()
        defer { server.stop() }
        let outcome = try fixture.curl(
            bad.identity(fixture), sendsIntermediates: bad.sendsIntermediates, [url.absoluteString])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try Answer(outcome.output).clientCertificate.verifyResult == "FAILED:" + bad.reason)
    }

    @Test("no certificate: refused where one is required, answered otherwise")
    func none() throws {
        for mode in DevServer.ClientAuthentication.allCases {
            let server = try fixture.server(mode)
            let url = try server.start()
            defer { server.stop() }
            let outcome = try fixture.curl(nil, [url.absoluteString])
            if mode == .require {
                #expect(outcome.status == 56 && outcome.errors.contains("alert"), "\(outcome)")
                let failure = try #require(server.reports.first?.failure)
                #expect(
                    failure.reason == "the client sent no certificate" && failure.alertSent == "certificate_required")
            } else {
                #expect(outcome.status == 0, "\(outcome)")
                let certificate = try Answer(outcome.output).clientCertificate
                #expect(certificate.verifyResult == "NONE" && certificate.chain.isEmpty && certificate.subject == nil)
            }
        }
    }

    @Test("where no certificate is asked for, none is sent")
    func notAsked() throws {
        let server = try fixture.server(.none)
        let url = try server.start()
        defer { server.stop() }
        let outcome = try fixture.curl(fixture.people.issueClient(name: "alice"), [url.absoluteString])
        #expect(try Answer(outcome.output).clientCertificate.verifyResult == "NONE")
    }

    @Test("the names of the acceptable CAs are sent")
    func acceptableNames() throws {
        let server = try fixture.server(.request)
        try server.start()
        defer { server.stop() }
        let outcome = try fixture.sClient(server, nil, input: "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(outcome.output.contains("Acceptable client certificate CA names\nCN = Test Root\n"), "\(outcome)")
    }

    @Test("a client that does not trust the server is reported with its alert")
    func distrust() throws {
        let server = try fixture.server(.request)
        let url = try server.start()
        defer { server.stop() }
        let other = try CertificateAuthority(name: "Other Root")
        try fixture.folder.write(other.certificatePEM, "other.pem")
        let outcome = try fixture.curl(nil, ["--cacert", fixture.folder.path("other.pem"), url.absoluteString])
        #expect(outcome.status == 60, "\(outcome)")
        #expect(try eventually { server.reports.first?.failure?.alertReceived == "unknown_ca" })
    }

    @Test(
        "a session is resumed by its ticket, with the certificate of the first connection", arguments: ["1.2", "1.3"])
    func resumption(version: String) throws {
        let alice = try fixture.people.issueClient(name: "alice")
        for tickets in [true, false] {
            let server = try fixture.server { $0.sessionTickets = tickets }
            try server.start()
            defer { server.stop() }
            let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            let session = fixture.folder.path("session-\(tickets)")
            let option = "-tls" + version.replacingOccurrences(of: ".", with: "_")
            let first = try fixture.sClient(server, alice, [option, "-sess_out", session], input: request)
            #expect(first.output.contains("\"resumed\" : false"), "\(first)")
            // Without tickets there is nothing that s_client could offer in TLS 1.3.
            let offer = FileManager.default.fileExists(atPath: session) ? ["-sess_in", session] : []
            let second = try fixture.sClient(server, alice, [option] + offer, input: request)
            #expect(second.output.contains("\"resumed\" : \(tickets)"), "\(second)")
            #expect(second.output.contains("\"verifyResult\" : \"SUCCESS\""))
            #expect(server.reports.map(\.resumed) == [false, tickets])
            #expect(server.reports.map(\.clientCertificate.subject) == ["CN=alice", "CN=alice"])
        }
    }

    @Test("the injected clock decides on a client's validity")
    func clock() throws {
        let alice = try fixture.people.issueClient(name: "alice")
        let server = try fixture.server(.request) { $0.now = { alice.notAfter.addingTimeInterval(1) } }
        let url = try server.start()
        defer { server.stop() }
        let outcome = try fixture.curl(alice, [url.absoluteString])
        #expect(try Answer(outcome.output).clientCertificate.verifyResult == "FAILED:certificate has expired")
    }
}
