#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("Pinned public keys")
    struct PublicKeyPinTests {
        private func trust(_ pem: Data) throws -> (SecTrust, [SecCertificate]) {
            let chain = try CertificateFile.certificates(in: pem)
            var trust: SecTrust?
            #expect(
                SecTrustCreateWithCertificates(chain as CFArray as CFTypeRef, SecPolicyCreateBasicX509(), &trust)
                    == errSecSuccess)
            return (try #require(trust), chain)
        }

        @Test("only a server with a pinned key is trusted, and that only where it is anyway")
        func pins() throws {
            let pki = try TestPKI()
            let roots = try ServerTrustPolicy.anchors(contentsOf: pki.root.certificatePEM)
            let strangers = try ServerTrustPolicy.anchors(contentsOf: pki.stranger.certificatePEM)
            let (trust, chain) = try trust(pki.server().chainPEM)
            let own = try #require(PublicKeyPin(chain[0]))
            let other = try #require(PublicKeyPin(try self.trust(pki.server().chainPEM).1[0]))
            let issuer = try #require(PublicKeyPin(chain[1]))
            try roots.pinning([]).evaluate(trust, forDomain: "localhost")
            try roots.pinning([own]).evaluate(trust, forDomain: "localhost")
            try roots.pinning([other, own]).evaluate(trust, forDomain: "localhost")
            for (policy, host) in [
                (roots.pinning([other]), "localhost"), (roots.pinning([issuer]), "localhost"),
                (roots.pinning([own]), "example.com"), (strangers.pinning([own]), "localhost"),
                (ServerTrustPolicy.dangerouslyAcceptAny.pinning([other]), "localhost"),
                (roots.pinning([own]).at { Date(timeIntervalSinceNow: 86_400 * 7_300) }, "localhost"),
            ] {
                #expect(throws: MutualTLSError(.serverNotTrusted, "")) {
                    try policy.evaluate(trust, forDomain: host)
                }
            }
        }

        @Test("a pin is what openssl and curl make of a key", .needs(.openssl, cases: 1))
        func text() throws {
            let folder = try TemporaryFolder()
            let pem = try TestPKI().server().chainPEM
            try folder.write(pem, "server.pem")
            let certificate = try #require(CertificateFile.certificates(in: pem).first)
            let pin = try #require(PublicKeyPin(certificate))
            let bash = try #require(Tool("bash"))
            let line = """
                openssl x509 -in \(folder.path("server.pem")) -noout -pubkey | openssl pkey -pubin -outform DER \
                | openssl dgst -sha256 -binary | openssl base64
                """
            let digest = try bash.run(["-c", line]).output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(pin.description == "sha256//\(digest)")
            #expect(PublicKeyPin(pin.description) == pin)
            for bad in ["", "sha256//", "sha256//!!!!", digest, "sha1//\(digest)", "sha256//\(digest.dropLast(4))"] {
                #expect(PublicKeyPin(bad) == nil, "\(bad)")
            }
        }

        @Test("whoever wants to know is told of each verdict")
        func observer() throws {
            let pki = try TestPKI()
            let (trust, _) = try trust(pki.server().chainPEM)
            let seen = LockedBox<[String]>([])
            let policy = try ServerTrustPolicy.anchors(contentsOf: pki.root.certificatePEM).observed { _, host, error in
                seen.withLock { $0.append("\(host) \(error?.code.description ?? "trusted")") }
            }
            try policy.evaluate(trust, forDomain: "localhost")
            #expect(throws: MutualTLSError.self) { try policy.evaluate(trust, forDomain: "example.com") }
            #expect(seen.withLock { $0 } == ["localhost trusted", "example.com serverNotTrusted"])
        }
    }
#endif
