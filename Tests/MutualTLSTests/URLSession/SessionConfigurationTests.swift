#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    /// How a task of each kind ends that has a completion handler: with a status, or an error.
    enum TaskKind: String, CaseIterable, Sendable {
        case data, upload, download

        func send(_ request: URLRequest, by session: URLSession) async throws -> String {
            switch self {
            case .data: return text(try await session.data(for: request).0)
            case .upload: return text(try await session.upload(for: request, from: Data("x".utf8)).0)
            case .download:
                let (file, _) = try await session.download(for: request)
                defer { try? FileManager.default.removeItem(at: file) }
                return try String(contentsOf: file, encoding: .utf8)
            }
        }
    }

    @Suite("What a URLSessionConfiguration says")
    struct SessionConfigurationTests {
        private let pki: TestPKI
        private let identity: ClientIdentity

        init() throws {
            pki = try TestPKI()
            identity = try ClientIdentity(pki.client())
        }

        private func session(_ change: (URLSessionConfiguration) -> Void) -> URLSession {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.connectionProxyDictionary = [:]
            change(configuration)
            return URLSession.mutualTLS(configuration: configuration, delegate: ChallengeDelegate(pki, identity))
        }

        // MARK: Cookies

        private func cookieServer() throws -> NginxServer {
            try NginxServer(
                pki,
                locations: """
                    location /echo { return 200 "<$http_cookie>"; }
                    location /set { add_header Set-Cookie "a=1; Path=/"; return 302 /echo; }
                    """)
        }

        /// Each with what the server is shown after it has set a cookie.
        static let cookieRows: [(String, String, @Sendable (URLSessionConfiguration) -> Void)] = [
            ("ephemeral", "<a=1>", { _ in }),
            ("no storage", "<>", { $0.httpCookieStorage = nil }),
            ("none are set", "<>", { $0.httpShouldSetCookies = false }),
            ("none are accepted", "<>", { $0.httpCookieAcceptPolicy = .never }),
            ("all are accepted", "<a=1>", { $0.httpCookieAcceptPolicy = .always }),
        ]

        @Test(
            "cookies are kept and sent as it says, also with a redirect, and by every kind of task",
            .needs(.nginx, cases: 1))
        func cookies() async throws {
            let server = try cookieServer()
            for (name, expected, change) in Self.cookieRows {
                let session = session(change)
                for kind in TaskKind.allCases {
                    for path in ["/set", "/echo"] {
                        let answer = try await kind.send(URLRequest(url: server.url(path)), by: session)
                        #expect(answer == expected, "\(name), \(kind), \(path)")
                    }
                }
                var request = URLRequest(url: server.url("/echo"))
                request.httpShouldHandleCookies = false
                #expect(try await text(session.data(for: request).0) == "<>", "\(name)")
            }
        }

        @Test("the storage is the caller's: what is in it is sent, and what comes is in it", .needs(.nginx, cases: 1))
        func storage() async throws {
            let server = try cookieServer()
            let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
            let own = try #require(
                HTTPCookie(properties: [.domain: "localhost", .path: "/", .name: "own", .value: "2", .secure: "TRUE"]))
            storage.setCookie(own)
            let sessions = (0..<2).map { _ in session { $0.httpCookieStorage = storage } }
            #expect(try await text(sessions[0].data(from: server.url("/echo")).0) == "<own=2>")
            _ = try await sessions[0].data(from: server.url("/set"))
            #expect(Set((storage.cookies ?? []).map(\.name)) == ["a", "own"])
            #expect(try await text(sessions[1].data(from: server.url("/echo")).0).contains("a=1"))
            #expect(try await text(session { _ in }.data(from: server.url("/echo")).0) == "<>")
            await withCheckedContinuation { done in sessions[1].reset { done.resume() } }
            #expect(storage.cookies?.isEmpty == true)
        }

        // MARK: Header fields, time, caches

        @Test("its header fields go out with every request that has none of that name", arguments: TaskKind.allCases)
        func headers(kind: TaskKind) async throws {
            let server = try HostileServer(
                [.handshake, .request, .answer(headers: "Connection: close\r\n")], tls: .init(pki))
            let session = session { $0.httpAdditionalHeaders = ["X-Session": "s", "X-Both": "s", "Accept": "a/b"] }
            var request = URLRequest(url: server.url())
            request.setValue("r", forHTTPHeaderField: "X-Both")
            #expect(try await kind.send(request, by: session) == "ok")
            let sent = try #require(server.connections.first?.requests.first)
            #expect(["X-Session", "X-Both", "Accept"].map(sent.values) == [["s"], ["r"], ["a/b"]])
        }

        @Test(
            "its time limits end a request that stands still, and one that takes too long",
            .timeLimit(.minutes(1)), arguments: TaskKind.allCases)
        func timeouts(kind: TaskKind) async throws {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
            let still: [HostileServer.Step] = [.handshake, .request, .send(head + "x"), .silence]
            let slow: [HostileServer.Step] = [
                .handshake, .request, .drip(Data((head + String(repeating: "x", count: 1000)).utf8), every: 0.02),
            ]
            for (script, change) in [
                (still, { (configuration: URLSessionConfiguration) in configuration.timeoutIntervalForRequest = 0.2 }),
                (slow, { $0.timeoutIntervalForResource = 0.3 }),
            ] {
                let server = try HostileServer(script, tls: .init(pki))
                let session = session(change)
                let error = await #expect(throws: URLError.self) {
                    try await kind.send(URLRequest(url: server.url()), by: session)
                }
                #expect(error?.code == .timedOut)
                #expect(await server.endedConnections().map(\.ending) == [.byClient])
            }
        }

        @Test(
            "a request that may be answered from a cache alone is an error, and no server hears of it",
            arguments: TaskKind.allCases, [true, false])
        func cacheAlone(kind: TaskKind, isRequests: Bool) async throws {
            let listener = try Listener()
            let session = session {
                $0.urlCache = .shared
                if !isRequests { $0.requestCachePolicy = .returnCacheDataDontLoad }
            }
            var request = URLRequest(url: try #require(URL(string: "https://127.0.0.1:\(listener.port)/")))
            if isRequests { request.cachePolicy = .returnCacheDataDontLoad }
            let error = await #expect(throws: URLError.self) { try await kind.send(request, by: session) }
            #expect(error?.code == .resourceUnavailable)
            #expect(!listener.hasConnection)
        }

        @Test("nothing is cached, whatever the server and the configuration allow", .needs(.nginx, cases: 1))
        func nothingCached() async throws {
            let server = try NginxServer(
                pki, locations: "location /fresh { add_header Cache-Control max-age=3600; return 200 $request_id; }")
            let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
            for policy in [URLRequest.CachePolicy.useProtocolCachePolicy, .returnCacheDataElseLoad] {
                let session = session {
                    $0.urlCache = cache
                    $0.requestCachePolicy = policy
                }
                let first = try await session.data(from: server.url("/fresh")).0
                #expect(try await session.data(from: server.url("/fresh")).0 != first)
            }
            #expect(cache.currentMemoryUsage == 0)
        }
    }
#endif
