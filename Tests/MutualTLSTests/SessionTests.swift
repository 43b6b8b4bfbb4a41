import Foundation
import MutualTLS
import MutualTLSPKI
import PortableSecurity
import TestSupport
import Testing

@Suite("A session with a real nginx", .needs(.nginx, cases: 14))
struct SessionTests {
    @Test(
        "a good identity is seen by the server, whatever the versions", arguments: ["TLSv1.2", "TLSv1.3"],
        [false, true])
    func goodIdentity(version: String, http2: Bool) async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki, protocols: version, http2: http2)
        let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
        let (body, response) = try await session.data(for: URLRequest(url: nginx.url()))
        #expect(response.statusCode == 200)
        #expect(text(body).hasPrefix("SUCCESS|CN=alice|\(version)|"))
        let seen = try #require(nginx.log().first)
        #expect(seen.verify == "SUCCESS" && seen.subject == "CN=alice")
        #expect(seen.httpVersion == (http2 ? "HTTP/2.0" : "HTTP/1.1"))
    }

    @Test("optional verification passes with and without an identity")
    func optionalVerification() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki, verify: .optional)
        let (with, _) = try await MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
            .data(from: nginx.url())
        let (without, _) = try await MutualTLSSession(serverTrust: pki.trust).data(from: nginx.url())
        #expect(text(with).hasPrefix("SUCCESS|CN=alice"))
        #expect(text(without).hasPrefix("NONE|"))
    }

    @Test("nginx's 400 without a certificate is told as what it is")
    func noCertificate() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let (body, response) = try await MutualTLSSession(serverTrust: pki.trust).data(from: nginx.url())
        #expect(response.statusCode == 400)
        let error = try #require(MutualTLSError(refusedBy: response, body: body, identity: nil))
        #expect(error.code == .clientCertificateRequired)
        #expect(error.reason.contains("the server wants a client certificate and got none"))
        #expect(nginx.log().first?.verify == "NONE")
    }

    @Test("an identity for servers is sent as given, warned about, and its refusal names the usage")
    func serverAuthOnly() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let identity = try ClientIdentity(pki.serverOnlyClient())
        let warnings = Recorder<String>()
        var configuration = MutualTLSSession.Configuration()
        configuration.warn = { warnings.append($0) }
        let session = try MutualTLSSession(identity: identity, serverTrust: pki.trust, configuration: configuration)
        let (body, response) = try await session.data(from: nginx.url())
        let error = try #require(MutualTLSError(refusedBy: response, body: body, identity: identity))
        #expect(error.code == .clientCertificateRejected)
        #expect(error.description.contains("serverAuth") && error.description.contains("lacks clientAuth"))
        #expect(warnings.values.contains { $0.contains("lacks clientAuth") })
        #expect(
            nginx.log().first?.verify.contains("unsupported certificate purpose") == true
                || nginx.log().first?.verify.contains("unsuitable certificate purpose") == true)
    }

    @Test("a server that is not trusted gets no request")
    func untrustedServer() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let other = try ServerTrustPolicy.anchors(contentsOf: pki.stranger.certificatePEM)
        let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: other)
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
        #expect(error?.code == .serverNotTrusted)
        #expect(
            (error?.underlying as? NSError).map { OSStatus($0.code) } == errSecCreateChainFailed
                || (error?.underlying as? NSError).map { OSStatus($0.code) } == errSecNotTrusted)
        try await Task.sleep(for: .milliseconds(100))
        #expect(nginx.log(atLeast: 0).isEmpty)
        let system = try MutualTLSSession(identity: ClientIdentity(pki.client()))
        await #expect(throws: MutualTLSError(.serverNotTrusted, "")) { try await system.data(from: nginx.url()) }
    }

    @Test("the host's name is always checked, against the subject alternative names alone")
    func hostName() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
        let byAddress = URL(string: "https://127.0.0.1:\(nginx.port)/")!
        let byWrongName = URL(string: "https://ip6-localhost.localhost:\(nginx.port)/")!
        #expect(try await session.data(from: byAddress).1.statusCode == 200)
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: byWrongName) }
        #expect(error?.code == .serverNotTrusted || error?.code == .cannotFindHost)
    }

    @Test("a redirect to another origin doesn't carry the identity; one at home does")
    func redirects() async throws {
        let pki = try TestPKI()
        let other = try NginxServer(pki, verify: .optional)
        let nginx = try NginxServer(
            pki,
            locations: """
                location /away { return 302 https://localhost:\(other.port)/there; }
                location /home { return 302 /; }
                location /down { return 302 http://localhost:1/; }
                """)
        let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
        let (away, response) = try await session.data(from: nginx.url("/away"))
        #expect(response.url?.port == other.port)
        #expect(text(away).hasPrefix("NONE|"))
        #expect(other.log().map(\.verify) == ["NONE"])
        #expect(text(try await session.data(from: nginx.url("/home")).0).hasPrefix("SUCCESS|CN=alice"))
        await #expect(throws: MutualTLSError(.insecureRedirect, "")) {
            try await session.data(from: nginx.url("/down"))
        }
        // Asked for by the caller, the other origin gets the identity: on a connection of its own.
        #expect(text(try await session.data(from: other.url()).0).hasPrefix("SUCCESS|CN=alice"))
        #expect(other.log(atLeast: 2).map(\.verify) == ["NONE", "SUCCESS"])
    }

    @Test("with origins given, no other server sees the identity, requested or not")
    func origins() async throws {
        let pki = try TestPKI()
        let mine = try NginxServer(pki, verify: .optional)
        let other = try NginxServer(pki, verify: .optional)
        let session = try MutualTLSSession(
            identity: ClientIdentity(pki.client()), origins: [Origin(host: "LOCALHOST", port: mine.port)],
            serverTrust: pki.trust)
        #expect(text(try await session.data(from: mine.url()).0).hasPrefix("SUCCESS|"))
        #expect(text(try await session.data(from: other.url()).0).hasPrefix("NONE|"))
    }

    @Test("plain http works, and knows nothing of identities")
    func plainHTTP() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
        let url = URL(string: "http://localhost:\(nginx.port)/")!
        let (body, response) = try await session.data(from: url)
        #expect(response.statusCode == 400)
        #expect(MutualTLSError(refusedBy: response, body: body, identity: nil)?.code == .noCommonProtocol)
    }

    @Test("a request's method, headers and body arrive")
    func requests() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(
            pki,
            locations:
                "location /echo { return 200 \"$request_method|$http_x_tag|$content_length$http_transfer_encoding\"; }")
        let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
        var request = URLRequest(url: nginx.url("/echo"))
        request.httpMethod = "POST"
        request.setValue("t", forHTTPHeaderField: "X-Tag")
        request.httpBody = Data("hello".utf8)
        #expect(text(try await session.data(for: request).0) == "POST|t|5")
    }

    @Test("an invalidated session takes no request, and says so")
    func invalidated() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let session = try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
        _ = try await session.data(from: nginx.url())
        session.invalidateAndCancel()
        try await Task.sleep(for: .milliseconds(50))
        let error = await #expect(throws: MutualTLSError.self) { try await session.data(from: nginx.url()) }
        #expect(error?.code == .cancelled)
        #expect(error?.reason.contains("invalidated") == true)
    }
}
