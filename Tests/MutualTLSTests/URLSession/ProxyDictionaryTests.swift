#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("The proxies of a URLSessionConfiguration")
    struct ProxyDictionaryTests {
        /// A dictionary, and what the environment would say.
        struct Row: Sendable {
            var name: String
            nonisolated(unsafe) var dictionary: [AnyHashable: Any]
            var variables: [String: String]
        }

        static let rows = [
            Row(name: "none", dictionary: [:], variables: [:]),
            Row(
                name: "one for each scheme",
                dictionary: [
                    "HTTPSProxy": "a", "HTTPSPort": 1, "HTTPSEnable": true, "HTTPProxy": "b", "HTTPPort": NSNumber(2),
                    "SOCKSProxy": "c", "SOCKSPort": "3",
                ],
                variables: ["https_proxy": "http://a:1", "http_proxy": "http://b:2", "all_proxy": "socks5h://c:3"]),
            Row(
                name: "not enabled",
                dictionary: [
                    "HTTPSProxy": "a", "HTTPSEnable": false, "HTTPProxy": "b", "HTTPEnable": 0, "SOCKSProxy": "c",
                    "SOCKSEnable": NSNumber(0),
                ],
                variables: [:]),
            Row(
                name: "a user, an IPv6 address, exceptions",
                dictionary: [
                    "HTTPSProxy": "::1", "HTTPSPort": 1, "HTTPSEnable": 1, "kCFProxyUsernameKey": "us@er",
                    "kCFProxyPasswordKey": "p:w", "ExceptionsList": ["*.local", "10.0.0.0/8"],
                ],
                variables: ["https_proxy": "http://us%40er:p%3Aw@[::1]:1", "no_proxy": "local,10.0.0.0/8"]),
            Row(name: "of another type", dictionary: ["HTTPSProxy": 5, "HTTPProxy": ""], variables: [:]),
        ]

        @Test("each scheme has its own, as the environment would name them", arguments: rows.indices)
        func reading(index: Int) {
            let row = Self.rows[index]
            guard case .variables(let variables) = MutualTLSSession.Proxy(row.dictionary).kind else {
                Issue.record("\(row.name): another kind")
                return
            }
            #expect(variables == row.variables, "\(row.name)")
        }

        private func session(
            _ pki: TestPKI, _ dictionary: [AnyHashable: Any]?
        ) throws -> URLSession {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.connectionProxyDictionary = dictionary
            return URLSession.mutualTLS(
                configuration: configuration, delegate: try ChallengeDelegate(pki, ClientIdentity(pki.client())))
        }

        @Test(
            "the identity goes through the proxy to the server, and the proxy sees none", .needs(.nginx, cases: 1),
            .needs(.python, cases: 1))
        func through() async throws {
            let pki = try TestPKI()
            let nginx = try NginxServer(pki)
            let user = ["kCFProxyUsernameKey": "user", "kCFProxyPasswordKey": "pass word"]
            for (key, kind) in [("HTTPS", ProxyServer.Kind.http), ("SOCKS", .socks5)] {
                let proxy = try ProxyServer(kind, pki, credentials: "user:pass word")
                let dictionary: [AnyHashable: Any] = [
                    "\(key)Enable": 1, "\(key)Proxy": "localhost", "\(key)Port": proxy.port,
                ]
                let known = try session(pki, dictionary.merging(user) { $1 })
                #expect(try await text(known.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|"))
                #expect(proxy.log.last == "localhost:\(nginx.port) user:pass word no certificate")
                let error = await #expect(throws: URLError.self) {
                    try await session(pki, dictionary).data(from: nginx.url())
                }
                #expect(error?.code == .cannotConnectToHost)
                let count = proxy.log.count
                let excepted = try session(pki, dictionary.merging(["ExceptionsList": ["localhost"]]) { $1 })
                #expect(try await text(excepted.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|"))
                #expect(proxy.log.count == count)
            }
        }

        @Test("a proxy for http isn't used for https, and one that can't be read is an error", .needs(.nginx, cases: 1))
        func schemes() async throws {
            let pki = try TestPKI()
            let nginx = try NginxServer(pki)
            let listener = try Listener()
            let other = try session(pki, ["HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": listener.port])
            #expect(try await text(other.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|"))
            #expect(!listener.hasConnection)
            for (host, port) in [("no host", 1), ("[zz", 1), ("localhost", 99_999), ("localhost", -1)] {
                let broken = try session(pki, ["HTTPSProxy": host, "HTTPSPort": port])
                let error = await #expect(throws: URLError.self) { try await broken.data(from: nginx.url()) }
                #expect((error?.userInfo[NSUnderlyingErrorKey] as? MutualTLSError)?.code == .proxyFailed, "\(host)")
            }
            #expect(nginx.log().count == 1)
        }

        @Test(
            "Debian's own proxies lead to the server", .needs(.nginx, cases: 2), .needs(.tinyproxy, cases: 1),
            .needs(.microsocks, cases: 1), arguments: ["tinyproxy", "microsocks"])
        func debian(program: String) async throws {
            let pki = try TestPKI()
            let nginx = try NginxServer(pki)
            let folder = try TemporaryFolder()
            let port = try FreePort.next()
            let file = try folder.write(Data("Port \(port)\nListen 127.0.0.1\nMaxClients 20\n".utf8), "conf").path
            let isSocks = program == "microsocks"
            let arguments = isSocks ? ["-i", "127.0.0.1", "-p", "\(port)"] : ["-d", "-c", file]
            let server = try ChildServer(program, arguments, port: port, log: folder.path("log"))
            defer { server.stop() }
            let key = isSocks ? "SOCKS" : "HTTPS"
            let session = try session(pki, ["\(key)Enable": 1, "\(key)Proxy": "127.0.0.1", "\(key)Port": port])
            #expect(try await text(session.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|"))
            server.stop()
            session.invalidateAndCancel()
            let next = try self.session(pki, ["\(key)Enable": 1, "\(key)Proxy": "127.0.0.1", "\(key)Port": port])
            let error = await #expect(throws: URLError.self) { try await next.data(from: nginx.url()) }
            #expect(error?.code == .cannotConnectToHost)
        }

        @Test("without a dictionary the environment counts, and an empty one means none", .needs(.python, cases: 1))
        func environment() async throws {
            let proxy = try ProxyServer(.http, TestPKI(), refusal: 403)
            await #expect(processExitsWith: .success) { [port = proxy.port as Int] in
                setenv("https_proxy", "http://localhost:\(port)", 1)
                let url = try #require(URL(string: "https://localhost:1/"))
                for dictionary in [nil, [:]] as [[AnyHashable: Any]?] {
                    let configuration = URLSessionConfiguration.ephemeral
                    configuration.connectionProxyDictionary = dictionary
                    let session = URLSession.mutualTLS(configuration: configuration)
                    let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
                    let code = (error?.userInfo[NSUnderlyingErrorKey] as? MutualTLSError)?.code
                    #expect(code == (dictionary == nil ? .proxyFailed : .cannotConnect))
                }
            }
            #expect(proxy.log == ["localhost:1 - no certificate"])
        }
    }
#endif
