// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    @Suite struct HostNameTests {
        static let names: [(host: String, name: String, matches: Bool)] = [
            ("test.example.com", "test.example.com", true), ("TEST.example.com", "test.EXAMPLE.com", true),
            ("test.example.com.", "test.example.com", true), ("test.example.com", "test.example.com.", false),
            ("test.example.com..", "test.example.com", false), ("test.example.com", ".example.com", false),
            (".example.com", "*.example.com", false), ("", "", false), (".", "", false),
            ("test.example.com", "*.example.com", true), ("a.test.example.com", "*.example.com", false),
            ("example.com", "*.example.com", false), ("example.com", "*.com", false), ("com", "*", false),
            ("test.example.com", "t*t.example.com", false), ("test.example.com", "*est.example.com", false),
            ("test.example.com", "tes*.example.com", false), ("a.b.example.com", "a.*.example.com", false),
            ("a.b.example.com", "*.*.example.com", false), ("test.example.com", "**.example.com", false),
            ("test_1.example.com", "test_1.example.com", true), ("te st.example.com", "te st.example.com", false),
            ("host", "host", true), ("10.0.0.1", "10.0.0.1", false), ("1.2.3", "1.2.3", false),
            ("xn--bcher-kva.example", "xn--bcher-kva.example", true), ("bücher.example", "bücher.example", false),
            ("test.example.com", "test.example.com\0.evil.com", false),
            (
                String(repeating: "a", count: 64) + ".example.com", String(repeating: "a", count: 64) + ".example.com",
                false
            ),
        ]

        @Test("a DNS name matches by Apple's rules", arguments: names)
        func dns(host: String, name: String, matches: Bool) {
            #expect(HostName(host).matches([.dns(name)]) == matches)
        }

        static let addresses: [(host: String, bytes: [UInt8], matches: Bool)] = [
            ("10.0.0.1", [10, 0, 0, 1], true), ("10.0.0.1", [10, 0, 0, 2], false),
            ("::1", [UInt8](repeating: 0, count: 15) + [1], true),
            ("[::1]", [UInt8](repeating: 0, count: 15) + [1], true),
            ("0:0::0:1", [UInt8](repeating: 0, count: 15) + [1], true), ("10.0.0.1", [], false),
            ("10.0.0.1.", [10, 0, 0, 1], false),
        ]

        @Test("an address matches by its bytes", arguments: addresses)
        func address(host: String, bytes: [UInt8], matches: Bool) {
            #expect(HostName(host).matches([.ip(Data(bytes))]) == matches)
        }

        @Test("an address matches no DNS name, and a name no other kind")
        func kinds() {
            #expect(!HostName("10.0.0.1").matches([.dns("10.0.0.1"), .uri("https://10.0.0.1")]))
            #expect(!HostName("a.example.com").matches([.email("a.example.com"), .uri("a.example.com"), .ip(Data())]))
            #expect(HostName("a.example.com").matches([.dns("b.example.com"), .dns("a.example.com")]))
            #expect(!HostName("a.example.com").matches([]))
        }
    }
#endif
