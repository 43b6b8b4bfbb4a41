#if os(Linux)
    import Foundation
    import MutualTLS
    import MutualTLSPKI
    import PortableSecurity
    import TestSupport
    import Testing

    @Suite("A session with several identities", .needs(.nginx, cases: 5), .needs(.openssl, cases: 1))
    struct SessionSelectionTests {
        private let pki: TestPKI
        init() throws { pki = try TestPKI() }

        private func session(
            _ identities: [ClientIdentity], _ selection: ClientIdentity.Selection = .onlyOne
        ) throws -> MutualTLSSession {
            try MutualTLSSession(
                identities: identities, selection: selection, serverTrust: pki.trust, configuration: .quiet)
        }

        @Test("each server gets the one of its own CA, also by way of an intermediate", arguments: [false, true])
        func issuers(http2: Bool) async throws {
            let ours = try NginxServer(pki, http2: http2)
            let theirs = try NginxServer(pki, http2: http2, clients: pki.stranger)
            // Of the four, one is from each CA, and the others are good for neither server. The leaf of alice's is issued by
            // the intermediate, which the server doesn't name.
            let all = try [pki.expiredClient(), pki.strangerClient(), pki.serverOnlyClient(), pki.client()]
            let session = try session(all.map { try ClientIdentity($0) })
            #expect(text(try await session.data(from: ours.url()).0).hasPrefix("SUCCESS|CN=alice|"))
            #expect(text(try await session.data(from: theirs.url()).0).hasPrefix("SUCCESS|CN=mallory|"))
            #expect(text(try await session.data(from: ours.url()).0).hasPrefix("SUCCESS|CN=alice|"))
        }

        @Test(
            "the signature algorithms decide between keys",
            arguments: [("ECDSA+SHA256", "elliptic"), ("RSA+SHA256:rsa_pss_rsae_sha256", "rivest")])
        func signatureAlgorithms(_ row: (algorithms: String, expected: String)) async throws {
            let server = try SServer(
                pki, ["-Verify", "3", "-verify_return_error", "-client_sigalgs", row.algorithms])
            let both = try [
                ClientIdentity(pki.issuing.issueClient(name: "elliptic")),
                ClientIdentity(pki.issuing.issueClient(name: "rivest", keyKind: .rsa(2048))),
            ]
            let page = text(try await session(both).data(from: server.url).0)
            #expect(page.contains("CN = \(row.expected)") || page.contains("CN=\(row.expected)"), "\(page)")
        }

        @Test("where several fit, or none does, the request fails with the reasons, and nothing is shown")
        func refusals() async throws {
            let nginx = try NginxServer(pki)
            let (alice, bob) = (try ClientIdentity(pki.client()), try ClientIdentity(pki.client("bob")))
            let stranger = try ClientIdentity(pki.strangerClient())
            let several = await #expect(throws: MutualTLSError.self) {
                try await session([alice, stranger, bob]).data(from: nginx.url())
            }
            #expect(several?.code == .severalIdentities)
            for words in ["alice", "bob", "mallory"] { #expect(several?.reason.contains(words) == true) }
            let expired = try ClientIdentity(pki.expiredClient())
            let none = await #expect(throws: MutualTLSError.self) {
                try await session([stranger, expired]).data(from: nginx.url())
            }
            #expect(none?.code == .noIdentity)
            for words in ["mallory", "expired"] { #expect(none?.reason.contains(words) == true) }
            #expect(nginx.log(atLeast: 0).isEmpty)
        }

        @Test("the newest is taken where the caller says so")
        func newest() async throws {
            let nginx = try NginxServer(pki)
            let people = try [("old", -3), ("new", -1), ("middle", -2)].map { name, days in
                let start = Date(timeIntervalSinceNow: Double(days) * 86_400)
                return try ClientIdentity(
                    pki.issuing.issueClient(name: name, validity: .from(start, to: Date(timeIntervalSinceNow: 3600))))
            }
            #expect(text(try await session(people, .newest).data(from: nginx.url()).0).hasPrefix("SUCCESS|CN=new|"))
        }

        @Test("a server that doesn't ask isn't chosen for")
        func unasked() async throws {
            let nginx = try NginxServer(pki, verify: .off)
            let people = try ["alice", "bob"].map { try ClientIdentity(pki.client($0)) }
            #expect(try await session(people).data(from: nginx.url()).1.statusCode == 200)
        }
    }
#endif
