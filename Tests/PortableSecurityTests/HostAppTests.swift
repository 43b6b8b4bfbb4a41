// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import Testing

    @testable import PortableSecurity

    @Suite struct HostAppTests {
        private func file(_ identity: Issuer, _ password: String, _ format: PKCS12Writer.Format) throws -> String {
            try PKCS12Writer.write(
                [PKCS12Entry(key: identity.key, certificate: identity.certificate, friendlyName: "alice")],
                password: SecretBytes(utf8: password), format: format
            ).base64EncodedString()
        }

        @Test(
            "an app's own code opens its file and answers the challenge",
            arguments: [PKCS12Writer.Format.modern, .compatible])
        func identity(format: PKCS12Writer.Format) throws {
            let alice = try Issuer.make("alice", issuer: nil) { _ in }
            let app = HostApp()
            let challenge = URLAuthenticationChallenge.clientCertificate(
                host: "server.example.com", port: 443, acceptableIssuers: [alice.certificate.issuer.der])
            #expect(app.credential(for: challenge) == nil)
            try app.loadIdentity(base64: file(alice, "pässword", format), password: "pässword")
            let credential = try #require(app.credential(for: challenge))
            #expect(credential.identity == alice.identity)
            #expect(credential.persistence == .forSession)
            #expect(app.issuers(challenge) == [alice.certificate.issuer.der])
            let other = URLAuthenticationChallenge.serverTrust(
                host: "server.example.com", port: 443,
                trust: SecTrust(certificates: [alice.sec], policies: [SecPolicyCreateBasicX509()]))
            #expect(app.credential(for: other) == nil)
        }

        @Test("a wrong password and a file that is none have Apple's codes")
        func refusals() throws {
            let alice = try Issuer.make("alice", issuer: nil) { _ in }
            let file = try file(alice, "password", .modern)
            let app = HostApp()
            for (base64, password, expected) in [
                (file, "wrong", errSecAuthFailed), (file, "", errSecAuthFailed),
                (Data("no file".utf8).base64EncodedString(), "password", errSecDecode), ("", "password", errSecDecode),
            ] {
                do {
                    try app.loadIdentity(base64: base64, password: password)
                    Issue.record("opened")
                } catch HostAppError.importFailed(let status) {
                    #expect(status == expected)
                }
            }
        }

        @Test("an app's own code judges a server by policy and anchors")
        func trust() throws {
            // The app sets no date, so that these certificates are of today.
            func today(_ builder: inout CertificateBuilder) {
                builder.notBefore = Date(timeIntervalSinceNow: -3600)
                builder.notAfter = Date(timeIntervalSinceNow: 3600)
            }
            let root = try Issuer.root { today(&$0) }
            let leaf = try root.server { today(&$0) }
            let app = HostApp()
            for (domain, isTrusted) in [("server.example.com", true), (nil, true), ("other.example.com", false)] {
                let trust = SecTrust(certificates: [leaf.sec], policies: [SecPolicyCreateSSL(true, nil)])
                let challenge = URLAuthenticationChallenge.serverTrust(
                    host: "server.example.com", port: 443, trust: trust)
                let credential = app.judge(challenge, domain: domain, anchors: [root.sec])
                #expect((credential != nil) == isTrusted)
                #expect(credential?.secTrust === (isTrusted ? trust : nil))
            }
        }
    }
#endif
