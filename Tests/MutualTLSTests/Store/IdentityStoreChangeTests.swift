#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("Changes of a store of identities")
    struct IdentityStoreChangeTests {
        private let fixture: StoreFixture
        private var store: IdentityStore { fixture.store }
        typealias Change = IdentityStore.Change

        init() throws { fixture = try StoreFixture() }

        @Test("each save, rotation, new label and removal is told once, in order")
        func changes() async throws {
            let (alice, bob) = (try fixture.client(), try fixture.client("bob"))
            try store.save(bob, label: "was there")
            var changes = store.changes.makeAsyncIterator()
            try store.save(alice, label: "alice")
            #expect(await changes.next() == Change(.added, label: "alice"))
            try store.save(alice, label: "alice")
            try store.replace(label: "alice", with: fixture.client("alice 2027"))
            #expect(await changes.next() == Change(.replaced, label: "alice"))
            try store.save(bob, label: "bob")
            #expect(await changes.next() == Change(.added, label: "bob"))
            #expect(await changes.next() == Change(.removed, label: "was there"))
            try store.remove(label: "bob")
            #expect(await changes.next() == Change(.removed, label: "bob"))
        }

        @Test("what an app's own code stores is told, and what another process stores")
        func others() async throws {
            let alice = try fixture.client()
            var changes = store.changes.makeAsyncIterator()
            #expect(fixture.add(alice.secIdentity, label: "own") == errSecSuccess)
            #expect(await changes.next() == Change(.added, label: "own"))
            await #expect(processExitsWith: .success) { [path = fixture.folder.path("keychain") as String] in
                var keychain: SecKeychain?
                SecKeychainOpen(path, &keychain)
                try IdentityStore(keychain: #require(keychain)).remove(label: "own")
            }
            #expect(await changes.next() == Change(.removed, label: "own"))
        }

        @Test("two who listen are both told, and one who stops is told nothing and holds nothing")
        func listeners() async throws {
            let (first, second) = (store.changes, store.changes)
            let task = Task { for await _ in second {} }
            task.cancel()
            await task.value
            try store.save(fixture.client(), label: "alice")
            var changes = first.makeAsyncIterator()
            #expect(await changes.next() == Change(.added, label: "alice"))
        }
    }
#endif
