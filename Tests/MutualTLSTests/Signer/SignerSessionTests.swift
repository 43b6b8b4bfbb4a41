import Foundation
import MutualTLS
import MutualTLSOpenSSL
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite("Sessions whose key is with a remote signer", .needs(.nginx, cases: 24))
struct SignerSessionTests {
    let pki: TestPKI

    init() throws { pki = try TestPKI() }

    private func alice(_ kind: KeyKind = .p256) throws -> IssuedIdentity {
        try pki.issuing.issueClient(name: "alice", keyKind: kind)
    }

    private func session(
        _ identity: ClientIdentity, _ change: (inout MutualTLSSession.Configuration) -> Void = { _ in }
    ) throws -> MutualTLSSession {
        var configuration = MutualTLSSession.Configuration.quiet
        // The signer's task may have to wait for those of many other tests.
        configuration.challengeTimeout = 600
        change(&configuration)
        return try MutualTLSSession(identity: identity, serverTrust: pki.trust, configuration: configuration)
    }

    struct Wire: Sendable, CustomStringConvertible {
        let kind: KeyKind
        let version: String
        let http2: Bool
        var description: String { "\(kind), \(version)\(http2 ? ", HTTP/2" : "")" }
        static let all = [KeyKind.p256, .rsa(2048)].flatMap { kind in
            ["TLSv1.2", "TLSv1.3"].flatMap { version in
                [false, true].map { Wire(kind: kind, version: version, http2: $0) }
            }
        }
    }

