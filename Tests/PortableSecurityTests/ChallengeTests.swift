// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import MutualTLSOpenSSL
    import PortableSecurity
    import Testing

    // Imports FoundationNetworking besides PortableSecurity on purpose: corelibs' unavailable declarations must not win.
    @Suite struct ChallengeTests {
        private func identity(_ name: String) throws -> SecIdentity {
            let key = try PrivateKey.generate(.ec(256))
            let certificate = try CertificateBuilder(
                subject: [("CN", name)], notBefore: Date(), notAfter: Date(timeIntervalSinceNow: 60),
                serialNumber: CertificateBuilder.randomSerialNumber()
            ).signed(publicKey: key.publicKey(), issuer: nil, key: key)
            return try #require(SecIdentity(certificate: certificate, privateKey: key))
        }

        @Test("the two constants are Apple's")
        func constants() {
            #expect(NSURLAuthenticationMethodClientCertificate == "NSURLAuthenticationMethodClientCertificate")
            #expect(NSURLAuthenticationMethodServerTrust == "NSURLAuthenticationMethodServerTrust")
        }

        @Test("a client-certificate challenge tells who asks, and for whose certificates")
        func clientCertificate() {
            let names = [Data([0x30, 0]), Data([0x30, 1, 0])]
            let challenge = URLAuthenticationChallenge.clientCertificate(
                host: "server.example.com", port: 8443, acceptableIssuers: names, previousFailureCount: 1)
            let space = challenge.protectionSpace
            #expect(space.authenticationMethod == NSURLAuthenticationMethodClientCertificate)
            #expect(space.host == "server.example.com")
            #expect(space.port == 8443)
            #expect(space.receivesCredentialSecurely)
            #expect(space.acceptableIssuers == names)
            #expect(space.serverTrust == nil)
            #expect(challenge.previousFailureCount == 1)
            #expect(challenge.proposedCredential == nil)
        }

        @Test("a server-trust challenge carries the trust object")
        func serverTrust() throws {
            let trust = SecTrust(
                certificates: [try identity("server").certificate], policies: [SecPolicyCreateBasicX509()])
            let challenge = URLAuthenticationChallenge.serverTrust(host: "::1", port: 443, trust: trust)
            #expect(challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust)
            #expect(challenge.protectionSpace.serverTrust === trust)
            #expect(challenge.protectionSpace.acceptableIssuers.isEmpty)
        }

        @Test("an ordinary protection space has neither")
        func ordinary() {
            let space = URLProtectionSpace(host: "a", port: 1, protocol: "https", realm: nil, authenticationMethod: nil)
            #expect(space.serverTrust == nil)
            #expect(space.acceptableIssuers.isEmpty)
        }

        @Test("the sender takes every answer without effect")
        func sender() throws {
            let challenge = URLAuthenticationChallenge.clientCertificate(host: "a", port: 1, acceptableIssuers: [])
            let sender = try #require(challenge.sender)
            sender.use(URLCredential(user: "a", password: "b", persistence: .none), for: challenge)
            sender.continueWithoutCredential(for: challenge)
            sender.performDefaultHandling(for: challenge)
            sender.rejectProtectionSpaceAndContinue(with: challenge)
            sender.cancel(challenge)
        }

        @Test("a credential of an identity gives back what it was made of")
        func identityCredential() throws {
            let (alice, bob) = (try identity("alice"), try identity("bob"))
            let credential = URLCredential(
                identity: alice, certificates: [bob.certificate, "no certificate"], persistence: .permanent)
            #expect(credential.identity == alice)
            #expect(credential.certificates as? [SecCertificate] == [bob.certificate])
            #expect(credential.persistence == .permanent)
            #expect(credential.user == nil)
            #expect(credential.password == nil)
            #expect(!credential.hasPassword)
            #expect(credential.secTrust == nil)
            #expect(credential.copy() as? URLCredential === credential)
        }

        @Test("credentials are equal when their identities are")
        func equality() throws {
            let (alice, bob) = (try identity("alice"), try identity("bob"))
            let first = URLCredential(identity: alice, certificates: nil, persistence: .forSession)
            #expect(first == URLCredential(identity: alice, certificates: nil, persistence: .forSession))
            #expect(first != URLCredential(identity: bob, certificates: nil, persistence: .forSession))
            #expect(first != URLCredential(identity: alice, certificates: [bob.certificate], persistence: .forSession))
            #expect(first.secTrust == nil)
        }

        @Test("a credential of a trust object holds it and no identity")
        func trustCredential() throws {
            let trust = SecTrust(
                certificates: [try identity("server").certificate], policies: [SecPolicyCreateBasicX509()])
            let credential = URLCredential(trust: trust)
            #expect(credential.secTrust === trust)
            #expect(credential.identity == nil)
            #expect(credential.certificates.isEmpty)
            #expect(URLCredential(user: "a", password: "b", persistence: .none).identity == nil)
        }

        @Test("a credential does not outlive its last reference, nor does its identity")
        func lifetime() throws {
            weak var held: SecIdentity?
            do {
                let alice = try identity("alice")
                held = alice
                let credential = URLCredential(identity: alice, certificates: nil, persistence: .none)
                #expect(credential.identity === alice)
            }
            #expect(held == nil)
        }
    }
#endif
