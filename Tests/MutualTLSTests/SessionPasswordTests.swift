#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("A session asked for a name and a password beside the certificate", .needs(.nginx, cases: 20))
    struct SessionPasswordTests {
        private let pki: TestPKI
        private let nginx: NginxServer
        private let identity: ClientIdentity
        private let asked = Recorder<String>()
        private let folder: TemporaryFolder

        init() throws {
            pki = try TestPKI()
            folder = try TemporaryFolder()
            identity = try ClientIdentity(pki.client())
            let users = try folder.write(Data("user:{PLAIN}right\n".utf8), "users").path
            let socket = folder.path("socket")
            nginx = try NginxServer(
                pki,
                locations: """
                    location /secret { auth_basic "the realm, \\"quoted\\""; auth_basic_user_file \(users);
                      proxy_http_version 1.1; proxy_set_header X-Client $ssl_client_s_dn; proxy_pass http://unix:\(socket):/; }
                    """,
                servers: """
                    server { listen unix:\(socket);
                      location / { return 200 "$request_method|$content_length|$http_x_client|$remote_user"; } }
                    """)
        }

        /// - Parameter passwords: the answers in turn, the last one for all that follow; nil for the default handling.
        private func session(
            _ passwords: [String?], _ persistence: URLCredential.Persistence = .forSession,
            disposition: URLSession.AuthChallengeDisposition = .useCredential
        ) throws -> MutualTLSSession {
            let (asked, identity) = (asked, identity)
            return try MutualTLSSession(
                serverTrust: pki.trust, configuration: .quiet,
                challengeHandler: { challenge in
                    let space = challenge.protectionSpace
                    switch space.authenticationMethod {
                    case NSURLAuthenticationMethodClientCertificate: return (.useCredential, identity.credential())
                    case NSURLAuthenticationMethodHTTPBasic:
                        let turn = asked.values.count
                        asked.append("\(challenge.previousFailureCount) \(space.realm ?? "")")
                        #expect(space.host == "localhost" && space.port == nginx.port)
                        #expect((challenge.failureResponse as? HTTPURLResponse)?.statusCode == 401)
                        guard let password = passwords[min(turn, passwords.count - 1)] else {
                            return (disposition, nil)
                        }
                        return (disposition, URLCredential(user: "user", password: password, persistence: persistence))
                    default: return (.performDefaultHandling, nil)
                    }
                })
        }

        private func status(_ session: MutualTLSSession, user: String = "", body: Data? = nil) async throws -> (
            Int, String
        ) {
            var request = URLRequest(url: URL(string: "https://\(user)localhost:\(nginx.port)/secret")!)
            if let body { (request.httpMethod, request.httpBody) = ("POST", body) }
            let (data, response) = try await session.data(for: request)
            return (response.statusCode, response.statusCode == 200 ? text(data) : "")
        }
        private let good = "GET||CN=alice|user"

        @Test(
            "a right answer is used again, or asked for anew, as its persistence says",
            arguments: [(URLCredential.Persistence.forSession, 1), (.permanent, 1), (.none, 2)])
        func right(_ row: (persistence: URLCredential.Persistence, count: Int)) async throws {
            let session = try session(["right"], row.persistence)
            for _ in 0..<2 { #expect(try await status(session) == (200, good)) }
            #expect(asked.values == Array(repeating: "0 the realm, \"quoted\"", count: row.count))
        }

        @Test("a wrong password is asked about once more; twice, and the server's 401 is the response")
        func wrong() async throws {
            let twice = try session(["wrong"])
            #expect(try await status(twice).0 == 401)
            #expect(asked.values.map { $0.prefix(1) } == ["0", "1"])
            // It was not kept.
            #expect(try await status(twice).0 == 401)
            #expect(asked.values.map { $0.prefix(1) } == ["0", "1", "0", "1"])
        }

        @Test("a right password after a wrong one is used, with the body sent anew", arguments: [0, 5, 300_000])
        func wrongThenRight(size: Int) async throws {
            let session = try session(["wrong", "right"])
            let (code, body) = try await status(session, body: Data(count: size))
            #expect(code == 200 && body == "POST|\(size)|CN=alice|user")
            #expect(asked.values.count == 2)
            #expect(try await status(session, body: Data(count: size)).0 == 200)
            #expect(asked.values.count == 2)
        }

        @Test(
            "no password is the server's 401; cancelling is an error",
            arguments: [
                (URLSession.AuthChallengeDisposition.useCredential, "401"), (.performDefaultHandling, "401"),
                (.rejectProtectionSpace, "401"), (.cancelAuthenticationChallenge, "challengeCancelled"),
            ])
        func none(_ row: (disposition: URLSession.AuthChallengeDisposition, end: String)) async throws {
            let session = try session([nil], disposition: row.disposition)
            do {
                #expect(try await "\(status(session).0)" == row.end)
            } catch let error as MutualTLSError {
                #expect(error.code.description == row.end)
            }
            #expect(asked.values.count == 1)
        }

        @Test("a name and a password in the URL are used where nobody else answers, and are not sent unasked")
        func inURL() async throws {
            let plain = try MutualTLSSession(identity: identity, serverTrust: pki.trust)
            #expect(try await status(plain, user: "user:right@") == (200, good))
            #expect(try await status(plain, user: "user:wrong@").0 == 401)
            #expect(try await status(plain, user: "user@").0 == 401)
            #expect(try await status(plain).0 == 401)
            let other = try session(["right"])
            #expect(try await status(other, user: "user:wrong@") == (200, good))
        }

        @Test("a delegate's closure is asked for passwords too; a session that has only an identity gets the 401")
        func closure() async throws {
            let identity = identity
            let closure = try MutualTLSSession(serverTrust: pki.trust) { challenge in
                challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodClientCertificate
                    ? identity.credential() : URLCredential(user: "user", password: "right", persistence: .forSession)
            }
            #expect(try await status(closure) == (200, good))
            #expect(try await status(MutualTLSSession(identity: identity, serverTrust: pki.trust)).0 == 401)
        }

        @Test("another origin isn't given a password that was remembered, and neither is a redirect's target")
        func otherOrigin() async throws {
            let away = try NginxServer(
                pki, verify: .optional, locations: "location /there { return 200 \"<$http_authorization>\"; }")
            let session = try session(["right"])
            #expect(try await status(session) == (200, good))
            #expect(text(try await session.data(from: away.url("/there")).0) == "<>")
        }
    }
#endif
