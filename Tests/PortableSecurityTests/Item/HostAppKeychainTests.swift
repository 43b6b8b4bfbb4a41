// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKCS12
    import PortableSecurity
    import Testing

    /// The one suite that uses the default keychain, which is the process's.
    @Suite(.serialized) struct HostAppKeychainTests {
        @Test(
            "the way up to an anchor also leads through certificates of the default keychain, which are none themselves"
        )
        func trust() throws {
            let fixture = try ItemFixture()
            #expect(SecKeychainSetDefault(fixture.keychain) == errSecSuccess)
            defer { SecKeychainSetDefault(nil) }

            let root = try Issuer.root("Keychain Root")
            let first = try root.intermediate("Keychain CA 1")
            let second = try first.intermediate("Keychain CA 2")
            let leaf = try second.server()
            func verdict(anchors: [SecCertificate]) throws -> (isTrusted: Bool, count: Int) {
                var trust: SecTrust?
                SecTrustCreateWithCertificates(leaf.sec, SecPolicyCreateBasicX509(), &trust)
                let made = try #require(trust)
                SecTrustSetAnchorCertificates(made, anchors as CFArray)
                SecTrustSetVerifyDate(made, Issuer.now as CFDate)
                return (SecTrustEvaluateWithError(made, nil), SecTrustGetCertificateCount(made))
            }
            #expect(try verdict(anchors: [root.sec]) == (false, 1))
            for issuer in [second, first, root] { #expect(fixture.add(issuer.sec) == errSecSuccess) }
            #expect(try verdict(anchors: [root.sec]) == (true, 4))
            #expect(try verdict(anchors: []).isTrusted == false)
        }

        @Test("an app's own code stores its identity, finds it again by its label, lists it and removes it")
        func identity() throws {
            let fixture = try ItemFixture()
            var former: SecKeychain?
            #expect(SecKeychainCopyDefault(&former) == errSecSuccess)
            #expect(former != fixture.keychain)
            #expect(SecKeychainSetDefault(fixture.keychain) == errSecSuccess)
            defer { SecKeychainSetDefault(nil) }

            let alice = try Issuer.root("Alice")
            let file = try PKCS12Writer.write(
                [PKCS12Entry(key: alice.key, certificate: alice.certificate, friendlyName: "alice")],
                password: SecretBytes(utf8: "password"), format: .modern)
            let first = HostApp()
            try first.loadIdentity(base64: file.base64EncodedString(), password: "password")
            #expect(first.storeIdentity(label: "client-certificate") == errSecSuccess)
            #expect(first.storeIdentity(label: "another") == errSecDuplicateItem)

            let later = HostApp()
            let challenge = URLAuthenticationChallenge.clientCertificate(
                host: "server.example.com", port: 443, acceptableIssuers: [])
            #expect(throws: HostAppError.self) { try later.findIdentity(label: "another") }
            #expect(later.credential(for: challenge) == nil)
            try later.findIdentity(label: "client-certificate")
            #expect(later.credential(for: challenge)?.identity == alice.identity)
            #expect(later.labels() == ["client-certificate"])
            #expect(later.removeIdentity(label: "client-certificate") == errSecSuccess)
            #expect(later.labels() == [])
        }
    }
#endif
