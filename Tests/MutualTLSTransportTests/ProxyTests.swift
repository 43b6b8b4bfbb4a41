import Foundation
import Testing

@testable import MutualTLSTransport

@Suite("Which proxy leads to a host, as curl reads the environment")
struct ProxyTests {
    @Test(
        "the variables' order, and who may write them in capitals",
        arguments: [
            ("https", [:], nil), ("http", [:], nil), ("https", ["https_proxy": "http://a:1"], "http://a:1"),
            ("https", ["HTTPS_PROXY": "http://a:1"], "http://a:1"),
            ("https", ["https_proxy": "http://a:1", "HTTPS_PROXY": "http://b:1"], "http://a:1"),
            ("https", ["https_proxy": "", "HTTPS_PROXY": "http://b:1"], "http://b:1"),
            ("https", ["http_proxy": "http://a:1"], nil), ("http", ["https_proxy": "http://a:1"], nil),
            ("http", ["http_proxy": "http://a:1"], "http://a:1"), ("http", ["HTTP_PROXY": "http://a:1"], nil),
            ("http", ["HTTP_PROXY": "http://a:1", "all_proxy": "socks5://b:1"], "socks5://b:1"),
            ("https", ["ALL_PROXY": "http://a:1"], "http://a:1"),
            ("https", ["all_proxy": "http://a:1", "ALL_PROXY": "http://b:1"], "http://a:1"),
            ("https", ["https_proxy": "http://a:1", "all_proxy": "http://b:1"], "http://a:1"),
        ] as [(String, [String: String], String?)])
    func environment(_ row: (scheme: String, variables: [String: String], url: String?)) throws {
        #expect(Proxy.environment(row.scheme, row.variables)?.url == row.url)
        #expect(try ProxyChoice.environment.proxy(for: row.scheme, row.variables)?.url == row.url)
        #expect(try ProxyChoice.none.proxy(for: row.scheme, row.variables) == nil)
    }

    @Test(
        "an address as a user writes it: http and 1080 where nothing is said",
        arguments: [
            ("h", "http://h:1080", nil, nil), ("h:3128", "http://h:3128", nil, nil),
            ("https://h", "https://h:443", nil, nil), ("HTTP://h:1", "http://h:1", nil, nil),
            ("socks5h://h", "socks5h://h:1080", nil, nil), ("socks4a://h:9", "socks4a://h:9", nil, nil),
            ("http://u:p@h:1/", "http://h:1", "u", "p"), ("u@h:1", "http://h:1", "u", nil),
            ("http://u%40x:p%3A%20w@h:1", "http://h:1", "u@x", "p: w"), ("http://[::1]:1", "http://[::1]:1", nil, nil),
        ] as [(String, String, String?, String?)])
    func addresses(_ row: (text: String, url: String, user: String?, password: String?)) throws {
        let proxy = try #require(Proxy(row.text))
        #expect(proxy.url == row.url && proxy.user == row.user && proxy.password == row.password)
    }

    @Test(
        "what is no proxy's address is an error, and nobody is gone to directly instead",
        arguments: ["ftp://h", "http://", "http://h:0", "http://h:65536", "://", "http://h:x"])
    func unreadable(text: String) throws {
        #expect(Proxy(text) == nil)
        let error = #expect(throws: TransportError.self) {
            try ProxyChoice.environment.proxy(for: "https", ["https_proxy": text])
        }
        #expect(error?.code == .proxyFailed)
    }

    @Test(
        "exceptions: names with all below them, addresses, networks, and everything",
        arguments: [
            ("", "h", false), ("*", "h", true), (" * ", "10.0.0.1", true), ("h", "h", true), ("H", "h", true),
            ("h", "H.", true), ("h.", "h", true), ("example.com", "www.example.com", true),
            (".example.com", "www.example.com", true), (".example.com", "example.com", true),
            ("example.com", "nonexample.com", false), ("www.example.com", "example.com", false),
            ("a,b", "b", true), ("a, b", "b", true), ("a b", "b", true), (",,b,", "b", true), (".", "b", false),
            ("a,*", "b", false), ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.10", false),
            ("10.0.0.0/8", "10.9.8.7", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/33", "10.0.0.0", false),
            ("10.0.0.0/", "10.0.0.0", false), ("10.0.0.0/x", "10.0.0.0", false), ("0.0.0.0/0", "1.2.3.4", true),
            ("10.0.0.5/31", "10.0.0.4", true), ("10.0.0.5/32", "10.0.0.4", false), ("0.0.0.0/0", "h", false),
            ("::1", "::1", true), ("::1", "[::1]", true), ("[::1]", "::1", true), ("fe80::/10", "fe81::2", true),
            ("fe80::/10", "::1", false), ("0.0.0.0/0", "::1", false), ("::/0", "1.2.3.4", false),
            ("10.0.0.1", "x.10.0.0.1", true), ("0.1", "10.0.0.1", false),
        ])
    func exceptions(_ row: (list: String, host: String, isExcepted: Bool)) throws {
        let proxy = try #require(Proxy("http://p:1", exceptions: row.list))
        #expect(proxy.isException(row.host) == row.isExcepted)
        let variables = ["https_proxy": "http://p:1", "NO_PROXY": row.list]
        #expect(Proxy.environment("https", variables)?.isException(row.host) == row.isExcepted)
    }
}
