#if os(Linux)
    import Foundation
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("Interceptors in a session", .needs(.nginx, cases: 7))
    struct SessionInterceptorTests {
        /// Does what a closure says, and notes what it sees.
        struct Scripted: RequestInterceptor {
            let name: String
            let log: Recorder<String>
            var action: @Sendable (URLRequest) async throws -> InterceptedRequest = { .proceed($0) }

            func intercept(_ request: URLRequest) async throws -> InterceptedRequest {
                log.append("\(name) sees \(request.url?.path ?? "")")
                return try await action(request)
            }
            func didComplete(_ request: URLRequest, with outcome: Result<HTTPURLResponse, MutualTLSError>) async {
                switch outcome {
                case .success(let response): log.append("\(name): \(response.statusCode)")
                case .failure(let error): log.append("\(name): \(error.code)")
                }
            }
        }

        private let pki: TestPKI
        private let nginx: NginxServer
        private let elsewhere: NginxServer
        private let log = Recorder<String>()

        init() throws {
            pki = try TestPKI()
            let echo = """
                location /echo { return 200 "$request_method|$http_x_tag|$content_length|$ssl_client_s_dn"; }
                location /moved { return 302 /echo; }
                """
            nginx = try NginxServer(pki, locations: echo)
            elsewhere = try NginxServer(pki, verify: .optional, locations: echo)
        }

        private func session(
            _ actions: [@Sendable (URLRequest) async throws -> InterceptedRequest], origins: Set<Origin>? = nil
        ) throws -> MutualTLSSession {
            var configuration = MutualTLSSession.Configuration.quiet
            configuration.interceptors = zip(["a", "b", "c"], actions).map {
                Scripted(name: $0, log: log, action: $1)
            }
            return try MutualTLSSession(
                identity: ClientIdentity(pki.client()), origins: origins, serverTrust: pki.trust,
                configuration: configuration)
        }

        private func adding(_ tag: String) -> @Sendable (URLRequest) async throws -> InterceptedRequest {
            { request in
                var request = request
                request.setValue((request.value(forHTTPHeaderField: "X-Tag") ?? "") + tag, forHTTPHeaderField: "X-Tag")
                return .proceed(request)
            }
        }

        @Test("they change and delay requests in their order, above redirects, and are told the end in the other order")
        func order() async throws {
            let slow: @Sendable (URLRequest) async throws -> InterceptedRequest = { request in
                try await Task.sleep(nanoseconds: 20_000_000)
                return .proceed(request)
            }
            let session = try session([adding("1"), slow, adding("2")])
            #expect(text(try await session.data(from: nginx.url("/moved")).0) == "GET|12||CN=alice")
            #expect(log.values == ["a sees /moved", "b sees /moved", "c sees /moved", "c: 200", "b: 200", "a: 200"])
        }

        @Test("method and body are the interceptor's to change, too")
        func body() async throws {
            let session = try session([
                { request in
                    var request = request
                    (request.httpMethod, request.httpBody) = ("PUT", Data("four".utf8))
                    return .proceed(request)
                }
            ])
            #expect(text(try await session.data(from: nginx.url("/echo")).0) == "PUT||4|CN=alice")
            let url = URLRequest(url: nginx.url("/echo"))
            #expect(text(try await session.upload(for: url, from: Data("x".utf8)).0) == "PUT||4|CN=alice")
        }

        @Test("one may answer in the server's place, collected, streamed or to a file, and nothing is sent")
        func replacement() async throws {
            let session = try session([
                adding("1"),
                { request in
                    let response = HTTPURLResponse(
                        url: request.url!, statusCode: 203, httpVersion: nil, headerFields: ["X": "y"])
                    return .respond(Data("made up\nhere".utf8), response!)
                },
            ])
            #expect(text(try await session.data(from: nginx.url()).0) == "made up\nhere")
            let (bytes, response) = try await session.bytes(from: nginx.url())
            var lines: [String] = []
            for try await line in bytes.lines { lines.append(line) }
            #expect(lines == ["made up", "here"] && response.statusCode == 203)
            let (file, _) = try await session.download(from: nginx.url())
            #expect(try String(contentsOf: file, encoding: .utf8) == "made up\nhere")
            try FileManager.default.removeItem(at: file)
            #expect(nginx.log(atLeast: 0).isEmpty)
            #expect(log.values.suffix(4) == ["a sees /", "b sees /", "b: 203", "a: 203"])
        }

        @Test("one that refuses, or fails, is named in the error, and nothing is sent")
        func refusal() async throws {
            let session = try session([adding("1"), { _ in throw URLError(.dataNotAllowed) }])
            for send in [
                { _ = try await session.data(from: nginx.url()) }, { _ = try await session.bytes(from: nginx.url()) },
                { _ = try await session.download(from: nginx.url()) },
                { _ = try await session.upload(for: URLRequest(url: nginx.url()), from: Data()) },
                { _ = try await session.webSocket(with: nginx.url()) },
            ] as [() async throws -> Void] {
                let error = await #expect(throws: MutualTLSError.self) { try await send() }
                #expect(error?.code == .interceptorFailed && error?.reason.contains("interceptor b ") == true)
                #expect((error?.underlying as? URLError)?.code == .dataNotAllowed)
            }
            #expect(nginx.log(atLeast: 0).isEmpty)
        }

        @Test(
            "a request that is sent elsewhere goes there without the identity, unless that is one of the session's origins"
        )
        func detour() async throws {
            let there = elsewhere.url("/echo")
            let detour: @Sendable (URLRequest) async throws -> InterceptedRequest = { request in
                var request = request
                request.url = there
                return .proceed(request)
            }
            #expect(text(try await session([detour]).data(from: nginx.url("/echo")).0) == "GET|||")
            let named = try session([detour], origins: [Origin(host: "localhost", port: elsewhere.port)])
            #expect(text(try await named.data(from: nginx.url("/echo")).0) == "GET|||CN=alice")
            #expect(elsewhere.log(atLeast: 2).map(\.verify) == ["NONE", "SUCCESS"])
            #expect(nginx.log(atLeast: 0).isEmpty)
        }

        @Test("a failed request is told to those who let it through")
        func failure() async throws {
            let session = try session([adding("1")])
            let nobody = try FreePort.next()
            let url = URL(string: "https://localhost:\(nobody)/")!
            await #expect(throws: MutualTLSError(.cannotConnect, "")) { try await session.data(from: url) }
            #expect(log.values == ["a sees /", "a: cannotConnect"])
        }

        @Test("a response that is streamed is told of when its head is there")
        func streamed() async throws {
            let (bytes, _) = try await session([adding("1")]).bytes(from: nginx.url("/echo"))
            #expect(log.values == ["a sees /echo", "a: 200"])
            _ = bytes
        }
    }
#endif
