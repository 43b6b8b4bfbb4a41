import Foundation
import MutualTLS
import MutualTLSDevServer
import MutualTLSPKI

/// A server that demands client certificates and closes each connection behind its answer, and an identity for it.
struct Stage {
    let url: URL
    let trust: ServerTrustPolicy
    let identity: ClientIdentity
    private let server: DevServer

    init() throws {
        let root = try CertificateAuthority(name: "Root")
        let issuing = try root.intermediate(named: "Issuing CA")
        let localhost = try issuing.issueServer(names: ["127.0.0.1"])
        var configuration = DevServer.Configuration(
            certificateChainPEM: try localhost.chainPEM, privateKeyPEM: try localhost.privateKeyPEM,
            clientCertificateAuthoritiesPEM: try root.certificatePEM)
        configuration.maximumReports = 1
        configuration.handler = { _, peer in
            var answer = DevServer.Response.text(peer.clientCertificate.verifyResult)
            answer.headers.append(.init(name: "Connection", value: "close"))
            return answer
        }
        server = DevServer(configuration)
        url = try server.start()
        trust = try .anchors(contentsOf: root.certificatePEM)
        let file = try issuing.issueClient(name: "alice").pkcs12(password: "secret")
        identity = try ClientIdentity(pkcs12: file, password: "secret")
    }

    func stop() { server.stop() }
}
