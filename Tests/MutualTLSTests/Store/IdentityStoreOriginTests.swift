#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("Identities that are bound to origins")
    struct IdentityStoreOriginTests {
        private let fixture: StoreFixture
        private var store: IdentityStore { fixture.store }
        private let first = Origin(host: "a.example")
        private let second = Origin(host: "b.example", port: 8443)

        init() throws { fixture = try StoreFixture() }

        @Test("one identity is bound to many origins, and an origin has many identities")
        func binding() throws {
            let (alice, bob) = (try fixture.client(), try fixture.client("bob"))
            try store.save(alice, label: "alice", origins: [first])
            try store.save(bob, label: "bob")
            try store.bind(label: "alice", to: [first, second])
            try store.bind(label: "bob", to: [second])
            #expect(try store.origins(label: "alice") == [first, second])
            #expect(try store.identities(boundTo: first).map(\.fingerprint) == [alice.fingerprint])
            #expect(
                try Set(store.identities(boundTo: second).map(\.fingerprint))
                    == [alice.fingerprint, bob.fingerprint])
            #expect(try store.identities(boundTo: Origin(host: "a.example", port: 8443)).isEmpty)
            // Saved again, from the file, it keeps them.
            try store.save(alice, label: "alice")
            #expect(try store.origins(label: "alice") == [first, second])
        }

        @Test("a binding that is undone leaves the others, and an IPv6 address is an origin as well")
        func unbinding() throws {
            let address = Origin(host: "[::1]", port: 8443)
            try store.save(fixture.client(), label: "alice", origins: [first, second, address])
            try store.unbind(label: "alice", from: [first, Origin(host: "never.example")])
            #expect(try store.origins(label: "alice") == [second, address])
            #expect(try store.identities(boundTo: address).count == 1)
            #expect(try store.identities(boundTo: first).isEmpty)
            for body in [
                { try store.bind(label: "none", to: [first]) }, { try store.unbind(label: "none", from: [first]) },
            ] {
                #expect(code(body) == .noIdentity)
            }
            #expect(code { try store.origins(label: "none") } == .noIdentity)
        }

        @Test("a new label keeps them, and what an app removed by itself is bound to nothing")
        func relabelled() throws {
            let alice = try fixture.client()
            try store.save(alice, label: "alice", origins: [first])
            try store.save(alice, label: "alice again")
            #expect(try store.identities(boundTo: first).map(\.friendlyName) == ["alice again"])
            let query: [String: Any] = [
                kSecValueRef as String: alice.secIdentity, kSecUseKeychain as String: fixture.keychain,
            ]
            #expect(SecItemDelete(query as CFDictionary) == errSecSuccess)
            #expect(try store.identities(boundTo: first).isEmpty)
        }
    }
#endif
