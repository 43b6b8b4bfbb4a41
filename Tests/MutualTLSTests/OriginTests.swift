import Foundation
import Testing

@testable import MutualTLS

@Suite("Origins")
struct OriginTests {
    @Test(
        "an https or wss URL has an origin, any other has none",
        arguments: [
            ("https://a.example/", "https://a.example"), ("https://A.Example:443/x?y#z", "https://a.example"),
            ("HTTPS://a.example", "https://a.example"), ("wss://a.example/", "https://a.example"),
            ("https://a.example:8443", "https://a.example:8443"), ("https://a.example./", "https://a.example"),
            ("https://user:secret@a.example/", "https://a.example"), ("https://127.0.0.1:1/", "https://127.0.0.1:1"),
            ("https://[::1]/", "https://[::1]"), ("https://[::1]:8443/", "https://[::1]:8443"),
            ("https://[2001:DB8::A]/", "https://[2001:db8::a]"), ("http://a.example/", nil), ("ws://a.example/", nil),
            ("https:///x", nil), ("/x", nil), ("file:///x", nil), ("https:a.example", nil),
        ] as [(String, String?)])
    func urls(text: String, expected: String?) throws {
        let url = try #require(URL(string: text))
        #expect(Origin(url)?.description == expected)
    }

    @Test("host and port make the origin, however they are spelled")
    func equality() throws {
        let origin = Origin(host: "a.example")
        #expect(origin.port == 443)
        #expect(Set([origin, Origin(host: "A.EXAMPLE."), Origin(host: "a.example", port: 443)]).count == 1)
        #expect(origin != Origin(host: "a.example", port: 80) && origin != Origin(host: "b.example"))
        // A suffix or a prefix of the name is another host.
        #expect(origin != Origin(host: "a.example.evil") && origin != Origin(host: "xa.example"))
        #expect(Origin(host: "[::1]") == Origin(host: "::1"))
        #expect(Origin(host: "").description == "https://" && Origin(host: "[").host == "[")
    }

    @Test("a description is a URL of the same origin", arguments: ["a.example", "10.0.0.1", "::1", "2001:db8::1"])
    func roundTrip(host: String) throws {
        for port in [443, 1, 65_535] {
            let origin = Origin(host: host, port: port)
            #expect(Origin(try #require(URL(string: origin.description))) == origin)
        }
    }
}
