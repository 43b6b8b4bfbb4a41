import Foundation
import MutualTLSPKI
import TestSupport
import Testing

@Suite("mtls request behind a proxy of the environment", .needs(.nginx, cases: 4), .needs(.python, cases: 4))
struct RequestProxyTests {
    private let pki: TestPKI
    private let nginx: NginxServer
    private let proxy: ProxyServer
    private let program: Program

    init() throws {
        pki = try TestPKI()
        nginx = try NginxServer(pki)
        proxy = try ProxyServer(.http, pki, credentials: "user:secret")
        program = try Program()
        try program.folder.write(pki.root.certificatePEM, "root.pem")
        try program.write(pki.client(), "alice.p12")
    }

    private func request(_ variables: [String: String]) throws -> Tool.Outcome {
        try program.run(
            ["request", nginx.url().absoluteString, "--cacert", "root.pem", "--identity", "alice.p12"],
            environment: ["MTLS_PASSWORD": "secret"].merging(variables) { $1 })
    }

    @Test(
        "https_proxy leads there, with the identity for the server alone",
        arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy"])
    func through(variable: String) throws {
        let outcome = try request([variable: proxy.address("user:secret@"), "http_proxy": "http://localhost:1"])
        #expect(outcome.output.hasPrefix("SUCCESS|CN=alice|"), "\(outcome)")
        #expect(proxy.log.last == "localhost:\(nginx.port) user:secret no certificate")
    }

    @Test("no_proxy goes directly, a dead or unreadable proxy is an error, and its password is printed nowhere")
    func others() throws {
        let direct = try request(["https_proxy": "http://localhost:1", "no_proxy": "example.com, localhost"])
        #expect(direct.output.hasPrefix("SUCCESS|CN=alice|"), "\(direct)")
        for address in [
            proxy.address("user:hunter2@"), "http://user:hunter2@localhost:1", "ftp://user:hunter2@localhost:1",
        ] {
            let outcome = try request(["https_proxy": address])
            #expect(outcome.status != 0 && outcome.errors.contains("proxy"), "\(outcome)")
            #expect(!"\(outcome)".contains("hunter2"))
        }
        #expect(nginx.log(atLeast: 0).count == 1)
    }
}