    @Test("the server sees alice, and the signer saw what was signed, as message and as digest", arguments: Wire.all)
    func good(wire: Wire) async throws {
        let nginx = try NginxServer(pki, protocols: wire.version, http2: wire.http2)
        let issued = try alice(wire.kind)
        let signer = try RemoteSigner(issued)
        let session = try session(ClientIdentity(issued, signer: signer))
        let body = try await session.data(from: nginx.url()).0
        let protocolName = wire.http2 ? "HTTP/2.0" : "HTTP/1.1"
        #expect(text(body) == "SUCCESS|CN=alice|\(wire.version)|\(protocolName)")
        #expect(nginx.log().first?.subject == "CN=alice")
        let asked = await signer.asked
        let request = try #require(asked.first)
        #expect(asked.count == 1)
        #expect(request.scheme == (wire.kind.description == "P-256" ? .ecdsaP256SHA256 : .rsaPSSSHA256))
        let message = try #require(request.message)
        #expect(request.digest == Digest.sha256(message))
        // RFC 8446, 4.4.3.
        #expect(
            (message.range(of: Data("TLS 1.3, client CertificateVerify".utf8)) != nil) == (wire.version == "TLSv1.3"))
    }

    @Test("a signer that takes its time holds up nobody else on the same session")
    func others() async throws {
        let (slow, quick) = (try NginxServer(pki), try NginxServer(pki, verify: .off))
        let (gate, entered) = (Gate(), Gate())
        let issued = try alice()
        let signer = try RemoteSigner(issued) { _ in
            await entered.open()
            await gate.pass()
        }
        let session = try session(ClientIdentity(issued, signer: signer)) { $0.maximumConnectionsPerHost = 50 }
        let waiting = Task { try await session.data(from: slow.url()).0 }
        await entered.pass()
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<50 { group.addTask { try await session.data(from: quick.url()).0 } }
            for try await body in group { #expect(text(body).hasPrefix("NONE|")) }
        }
        // All of that while the handshake with the slow one stood still.
        #expect(slow.log(atLeast: 0).isEmpty)
        await gate.open()
        #expect(try await text(waiting.value).hasPrefix("SUCCESS|CN=alice"))
    }

    @Test("fifty connections at once have one signature each")
    func many() async throws {
        let nginx = try NginxServer(pki)
        let issued = try alice()
        let signer = try RemoteSigner(issued) { _ in try await Task.sleep(for: .milliseconds(20)) }
        let session = try session(ClientIdentity(issued, signer: signer)) {
            $0.maximumConnectionsPerHost = 50
            $0.httpVersion = .http1_1
        }
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<50 { group.addTask { try await session.data(from: nginx.url()).0 } }
            for try await body in group { #expect(text(body).hasPrefix("SUCCESS|CN=alice")) }
        }
        let asked = await signer.asked
        #expect((1...50).contains(asked.count) && Set(asked.map(\.message)).count == asked.count)
    }

    // MARK: Signers that don't

    struct Offline: Error, Equatable { let service = "kms" }

    private func failure(
        _ signer: any Signer, _ nginx: NginxServer, _ issued: IssuedIdentity,
        _ change: (inout MutualTLSSession.Configuration) -> Void = { _ in }
    ) async throws -> MutualTLSError {
        let session = try session(ClientIdentity(issued, signer: signer), change)
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
        // Nothing reached the server as a request.
        #expect(nginx.log(atLeast: 0).isEmpty)
        return try #require(error)
    }

    @Test("a signer's error is the underlying one, and the identity is named", arguments: ["TLSv1.2", "TLSv1.3"])
    func throwing(version: String) async throws {
        let nginx = try NginxServer(pki, protocols: version)
        let error = try await failure(CannedSigner { throw Offline() }, nginx, alice())
        #expect(error.code == .signingFailed)
        #expect(error.underlying as? Offline == Offline())
        #expect(error.reason.contains("\"alice\"") && error.reason.contains("kms"))
        #expect(error.hint != nil)
    }

    @Test("a signer's own MutualTLSError doesn't hide whose signature is lacking")
    func throwingOurs() async throws {
        let inner = MutualTLSError(.tokenUnavailable, "the card was pulled out")
        let error = try await failure(CannedSigner { throw inner }, NginxServer(pki), alice())
        #expect(error.code == .signingFailed && error.underlying as? MutualTLSError == inner)
        #expect(error.reason.contains("\"alice\"") && error.reason.contains("pulled out"))
    }

    @Test("a signer that never answers is given up when the challenge's time is over, and its task is cancelled")
    func hanging() async throws {
        let cancelled = Gate()
        let signer = CannedSigner {
            await withTaskCancellationHandler {
                await cancelled.pass()
            } onCancel: {
                Task { await cancelled.open() }
            }
            return Data()
        }
        let error = try await failure(signer, NginxServer(pki), alice()) { $0.challengeTimeout = 0.3 }
        #expect(error.code == .signingTimedOut)
        #expect(error.reason.contains("\"alice\"") && error.reason.contains("localhost"))
        await cancelled.pass()
    }

    @Test(
        "garbage is found out here, not by the server", arguments: [Data(), Data("no".utf8), Data(count: 100_000)])
    func garbage(answer: Data) async throws {
        let error = try await failure(CannedSigner { answer }, NginxServer(pki), alice())
        #expect(error.code == .signingFailed)
        #expect(error.reason.contains("\(answer.count) bytes") && error.alert == nil)
    }

    @Test("a signer with another key is found out here", arguments: [KeyKind.p256, .rsa(2048)])
    func wrongKey(kind: KeyKind) async throws {
        let signer = try RemoteSigner(alice(kind))
        let error = try await failure(signer, NginxServer(pki), alice(kind))
        #expect(error.code == .signingFailed)
        #expect(error.reason.contains("no signature of the certificate's key"))
    }

    @Test("a request that is cancelled while its signer works ends at once, and so does the signer")
    func cancellation() async throws {
        let nginx = try NginxServer(pki)
        let (entered, ended) = (Gate(), Gate())
        let signer = CannedSigner {
            await entered.open()
            do {
                try await Task.sleep(for: .seconds(600))
            } catch {
                await ended.open()
                throw error
            }
            return Data()
        }
        let session = try session(ClientIdentity(alice(), signer: signer))
        let request = Task { try await session.data(from: nginx.url()).0 }
        await entered.pass()
        request.cancel()
        let error = await #expect(throws: MutualTLSError.self) { try await request.value }
        #expect(error?.code == .cancelled)
        await ended.pass()
        // The loop is as good as before.
        #expect(try await text(self.session(ClientIdentity(alice())).data(from: nginx.url()).0).hasPrefix("SUCCESS"))
    }

    @Test("a session that is invalidated while a signer works ends its request")
    func invalidation() async throws {
        let nginx = try NginxServer(pki)
        let entered = Gate()
        let signer = CannedSigner {
            await entered.open()
            try await Task.sleep(for: .seconds(600))
            return Data()
        }
        let session = try session(ClientIdentity(alice(), signer: signer))
        let request = Task { try await session.data(from: nginx.url()).0 }
        await entered.pass()
        session.invalidateAndCancel()
        let error = await #expect(throws: MutualTLSError.self) { try await request.value }
        #expect(error?.code == .cancelled)
    }

    // MARK: What a signer makes

    @Test("an RSA key without RSA-PSS is told so in TLS 1.3, before anything is shown")
    func lackingPSS() async throws {
        let nginx = try NginxServer(pki)
        let issued = try alice(.rsa(2048))
        let signer = try RemoteSigner(issued, schemes: [.rsaPKCS1SHA256, .rsaPKCS1SHA512])
        let error = try await failure(signer, nginx, issued)
        #expect(error.code == .identityUnusable)
        #expect(error.reason == "the key of \"alice\" can't make RSA-PSS signatures, which TLS 1.3 demands of RSA keys")
        #expect(error.hint?.contains("TLS 1.2") == true)
        #expect(await signer.asked.isEmpty)
    }

    @Test(
        "the same key works in a session that is limited to TLS 1.2, by what its signer makes",
        arguments: [
            [MutualTLS.SignatureScheme.rsaPKCS1SHA256], [.rsaPKCS1SHA384], [.rsaPKCS1SHA512], [.rsaPSSSHA256],
            [.rsaPSSSHA512], [.rsaPKCS1SHA256, .rsaPSSSHA384],
        ])
    func limited(schemes: [MutualTLS.SignatureScheme]) async throws {
        let nginx = try NginxServer(pki)
        let issued = try alice(.rsa(2048))
        let signer = try RemoteSigner(issued, schemes: schemes)
        let session = try session(ClientIdentity(issued, signer: signer)) { $0.maximumTLSVersion = .tls1_2 }
        #expect(try await text(session.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|TLSv1.2"))
        #expect(await signer.asked.map(\.scheme).allSatisfy(schemes.contains))
    }

    @Test("the highest version may not be below the lowest")
    func versions() throws {
        let error = #expect(throws: MutualTLSError.self) {
            try session(ClientIdentity(alice())) {
                $0.minimumTLSVersion = .tls1_3
                $0.maximumTLSVersion = .tls1_2
            }
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test("where several identities fit, one whose signer can't make the server's signatures doesn't")
    func choice() throws {
        let (rsa, elliptic) = (try alice(.rsa(2048)), try pki.issuing.issueClient(name: "bob"))
        let old = try ClientIdentity(rsa, signer: RemoteSigner(rsa, schemes: [.rsaPKCS1SHA256]))
        let new = try ClientIdentity(elliptic, signer: RemoteSigner(elliptic))
        let server = CertificateRequestFacts(signatureAlgorithms: [0x0804, 0x0401, 0x0403], tlsVersion: 0x0304)
        #expect(try ClientIdentity.choose(from: [old, new], for: server).fingerprint == new.fingerprint)
        let error = #expect(throws: MutualTLSError.self) { try ClientIdentity.choose(from: [old], for: server) }
        #expect(error?.code == .noIdentity)
    }
}
