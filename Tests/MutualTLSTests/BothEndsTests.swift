import Foundation
import MutualTLS
import MutualTLSDevServer
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite("What both ends see, with the embedded server")
struct BothEndsTests {
    private func server(
        _ pki: TestPKI, host: String = "127.0.0.1", mode: DevServer.ClientAuthentication = .require
    ) throws -> DevServer {
        let issued = try pki.server()
        var configuration = DevServer.Configuration(
            certificateChainPEM: try issued.chainPEM, privateKeyPEM: try issued.privateKeyPEM,
            clientCertificateAuthoritiesPEM: try pki.root.certificatePEM, clientAuthentication: mode)
        configuration.host = host
        let server = DevServer(configuration)
        try server.start()
        return server
    }

    private func report(_ data: Data) throws -> PeerReport { try JSONDecoder().decode(PeerReport.self, from: data) }

    @Test("the server gets the leaf and its intermediate once each, without the root, and the host's name")
    func chain() async throws {
        let pki = try TestPKI()
        let server = try server(pki)
        defer { server.stop() }
        let issued = try pki.client()
        let file = try issued.chainPEM + pki.root.certificatePEM + issued.privateKeyPEM
        let session = try MutualTLSSession(identity: ClientIdentity(pem: file), serverTrust: pki.trust)
        let url = try #require(URL(string: "https://localhost:\(server.port ?? 0)/hello"))
        let seen = try report(try await session.data(from: url).0)
        #expect(seen.clientCertificate.verifyResult == "SUCCESS")
        #expect(seen.clientCertificate.chain.map(\.subject) == ["CN=alice", "CN=Test Issuing CA"])
        #expect(seen.clientCertificate.fingerprintSHA256?.lowercased() == issued.fingerprintSHA256.lowercased())
        #expect(seen.serverName == "localhost")
        #expect(seen.alpn == "http/1.1")
        #expect(!seen.resumed)
    }

    @Test("a credential whose certificates hold the leaf and the root sends neither twice, nor at all")
    func doubledCertificates() async throws {
        let pki = try TestPKI()
        let server = try server(pki)
        defer { server.stop() }
        let identity = try ClientIdentity(pki.client())
        let root = try #require(SecCertificateCreateWithData(nil, pki.root.certificateDER as CFData))
        let given = [root, identity.certificate] + identity.intermediates + identity.intermediates
        let session = try MutualTLSSession(serverTrust: pki.trust) { _ in
            URLCredential(identity: identity.secIdentity, certificates: given, persistence: .forSession)
        }
        let url = try #require(URL(string: "https://localhost:\(server.port ?? 0)/"))
        let seen = try report(try await session.data(from: url).0)
        #expect(seen.clientCertificate.chain.map(\.subject) == ["CN=alice", "CN=Test Issuing CA"])
    }

    struct Refusal: Sendable, CustomStringConvertible {
        let description: String
        let alert: String
        let hint: String
        let identity: @Sendable (TestPKI) throws -> ClientIdentity
    }

    static let refusals = [
        Refusal(description: "expired", alert: "certificate_expired (45)", hint: "it expired on") {
            try ClientIdentity($0.expiredClient())
        },
        Refusal(description: "another CA", alert: "unknown_ca (48)", hint: "which CA it accepts") {
            try ClientIdentity($0.strangerClient())
        },
        Refusal(description: "serverAuth only", alert: "unsupported_certificate (43)", hint: "lacks clientAuth") {
            try ClientIdentity($0.serverOnlyClient())
        },
        Refusal(description: "no intermediate", alert: "unknown_ca (48)", hint: "no intermediate was sent") {
            try ClientIdentity($0.client(), includesIntermediates: false)
        },
    ]

    @Test("a refusal names the alert and what is wrong with the certificate", arguments: refusals)
    func refusal(row: Refusal) async throws {
        let pki = try TestPKI()
        let server = try server(pki)
        defer { server.stop() }
        let session = try MutualTLSSession(
            identity: row.identity(pki), serverTrust: pki.trust, configuration: .quiet)
        let url = try #require(URL(string: "https://localhost:\(server.port ?? 0)/"))
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: url) }
        #expect(error?.code == .clientCertificateRejected)
        #expect(error?.alert == row.alert)
        #expect(error?.hint?.contains(row.hint) == true, "\(error?.hint ?? "")")
        let seen = try #require(server.reports.last)
        #expect(seen.clientCertificate.verifyResult.hasPrefix("FAILED"))
    }

    @Test("without an identity the alert says that a certificate is required")
    func required() async throws {
        let pki = try TestPKI()
        let server = try server(pki)
        defer { server.stop() }
        let url = try #require(URL(string: "https://localhost:\(server.port ?? 0)/"))
        let session = try MutualTLSSession(serverTrust: pki.trust)
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: url) }
        #expect(error?.code == .clientCertificateRequired)
        #expect(error?.alert == "certificate_required (116)")
        #expect(server.reports.last?.clientCertificate.verifyResult == "NONE")
    }

    @Test("an IPv6 address is a host like another, checked against the certificate's addresses")
    func ipv6() async throws {
        let pki = try TestPKI()
        let server = try server(pki, host: "::1")
        defer { server.stop() }
        let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
        let url = try #require(URL(string: "https://[::1]:\(server.port ?? 0)/"))
        let seen = try report(try await session.data(from: url).0)
        #expect(seen.clientCertificate.verifyResult == "SUCCESS")
        #expect(seen.serverName == nil)
    }

    @Test("keys of every kind authenticate", arguments: [KeyKind.p256, .p384, .rsa(2048), .ed25519])
    func keyKinds(kind: KeyKind) async throws {
        let pki = try TestPKI()
        let server = try server(pki)
        defer { server.stop() }
        let issued = try pki.issuing.issueClient(name: "key", keyKind: kind)
        let session = try MutualTLSSession(identity: ClientIdentity(issued), serverTrust: pki.trust)
        let url = try #require(URL(string: "https://localhost:\(server.port ?? 0)/"))
        #expect(try report(try await session.data(from: url).0).clientCertificate.verifyResult == "SUCCESS")
    }

    @Test("an identity that the server's signature algorithms rule out is said to have been kept back")
    func signatureAlgorithms() async throws {
        let pki = try TestPKI()
        let server = try SServer(pki, ["-Verify", "3", "-verify_return_error", "-client_sigalgs", "ECDSA+SHA256"])
        let issued = try pki.issuing.issueClient(name: "rsa", keyKind: .rsa(2048))
        let session = try MutualTLSSession(identity: ClientIdentity(issued), serverTrust: pki.trust)
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: server.url) }
        #expect(error?.code == .identityUnusable)
        #expect(error?.reason.contains("was not sent") == true)
    }
}
