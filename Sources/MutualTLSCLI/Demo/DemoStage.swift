import Foundation
import MutualTLS
import MutualTLSDevServer
import MutualTLSOpenSSL
import MutualTLSPKI

/// Everything that the demo's rows need: a CA, another one, servers, and identities in a keychain.
struct DemoStage {
    /// A server and what it noted down.
    struct Peer {
        fileprivate let server: DevServer
        /// Where it is.
        let url: URL
        /// Its own report of each connection.
        let reports: LockedBox<[PeerReport]>
        /// How many requests reached it.
        let requests: LockedBox<Int>
    }

    /// Demands a certificate of the CA.
    let server: Peer
    /// The same with a certificate of its own that nobody trusts.
    let impostor: Peer
    /// Trusts the CA's root and nothing else.
    let trust: ServerTrustPolicy
    /// Holds the identities, by their labels.
    private let store: IdentityStore

    /// Where the server is.
    var url: URL { server.url }

    init(_ folder: DemoFolder) throws {
        let root = try CertificateAuthority(name: "Demo Root CA")
        let issuing = try root.intermediate(named: "Demo Issuing CA")
        let stranger = try CertificateAuthority(name: "Stranger CA")
        trust = try .anchors(contentsOf: Data(contentsOf: folder.write(root.certificatePEM, "root.pem")))

        let past = Validity.from(Date(timeIntervalSinceNow: -10 * 86_400), to: Date(timeIntervalSinceNow: -86_400))
        let issued = [
            "client-certificate": try issuing.issueClient(name: "alice"),
            "expired": try issuing.issueClient(name: "old alice", validity: past),
            "stranger": try stranger.issueClient(name: "mallory"),
            "server-only": try issuing.issueClient(name: "printer", purposes: [.serverAuth]),
            "lone": try issuing.issueClient(name: "bob"),
        ]
        // The keys on the disk are encrypted, and nobody knows the password but this process.
        let password = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
        store = try folder.makeStore()
        for (label, identity) in issued {
            let file = try folder.write(
                identity.pkcs12(password: password, friendlyName: label, includesIntermediates: label != "lone"),
                "\(label).p12")
            try store.save(ClientIdentity(pkcs12: Data(contentsOf: file), password: password), label: label)
        }

        let names = ["localhost", "127.0.0.1"]
        server = try Self.start(issuing.issueServer(names: names), clients: root)
        do {
            impostor = try Self.start(stranger.issueServer(names: names), clients: root)
        } catch {
            server.server.stop()
            throw error
        }
    }

    /// One of the identities, as the keychain has it.
    func identity(_ label: String) throws -> ClientIdentity {
        guard let identity = try store.identity(label: label) else {
            throw CommandError(.failed, "the demo's keychain has no identity with the label \(label)")
        }
        return identity
    }

    /// A session that finds its identity by the label.
    func session(label: String, _ configuration: MutualTLSSession.Configuration) throws -> MutualTLSSession {
        try MutualTLSSession(identityLabel: label, in: store, serverTrust: trust, configuration: configuration)
    }

    /// Stops the servers.
    func stop() {
        server.server.stop()
        impostor.server.stop()
    }

    private static func start(_ identity: IssuedIdentity, clients: CertificateAuthority) throws -> Peer {
        let reports = LockedBox<[PeerReport]>([])
        let requests = LockedBox(0)
        var configuration = DevServer.Configuration(
            certificateChainPEM: try identity.chainPEM, privateKeyPEM: try identity.privateKeyPEM,
            clientCertificateAuthoritiesPEM: try clients.certificatePEM, clientAuthentication: .require)
        configuration.onReport = { report in reports.withLock { $0.append(report) } }
        configuration.handler = { request, report in
            requests.withLock { $0 += 1 }
            return DevServer.answerWithReport(request, report)
        }
        let server = DevServer(configuration)
        return Peer(server: server, url: try server.start(), reports: reports, requests: requests)
    }
}
