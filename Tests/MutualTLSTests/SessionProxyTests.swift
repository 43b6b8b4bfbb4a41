#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("A session behind proxies", .needs(.nginx, cases: 16), .needs(.python, cases: 16))
    struct SessionProxyTests {
        private let pki: TestPKI
        private let nginx: NginxServer
        private let identity: ClientIdentity
        private let asked = Recorder<String>()

        init() throws {
            pki = try TestPKI()
            nginx = try NginxServer(pki)
            identity = try ClientIdentity(pki.client())
        }

        private func session(
            _ proxy: MutualTLSSession.Proxy, trust: ServerTrustPolicy? = nil
        ) throws -> MutualTLSSession {
            var configuration = MutualTLSSession.Configuration.quiet
            configuration.proxy = proxy
            let (asked, identity) = (asked, identity)
            return try MutualTLSSession(serverTrust: trust ?? pki.trust, configuration: configuration) { challenge in
                asked.append("\(challenge.protectionSpace.port)")
                return identity.credential()
            }
        }

        private func error(_ session: MutualTLSSession, _ url: URL? = nil) async throws -> MutualTLSError {
            try await #require(throws: MutualTLSError.self) { try await session.data(from: url ?? nginx.url()) }
        }

        @Test(
            "the identity goes through a proxy to the server, and the proxy sees none",
            arguments: ProxyServer.Kind.allCases, ["", "us%40er:p%20w"])
        func through(kind: ProxyServer.Kind, user: String) async throws {
            let plain = user.removingPercentEncoding ?? ""
            let proxy = try ProxyServer(kind, pki, credentials: plain)
            let session = try session(.url(proxy.address(user.isEmpty ? "" : user + "@")))
            for _ in 0..<2 {
                let (body, response) = try await session.data(from: nginx.url())
                #expect(response.statusCode == 200 && text(body).hasPrefix("SUCCESS|CN=alice|"))
            }
            // libcurl asks without a password first, for it doesn't know the scheme.
            let seen = "localhost:\(nginx.port) \(plain.isEmpty ? "-" : plain) no certificate"
            #expect(proxy.log.last == seen)
            #expect(proxy.log.allSatisfy { $0.hasSuffix(" no certificate") && !$0.contains("CN=") })
            #expect(asked.values == ["\(nginx.port)"], "the server alone is given the identity")
        }

        @Test(
            "a wrong password, and a refusal, name the proxy and tell no secret", arguments: ProxyServer.Kind.allCases)
        func refused(kind: ProxyServer.Kind) async throws {
            let wanting = try ProxyServer(kind, pki, credentials: "user:right")
            let shut = try ProxyServer(kind, pki, refusal: 403)
            for (proxy, user) in [(wanting, ""), (wanting, "user:hunter2@"), (shut, "user:hunter2@"), (shut, "")] {
                let error = try await error(session(.url(proxy.address(user))))
                #expect(error.code == .proxyFailed, "\(error)")
                #expect(error.reason.contains("localhost:\(proxy.port)"), "\(error)")
                #expect(error.hint != nil)
                #expect(!"\(error) \(String(reflecting: error))".contains("hunter2"))
                if kind != .socks5 {
                    #expect(error.reason.contains(proxy.port == shut.port ? "403" : "a name and a password"))
                }
            }
            #expect(asked.values.isEmpty && nginx.log(atLeast: 0).isEmpty)
        }

        @Test("one that nobody listens on, or that has no address, is named", arguments: ProxyServer.Kind.allCases)
        func dead(kind: ProxyServer.Kind) async throws {
            let scheme = kind == .socks5 ? "socks5h" : kind.rawValue
            let port = try FreePort.next()
            let nobody = try await error(session(.url("\(scheme)://user:hunter2@localhost:\(port)")))
            #expect(nobody.code == .cannotConnect && nobody.reason.contains("localhost:\(port)"))
            let unknown = try await error(session(.url("\(scheme)://user:hunter2@no.such.invalid:1")))
            #expect(unknown.code == .proxyFailed && unknown.reason.contains("no.such.invalid:1"))
            #expect(!"\(nobody)\(unknown)".contains("hunter2"))
        }

        @Test("a proxy that speaks TLS is judged by the session's policy, by its own name")
        func trust() async throws {
            let proxy = try ProxyServer(.https, pki)
            let stranger = try ServerTrustPolicy.anchors(contentsOf: pki.stranger.certificatePEM)
            let untrusted = try await error(session(.url(proxy.address()), trust: stranger))
            #expect(untrusted.code == .serverNotTrusted)
            let misnamed = try await error(session(.url(proxy.address(host: "127.0.0.2"))))
            #expect([.serverNotTrusted, .cannotConnect].contains(misnamed.code))
            // It doesn't speak TLS.
            let clear = try HostileServer([.send("HTTP/1.1 400 Bad Request\r\n\r\n")])
            let mute = try await error(session(.url("https://localhost:\(clear.port)")))
            #expect(mute.code == .proxyFailed && mute.reason.contains("localhost:\(clear.port)"), "\(mute)")
            #expect(proxy.log.isEmpty && nginx.log(atLeast: 0).isEmpty)
        }

        @Test("an excepted host is reached directly, whatever the proxy speaks", arguments: ProxyServer.Kind.allCases)
        func exceptions(kind: ProxyServer.Kind) async throws {
            let proxy = try ProxyServer(kind, pki)
            let session = try session(.url(proxy.address(host: "127.0.0.1"), exceptions: ["example.com", "localhost"]))
            #expect(text(try await session.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|"))
            #expect(proxy.log.isEmpty)
            let direct = URL(string: "https://127.0.0.1:\(nginx.port)/")!
            #expect(text(try await session.data(from: direct).0).hasPrefix("SUCCESS|CN=alice|"))
            #expect(proxy.log.count == 1)
        }

        @Test(
            "plain http is asked of the proxy itself, and its 407 is the response",
            arguments: [ProxyServer.Kind.http, .https])
        func plainHTTP(kind: ProxyServer.Kind) async throws {
            let url = URL(string: "http://no.such.invalid/x")!
            let proxy = try ProxyServer(kind, pki)
            #expect(text(try await session(.url(proxy.address())).data(from: url).0) == "proxied")
            let wanting = try ProxyServer(kind, pki, credentials: "a:b")
            #expect(try await session(.url(wanting.address())).data(from: url).1.statusCode == 407)
            #expect(text(try await session(.url(wanting.address("a:b@"))).data(from: url).0) == "proxied")
            #expect((proxy.log + wanting.log).allSatisfy { $0.hasPrefix("http://no.such.invalid/x ") })
        }

        @Test(
            "Debian's own proxies lead to the server", .needs(.tinyproxy, cases: 1), .needs(.microsocks, cases: 1),
            arguments: ["tinyproxy", "microsocks"])
        func debian(program: String) async throws {
            let folder = try TemporaryFolder()
            let port = try FreePort.next()
            let configuration = "Port \(port)\nListen 127.0.0.1\nBasicAuth user secret\nMaxClients 20\n"
            let file = try folder.write(Data(configuration.utf8), "conf").path
            let arguments =
                program == "tinyproxy"
                ? ["-d", "-c", file] : ["-i", "127.0.0.1", "-p", "\(port)", "-u", "user", "-P", "secret"]
            let server = try ChildServer(program, arguments, port: port, log: folder.path("log"))
            defer { server.stop() }
            let scheme = program == "tinyproxy" ? "http" : "socks5h"
            let right = try session(.url("\(scheme)://user:secret@localhost:\(port)"))
            #expect(text(try await right.data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=alice|"))
            let wrong = try await error(session(.url("\(scheme)://user:hunter2@localhost:\(port)")))
            #expect(wrong.code == .proxyFailed && wrong.reason.contains("localhost:\(port)"), "\(wrong)")
        }

        @Test("a proxy's name and password are in no description, whole or reflected")
        func descriptions() throws {
            for address in [
                "http://user:hunter2@h:1", "user:hunter2@h:1", "http://user:hunter2@h:99999999", "hunter2@",
            ] {
                let proxy = MutualTLSSession.Proxy.url(address)
                var dumped = ""
                dump(proxy, to: &dumped)
                for text in ["\(proxy)", String(reflecting: proxy), dumped] { #expect(!text.contains("hunter2")) }
            }
            for address in ["http://user:hunter2@h:99999999", "ftp://user:hunter2@h", "hunter2@", ""] {
                let error = #expect(throws: MutualTLSError.self) { try session(.url(address)) }
                #expect(error?.code == .invalidRequest)
                #expect(!"\(String(reflecting: error))".contains("hunter2"))
            }
        }
    }
#endif
