#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("Cookies through a session", .needs(.nginx, cases: 4))
    struct SessionCookieTests {
        private let pki: TestPKI
        private let nginx: NginxServer
        private let elsewhere: NginxServer

        init() throws {
            pki = try TestPKI()
            let echo = "location /echo { return 200 \"<$http_cookie>\"; }"
            elsewhere = try NginxServer(pki, verify: .optional, locations: echo)
            nginx = try NginxServer(
                pki,
                locations: echo + """
                    location /set { add_header Set-Cookie "a=1; Path=/; Secure"; add_header Set-Cookie "b=2; Path=/else";
                      add_header Set-Cookie "c=3"; return 200 set; }
                    location /gone { add_header Set-Cookie "a=; Path=/; Max-Age=0"; return 200 gone; }
                    location /moved { add_header Set-Cookie "m=1; Path=/"; return 302 /echo; }
                    location /away { return 302 https://127.0.0.1:\(elsewhere.port)/echo; }
                    """)
        }

        private func session(_ change: (inout MutualTLSSession.Configuration) -> Void = { _ in }) throws
            -> MutualTLSSession
        {
            var configuration = MutualTLSSession.Configuration.quiet
            change(&configuration)
            return try MutualTLSSession(
                identity: ClientIdentity(pki.client()), serverTrust: pki.trust, configuration: configuration)
        }

        private func get(_ session: MutualTLSSession, _ path: String) async throws -> String {
            text(try await session.data(from: nginx.url(path)).0)
        }

        @Test("what is set is sent where it belongs, until it is deleted, and in no other session")
        func lifetime() async throws {
            let session = try session()
            #expect(try await get(session, "/echo") == "<>")
            _ = try await get(session, "/set")
            #expect(try await get(session, "/echo") == "<a=1; c=3>")
            #expect(try await get(self.session(), "/echo") == "<>")
            _ = try await get(session, "/gone")
            #expect(try await get(session, "/echo") == "<c=3>")
        }

        @Test("a redirect's cookie is sent with what follows; another host gets none, and neither gets the identity")
        func redirects() async throws {
            let session = try session()
            #expect(try await get(session, "/moved") == "<m=1>")
            #expect(try await get(session, "/away") == "<>")
            #expect(elsewhere.log().map(\.verify) == ["NONE"])
        }

        @Test("a request that doesn't handle cookies neither sends nor keeps any; its own field goes out as it is")
        func requestSwitch() async throws {
            let session = try session()
            var request = URLRequest(url: nginx.url("/set"))
            request.httpShouldHandleCookies = false
            _ = try await session.data(for: request)
            #expect(try await get(session, "/echo") == "<>")
            _ = try await get(session, "/set")
            request.url = nginx.url("/echo")
            #expect(text(try await session.data(for: request).0) == "<>")
            request.setValue("own=1", forHTTPHeaderField: "Cookie")
            #expect(text(try await session.data(for: request).0) == "<own=1>")
        }

        @Test("the configuration's switches hold, for downloads, uploads and streams too")
        func configuration() async throws {
            for change: (inout MutualTLSSession.Configuration) -> Void in [
                { $0.httpShouldSetCookies = false }, { $0.httpCookieAcceptPolicy = .never },
                { $0.httpCookieStorage = nil },
            ] {
                let session = try session(change)
                _ = try await get(session, "/set")
                #expect(try await get(session, "/echo") == "<>")
            }
            let session = try session()
            _ = try await session.upload(for: URLRequest(url: nginx.url("/set")), from: Data())
            let (file, _) = try await session.download(from: nginx.url("/echo"))
            #expect(try String(contentsOf: file, encoding: .utf8) == "<a=1; c=3>")
            try FileManager.default.removeItem(at: file)
            var lines: [String] = []
            for try await line in try await session.bytes(from: nginx.url("/echo")).0.lines { lines.append(line) }
            #expect(lines == ["<a=1; c=3>"])
        }
    }
#endif
