// README: a server that demands client certificates, in a test.
import MutualTLS
import MutualTLSDevServer
import MutualTLSPKI
import PortableSecurity

/// A CA, a server and a client, made in memory. Returns what the server saw.
func handshake() async throws -> PeerReport.ClientCertificate? {
    let root = try CertificateAuthority(name: "Example Root")
    let issuing = try root.intermediate(named: "Example Issuing CA")
    let localhost = try issuing.issueServer(names: ["localhost", "127.0.0.1"])
    let alice = try issuing.issueClient(name: "alice")

    let server = DevServer(
        .init(
            certificateChainPEM: try localhost.chainPEM, privateKeyPEM: try localhost.privateKeyPEM,
            clientCertificateAuthoritiesPEM: try root.certificatePEM))
    let url = try server.start()
    defer { server.stop() }

    let identity = try ClientIdentity(pkcs12: alice.pkcs12(password: "secret"), password: "secret")
    let session = try MutualTLSSession(
        identity: identity, serverTrust: .anchors(contentsOf: root.certificatePEM))
    _ = try await session.data(from: url)
    return server.reports.first?.clientCertificate
}
