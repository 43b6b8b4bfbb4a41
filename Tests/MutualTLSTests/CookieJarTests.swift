#if os(Linux)
    import Foundation
    import PortableSecurity
    import Testing

    @testable import MutualTLS

    @Suite("Cookies")
    struct CookieJarTests {
        private static let start = Date(timeIntervalSinceNow: 0)

        private let configuration: URLSessionConfiguration
        private let clock = Protected(start)

        init() {
            configuration = .ephemeral
            configuration.httpCookieAcceptPolicy = .always
        }

        private var jar: CookieJar { CookieJar(configuration) { [clock] in clock.withLock { $0 } } }

        private func request(_ text: String) throws -> URLRequest { URLRequest(url: try #require(URL(string: text))) }

        /// Answers a request of `url` with Set-Cookie fields, and lets time pass, so that the order of two is known.
        private func set(_ cookies: String..., from url: String) throws {
            jar.store([("Content-Type", "text/plain")] + cookies.map { ("set-Cookie", $0) }, for: try request(url))
            clock.withLock { $0 += 1 }
        }

        private func field(_ url: String) throws -> String? { jar.field(for: try request(url)) }

        struct Row: Sendable, CustomTestStringConvertible {
            let setFrom: String
            let cookie: String
            /// The Cookie field that goes to each.
            let sent: [String: String]
            let notSent: [String]
            var testDescription: String { "\(cookie) from \(setFrom)" }

            init(_ cookie: String, from setFrom: String, to sent: [String: String] = [:], notTo notSent: String...) {
                (self.cookie, self.setFrom, self.sent, self.notSent) = (cookie, setFrom, sent, notSent)
            }

            init(_ cookie: String, from setFrom: String, to url: String, notTo notSent: String...) {
                let pair = cookie.prefix { $0 != ";" }
                (self.cookie, self.setFrom, self.sent, self.notSent) = (cookie, setFrom, [url: String(pair)], notSent)
            }
        }

        static let rows: [Row] = [
            // Domain: 5.1.3, 5.2.3, 5.3 (5) and (6)
            Row(
                "a=1", from: "https://x.example.com/", to: "https://X.Example.com./", notTo: "https://example.com/",
                "https://y.x.example.com/"),
            Row(
                "a=1; Domain=example.com", from: "https://x.example.com/", to: "https://y.example.com/",
                notTo: "https://badexample.com/"),
            Row(
                "a=1; Domain=.EXAMPLE.com", from: "https://x.example.com/", to: "https://example.com/",
                notTo: "https://example.com.evil.net/"),
            Row(
                "a=1; domain=", from: "https://x.example.com/", to: "https://x.example.com/",
                notTo: "https://y.x.example.com/"),
            Row(
                "a=1; Domain=y.example.com", from: "https://x.example.com/", notTo: "https://y.example.com/",
                "https://x.example.com/"),
            Row(
                "a=1; Domain=y.x.example.com", from: "https://x.example.com/", notTo: "https://y.x.example.com/",
                "https://x.example.com/"),
            Row(
                "a=1; Domain=com", from: "https://x.example.com/", notTo: "https://x.example.com/", "https://other.com/"
            ),
            Row("a=1; Domain=co.uk", from: "https://x.co.uk/", notTo: "https://x.co.uk/"),
            Row(
                "a=1; Domain=github.io", from: "https://me.github.io/", notTo: "https://me.github.io/",
                "https://you.github.io/"),
            Row(
                "a=1; Domain=github.io", from: "https://github.io/", to: "https://github.io/",
                notTo: "https://you.github.io/"),
            Row("a=1; Domain=xn--p1ai", from: "https://x.xn--p1ai/", notTo: "https://x.xn--p1ai/"),
            Row(
                "a=1; Domain=x.xn--p1ai", from: "https://x.xn--p1ai/", to: "https://y.x.xn--p1ai/",
                notTo: "https://y.xn--p1ai/"),
            Row(
                "a=1; Domain=localhost", from: "https://localhost/", to: "https://localhost:8443/",
                notTo: "https://x.localhost/"),
            Row(
                "a=1; Domain=127.0.0.1", from: "https://127.0.0.1/", to: "https://127.0.0.1/",
                notTo: "https://127.0.0.2/"),
            Row("a=1; Domain=0.0.1", from: "https://127.0.0.1/", notTo: "https://127.0.0.1/", "https://0.0.1/"),
            Row("a=1", from: "https://[::1]/", to: "https://[::1]/x", notTo: "https://[::2]/"),
            // Path: 5.1.4
            Row("a=1", from: "https://h/one/two", to: "https://h/one", notTo: "https://h/", "https://h/onetwo"),
            Row("a=1", from: "https://h/one/two/", to: "https://h/one/two/x", notTo: "https://h/one/"),
            Row("a=1", from: "https://h", to: "https://h/any?x"),
            Row("a=1", from: "https://h/one", to: "https://h"),
            Row("a=1", from: "https://h/a%2Fb/c", to: "https://h/a%2Fb/d", notTo: "https://h/a/b/d"),
            Row("a=1; Path=/x/", from: "https://h/", to: "https://h/x/y", notTo: "https://h/x", "https://h/xy"),
            Row("a=1; Path=/x; Path=/y", from: "https://h/", to: "https://h/y", notTo: "https://h/x"),
            Row("a=1; Path=relative", from: "https://h/one/two", to: "https://h/one/", notTo: "https://h/"),
            // Secure: 5.4 (1), and the successor's rule for plain http
            Row("a=1; Secure", from: "https://h/", to: "https://h/", notTo: "http://h/"),
            Row("a=1; secure=no", from: "https://h/", to: "wss://h/", notTo: "ws://h/"),
            Row("a=1; Secure", from: "http://h/", notTo: "https://h/", "http://h/"),
            Row("a=1; HttpOnly", from: "http://h/", to: "http://h/", notTo: "ftp://h/", "mailto:a@h"),
            // Prefixes
            Row("__Secure-a=1; Secure", from: "https://h/", to: "https://h/"),
            Row("__secure-a=1", from: "https://h/", notTo: "https://h/"),
            Row("__Host-a=1; Secure; Path=/", from: "https://h/x/y", to: "https://h/"),
            Row("__Host-a=1; Secure", from: "https://h/", notTo: "https://h/"),
            Row("__Host-a=1; Path=/", from: "https://h/", notTo: "https://h/"),
            Row(
                "__HOST-a=1; Secure; Path=/; Domain=x.example.com", from: "https://x.example.com/",
                notTo: "https://x.example.com/"),
            // The syntax: 5.2
            Row("  a  =  x=y , \"z\" ; Path = / ", from: "https://h/x/", to: ["https://h/": "a=x=y , \"z\""]),
            Row("a=", from: "https://h/", to: "https://h/"),
            Row("noequals", from: "https://h/", notTo: "https://h/"),
            Row("=1", from: "https://h/", notTo: "https://h/"),
            Row("", from: "https://h/", notTo: "https://h/"),
            Row("a=1\u{1}", from: "https://h/", notTo: "https://h/"),
            Row("a=1; Pa\u{0}th=/", from: "https://h/", notTo: "https://h/"),
            Row("a=\u{FC}", from: "https://h/", to: "https://h/"),
            Row("a=" + String(repeating: "x", count: 4095), from: "https://h/", to: "https://h/"),
            Row("a=" + String(repeating: "x", count: 4096), from: "https://h/", notTo: "https://h/"),
            Row("a=1; Path=/x; Path=/" + String(repeating: "y", count: 1024), from: "https://h/", to: "https://h/x"),
            // Age: 5.2.1, 5.2.2
            Row("a=1; Max-Age=60", from: "https://h/", to: "https://h/"),
            Row("a=1; Max-Age=0", from: "https://h/", notTo: "https://h/"),
            Row("a=1; Max-Age=-1", from: "https://h/", notTo: "https://h/"),
            Row("a=1; Max-Age=99999999999999999999", from: "https://h/", to: "https://h/"),
            Row("a=1; Max-Age=1x; Max-Age=+0; Max-Age=-; Max-Age=", from: "https://h/", to: "https://h/"),
            Row("a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", from: "https://h/", to: "https://h/"),
            Row("a=1; Max-Age=0; Expires=Thu, 01 Jan 2970 00:00:00 GMT", from: "https://h/", notTo: "https://h/"),
            Row("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", from: "https://h/", notTo: "https://h/"),
            Row("a=1; Expires=soon", from: "https://h/", to: "https://h/"),
        ]

        @Test("a cookie goes where RFC 6265 sends it, and nowhere else", arguments: rows)
        func row(_ row: Row) throws {
            try set(row.cookie, from: row.setFrom)
            for (url, value) in row.sent { #expect(try field(url) == value, "\(url)") }
            for url in row.notSent { #expect(try field(url) == nil, "\(url)") }
        }

        @Test("several go in one field: longer paths first, then those that were set first")
        func order() throws {
            try set("c=1; Path=/", "d=1; Path=/x", from: "https://h/")
            try set("a=1; Path=/", "z=1; Path=/x/y", from: "https://h/")
            #expect(try field("https://h/x/y") == "z=1; d=1; c=1; a=1")
        }

        @Test("a cookie that is set again has its new value in its old place, and another path is another cookie")
        func replacing() throws {
            try set("a=1", from: "https://h/")
            try set("b=1", from: "https://h/")
            try set("a=2", from: "https://h/")
            try set("a=3; Path=/x", from: "https://h/")
            #expect(try field("https://h/") == "a=2; b=1")
            #expect(try field("https://h/x") == "a=3; a=2; b=1")
        }

        @Test("one that is set with a time in the past is deleted, and no other is")
        func deletion() throws {
            try set("a=1", "b=1", "a=2; Path=/x", from: "https://h/")
            try set("a=; Max-Age=0", "b=1; Path=/elsewhere; Max-Age=0", from: "https://h/")
            #expect(try field("https://h/x") == "a=2; b=1")
        }

        @Test("one goes no longer than it lives")
        func expiry() throws {
            try set("a=1; Max-Age=10", from: "https://h/")
            #expect(try field("https://h/") == "a=1")
            clock.withLock { $0 += 10 }
            #expect(try field("https://h/") == nil)
        }

        @Test("plain http neither replaces nor shadows a Secure cookie")
        func leaveSecureAlone() throws {
            try set("a=1; Secure; Domain=example.com; Path=/x", from: "https://example.com/")
            try set("a=evil; Path=/x/y", from: "http://w.example.com/")
            try set("a=evil; Domain=example.com; Path=/x", from: "http://w.example.com/")
            #expect(try field("https://w.example.com/x/y/") == "a=1")
            try set("a=other; Path=/", from: "http://w.example.com/")
            try set("b=other; Path=/x", from: "http://w.example.com/")
            #expect(try field("https://w.example.com/x/") == "a=1; b=other; a=other")
        }

        @Test("a host that sets cookies without end loses its oldest")
        func many() throws {
            for index in 0..<(CookieJar.maximumPerDomain + 5) { try set("c\(index)=1", from: "https://h/") }
            try set("other=1", from: "https://g/")
            let names = try #require(try field("https://h/")).split(separator: ";")
            #expect(names.count == CookieJar.maximumPerDomain)
            #expect(names.first == "c5=1")
            #expect(try field("https://g/") == "other=1")
        }

        @Test("the storage has what a user would look for there")
        func storage() throws {
            try set(
                "a=1; Domain=example.com; Secure; HttpOnly; Max-Age=60; Path=/x", "b=2", from: "https://example.com/")
            let cookies = try #require(configuration.httpCookieStorage?.cookies).sorted { $0.name < $1.name }
            #expect(cookies.map(\.name) == ["a", "b"])
            #expect(cookies.map(\.domain) == [".example.com", "example.com"])
            #expect(cookies[0].isSecure && cookies[0].isHTTPOnly && cookies[0].path == "/x" && !cookies[1].isSecure)
            #expect(cookies[0].expiresDate == Self.start + 60)
            #expect(cookies[1].expiresDate == nil)
        }

        @Test("a user's own cookies go, too, to the ports that they name")
        func own() throws {
            let properties: [HTTPCookiePropertyKey: Any] = [
                .name: "a", .value: "1", .domain: "h", .path: "/", .port: "8443",
            ]
            configuration.httpCookieStorage?.setCookie(try #require(HTTPCookie(properties: properties)))
            #expect(try field("https://h:8443/") == "a=1")
            #expect(try field("https://h/") == nil)
        }

        @Test("a Secure cookie is kept out of the storage's file, which would forget that it is one")
        func persistence() throws {
            try set("a=1; Secure; Max-Age=60", "b=1; Max-Age=60", from: "https://h/")
            let cookies = try #require(configuration.httpCookieStorage?.cookies).sorted { $0.name < $1.name }
            #expect(cookies.map(\.isSessionOnly) == [true, false])
        }
    }

    @Suite("Cookies by configuration")
    struct CookiePolicyTests {
        /// The field that a second request has after a first one's answer set a cookie.
        private func field(
            _ change: (URLSessionConfiguration) -> Void = { _ in }, first: (inout URLRequest) -> Void = { _ in },
            second: (inout URLRequest) -> Void = { _ in }
        ) throws -> String? {
            let configuration = URLSessionConfiguration.ephemeral
            change(configuration)
            let jar = CookieJar(configuration)
            var requests = [URLRequest](
                repeating: .init(url: try #require(URL(string: "https://a.example.com/"))), count: 2)
            first(&requests[0])
            second(&requests[1])
            jar.store([("Set-Cookie", "a=1")], for: requests[0])
            return jar.field(for: requests[1])
        }

        @Test("each of the configuration's switches does what its name says, and so does the request's")
        func switches() throws {
            #expect(try field() == "a=1")
            #expect(try field({ $0.httpCookieStorage = nil }) == nil)
            #expect(try field({ $0.httpShouldSetCookies = false }) == nil)
            #expect(try field({ $0.httpCookieAcceptPolicy = .never }) == nil)
            #expect(try field({ $0.httpCookieStorage?.cookieAcceptPolicy = .never }) == nil)
            #expect(try field(first: { $0.httpShouldHandleCookies = false }) == nil)
            #expect(try field(second: { $0.httpShouldHandleCookies = false }) == nil)
            #expect(try field(second: { $0.setValue("own=1", forHTTPHeaderField: "Cookie") }) == nil)
        }

        @Test("cookies are kept though none are to be sent, as on Apple")
        func keptUnsent() throws {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpShouldSetCookies = false
            let request = URLRequest(url: try #require(URL(string: "https://h/")))
            CookieJar(configuration).store([("Set-Cookie", "a=1")], for: request)
            configuration.httpShouldSetCookies = true
            #expect(CookieJar(configuration).field(for: request) == "a=1")
        }

        @Test(
            "only the main document's domain sets cookies under onlyFromMainDocumentDomain",
            arguments: [
                (nil, true), ("https://a.example.com/page", true), ("http://w.a.example.com/", true),
                ("https://b.example.com/", false), ("https://evila.example.com/", false),
                ("https://example.com/", false),
                ("about:blank", false),
            ])
        func mainDocument(url: String?, isKept: Bool) throws {
            for (policy, isKept) in [(HTTPCookie.AcceptPolicy.onlyFromMainDocumentDomain, isKept), (.always, true)] {
                let field = try field(
                    { $0.httpCookieAcceptPolicy = policy }, first: { $0.mainDocumentURL = url.flatMap(URL.init) })
                #expect((field != nil) == isKept)
            }
        }

        @Test("many tasks may set and read at once")
        func concurrency() async throws {
            let configuration = URLSessionConfiguration.ephemeral
            let jar = CookieJar(configuration)
            let request = URLRequest(url: try #require(URL(string: "https://h/")))
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<100 {
                    group.addTask {
                        jar.store([("Set-Cookie", "c\(index)=1")], for: request)
                        _ = jar.field(for: request)
                    }
                }
            }
            #expect(jar.field(for: request)?.split(separator: ";").count == 100)
        }
    }
#endif
