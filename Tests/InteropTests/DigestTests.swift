import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

@Suite("Digest authentication with Apache httpd, together with a client certificate", .needs(.apache, cases: 4))
struct DigestTests {
    private let apache: ApacheServer
    private let identity: ClientIdentity
    private let trust: ServerTrustPolicy
    private let folder: TemporaryFolder
    private let asked = Recorder()

    init() throws {
        let pki = try TestPKI()
        folder = try TemporaryFolder()
        // The MD5 of "user:realm:right".
        let users = try folder.write(Data("user:realm:ef93cccbd8260c4327795d33a4299e1b\n".utf8), "users").path
        apache = try ApacheServer(pki, perLocation: false, version: "TLSv1.3", digest: users)
        identity = try ClientIdentity(pkcs12: pki.client().pkcs12(password: "secret"), password: "secret")
        trust = try ServerTrustPolicy.anchors(contentsOf: pki.root.certificatePEM)
    }

    // @unchecked: the list is touched only while the lock is held.
    private final class Recorder: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [String] = []
        var values: [String] { lock.withLock { list } }
        func append(_ value: String) { lock.withLock { list.append(value) } }
    }

    private func session(
        _ passwords: [String], _ persistence: URLCredential.Persistence = .forSession
    ) throws -> MutualTLSSession {
        let (asked, identity) = (asked, identity)
        return try MutualTLSSession(serverTrust: trust) { challenge in
            let space = challenge.protectionSpace
            if space.authenticationMethod == NSURLAuthenticationMethodClientCertificate { return identity.credential() }
            let turn = asked.values.count
            asked.append("\(space.authenticationMethod) \(space.realm ?? "") \(challenge.previousFailureCount)")
            return URLCredential(
                user: "user", password: passwords[min(turn, passwords.count - 1)], persistence: persistence)
        }
    }

    private func status(_ session: MutualTLSSession, user: String = "", body: Data? = nil) async throws -> Int {
        let url = try #require(URL(string: "https://\(user)localhost:\(apache.port)/secret/"))
        var request = URLRequest(url: url)
        if let body { (request.httpMethod, request.httpBody) = ("POST", body) }
        let (data, response) = try await session.data(for: request)
        if response.statusCode == 200 { #expect(String(decoding: data, as: UTF8.self) == "hello") }
        return response.statusCode
    }

    @Test(
        "a right answer is kept or asked for anew", arguments: [(URLCredential.Persistence.forSession, 1), (.none, 3)])
    func right(_ row: (persistence: URLCredential.Persistence, count: Int)) async throws {
        let session = try session(["right"], row.persistence)
        for _ in 0..<3 { #expect(try await status(session) == 200, "\(apache.errors)") }
        #expect(asked.values == Array(repeating: "\(NSURLAuthenticationMethodHTTPDigest) realm 0", count: row.count))
    }

    @Test("twice a wrong one is the server's 401; a right one after a wrong one goes on")
    func wrong() async throws {
        #expect(try await status(session(["wrong"])) == 401)
        #expect(asked.values.map { $0.suffix(1) } == ["0", "1"])
        #expect(try await status(session(["", "", "wrong", "right"])) == 200)
    }

    @Test("a body is sent whole with the right answer; the URL's name and password are used")
    func bodies() async throws {
        for size in [0, 5, 300_000] { #expect(try await status(session(["right"]), body: Data(count: size)) == 200) }
        let plain = try MutualTLSSession(identity: identity, serverTrust: trust)
        #expect(try await status(plain, user: "user:right@") == 200)
        #expect(try await status(plain, user: "user:wrong@") == 401)
        #expect(try await status(plain) == 401)
    }
}
