import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite(
    "Sessions whose key is in a PKCS #11 token", .serialized, .needs(.softHSM, cases: 16),
    .needs(.pkcs11Tool, cases: 16),
    .needs(.nginx, cases: 16))
struct TokenSessionTests {
    let pki: TestPKI

    init() throws { pki = try TestPKI() }

    private func token(_ kind: KeyKind, mechanisms: String = "ALL") throws -> SoftToken {
        try SoftToken(
            mechanisms: mechanisms, [("alice", try pki.issuing.issueClient(name: "alice", keyKind: kind))])
    }

    /// The identity in it, with the test's intermediate beside it.
    private func identity(_ token: SoftToken) async throws -> ClientIdentity {
        let issuing = try #require(SecCertificateCreateWithData(nil, pki.issuing.certificateDER as CFData))
        return try await ClientIdentity.load(
            pkcs11: token.uri("token=mine;object=alice"), pin: SoftToken.pin, intermediates: [issuing])
    }

    @Test("the server sees alice, whatever the versions", arguments: SignerSessionTests.Wire.all)
    func good(wire: SignerSessionTests.Wire) async throws {
        let nginx = try NginxServer(pki, protocols: wire.version, http2: wire.http2)
        let token = try token(wire.kind)
        defer { withExtendedLifetime(token) {} }
        let session = try MutualTLSSession(
            identity: await identity(token), serverTrust: pki.trust, configuration: .quiet)
        let body = try await text(session.data(from: nginx.url()).0)
        #expect(body == "SUCCESS|CN=alice|\(wire.version)|\(wire.http2 ? "HTTP/2.0" : "HTTP/1.1")")
        #expect(nginx.log().first?.subject == "CN=alice")
    }

    @Test("many connections at once are signed for one after the other")
    func many() async throws {
        let nginx = try NginxServer(pki)
        var configuration = MutualTLSSession.Configuration.quiet
        configuration.httpVersion = .http1_1
        configuration.maximumConnectionsPerHost = 20
        let token = try token(.rsa(2048))
        defer { withExtendedLifetime(token) {} }
        let session = try MutualTLSSession(
            identity: await identity(token), serverTrust: pki.trust, configuration: configuration)
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<60 { group.addTask { try await session.data(from: nginx.url()).0 } }
            for try await body in group { #expect(text(body).hasPrefix("SUCCESS|CN=alice")) }
        }
    }

    @Test("a token without RSA-PSS is told so in TLS 1.3, and works in a session limited to TLS 1.2")
    func withoutPSS() async throws {
        let nginx = try NginxServer(pki)
        let token = try token(.rsa(2048), mechanisms: "-CKM_MD5,CKM_RSA_PKCS_PSS,CKM_RSA_X_509")
        defer { withExtendedLifetime(token) {} }
        let identity = try await identity(token)
        let session = try MutualTLSSession(identity: identity, serverTrust: pki.trust, configuration: .quiet)
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
        #expect(error?.code == .identityUnusable)
        #expect(error?.reason.contains("can't make RSA-PSS signatures") == true)
        #expect(nginx.log(atLeast: 0).isEmpty)
        var configuration = MutualTLSSession.Configuration.quiet
        configuration.maximumTLSVersion = .tls1_2
        let limited = try MutualTLSSession(
            identity: identity, serverTrust: pki.trust, configuration: configuration)
        #expect(try await text(limited.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|TLSv1.2"))
    }

    @Test("a token that is gone when it is to sign is told so, and the identity is named")
    func pulledOut() async throws {
        let nginx = try NginxServer(pki)
        // Its folder goes with the last reference.
        var token: SoftToken? = try token(.p256)
        let identity = try await identity(#require(token))
        token = nil
        let session = try MutualTLSSession(identity: identity, serverTrust: pki.trust, configuration: .quiet)
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
        #expect(error?.code == .signingFailed)
        #expect(error?.reason.contains("\"alice\"") == true && error?.reason.contains("CKR_") == true)
        #expect(nginx.log(atLeast: 0).isEmpty && token == nil)
    }

    struct Refusal: Sendable, CustomStringConvertible {
        let uri: @Sendable (SoftToken) -> String
        var pin: String? = SoftToken.pin
        let code: MutualTLSError.Code
        var description: String { code.description }
    }

    @Test(
        "each thing that can be wrong has a code of its own, and advice",
        arguments: [
            Refusal(uri: { _ in "alice" }, code: .invalidTokenURI),
            Refusal(uri: { _ in "pkcs11:?module-path=/nonexistent.so" }, code: .tokenUnavailable),
            Refusal(uri: { $0.uri("token=other") }, code: .tokenUnavailable),
            Refusal(uri: { $0.uri("object=bob") }, code: .noPrivateKey),
            Refusal(uri: { $0.uri("object=alice") }, pin: "999999", code: .wrongPassword),
        ])
    func refusals(refusal: Refusal) async throws {
        let token = try token(.p256)
        let error = await #expect(throws: MutualTLSError.self) {
            try await ClientIdentity.load(pkcs11: refusal.uri(token), pin: refusal.pin)
        }
        #expect(error?.code == refusal.code)
        #expect(error?.hint != nil)
        #expect(error.map { !"\($0.debugDescription)".contains("999999") } == true)
    }
}
