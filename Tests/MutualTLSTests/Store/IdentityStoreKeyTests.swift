#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL
    import MutualTLSPKI
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("Keys that wait for their certificates")
    struct IdentityStoreKeyTests {
        private let fixture: StoreFixture
        private var store: IdentityStore { fixture.store }

        init() throws { fixture = try StoreFixture(passphrase: "secret") }

        /// A key that waits under a label, and the certificate that a CA issues for it.
        private func waiting(_ label: String, _ kind: PrivateKey.Kind = .ec(256)) throws -> SecCertificate {
            let key = try PrivateKey.generate(kind)
            try store.add(SecKey(key), label: label)
            let request = try CertificationRequest(subject: [("CN", label)], key: key)
            let issued = try fixture.pki.issuing.issueClient(request: request.der)
            return try #require(SecCertificateCreateWithData(nil, issued.certificate as CFData))
        }

        @Test("a key without a certificate is no identity, and joins its certificate alone", arguments: [true, false])
        func joins(isElliptic: Bool) throws {
            let certificate = try waiting("new", isElliptic ? .ec(256) : .ed25519)
            try store.save(fixture.client(), label: "alice")
            #expect(try store.all().map(\.label) == ["alice"])
            for waiting in [try store.waitingKeys(), try store.waitingKeys(label: "new")] {
                #expect(waiting.map(\.label) == ["new"])
                #expect(waiting.map(\.keyType) == [isElliptic ? "EC P-256" : "Ed25519"])
            }
            #expect(try store.waitingKeys(label: "alice").isEmpty)

            let issuer = try #require(
                SecCertificateCreateWithData(nil, fixture.pki.issuing.certificateDER as CFData))
            let joined = try store.identities(joining: [issuer, certificate])
            #expect(joined.map(\.certificate) == [certificate])
            let identity = try ClientIdentity(#require(joined.first), certificates: [issuer])
            // Its name until it has one as an identity.
            #expect(try store.label(of: identity) == "new")
            #expect(try store.save(identity, label: "renamed") == .added)
            #expect(try store.label(of: identity) == "renamed")
            #expect(try store.waitingKeys().isEmpty && store.waitingKeys(label: "new").isEmpty)
            #expect(try store.identity(label: "renamed")?.intermediates == [issuer])
            // It is still one key, and it goes with the identity.
            #expect(fixture.count(kSecClassKey) == 2)
            #expect(try store.remove(label: "renamed"))
            #expect(fixture.count(kSecClassKey) == 1)
        }

        @Test("a locked keychain tells of keys and joins them, but takes none")
        func locked() throws {
            let certificate = try waiting("new")
            #expect(SecKeychainLock(fixture.keychain) == errSecSuccess)
            #expect(try store.waitingKeys().map(\.keyType) == ["EC P-256"])
            #expect(try store.identities(joining: [certificate]).count == 1)
            #expect(code { try store.add(SecKey(.generate(.ec(256))), label: "other") } == .keychainLocked)
            #expect(try store.removeWaitingKey(label: "new"))
            #expect(try !store.removeWaitingKey(label: "new"))
            #expect(try store.identities(joining: [certificate]).isEmpty)
        }

        @Test("a label belongs to one key or identity, and one that is free fails nothing")
        func labels() throws {
            _ = try waiting("new")
            try store.save(fixture.client(), label: "alice")
            for label in ["new", "alice"] {
                #expect(code { try store.checkIsFree(label: label) } == .labelInUse)
                #expect(code { try store.add(SecKey(.generate(.ec(256))), label: label) } == .labelInUse)
            }
            #expect(code { try store.add(SecKey(.generate(.ec(256))), label: " ") } == .invalidRequest)
            try store.checkIsFree(label: "other")
            #expect(fixture.count(kSecClassKey) == 2)
        }

        @Test("calls that belong together are stored together or not at all, and the error stays what it was")
        func together() throws {
            struct Own: Error {}
            #expect(throws: Own.self) {
                try store.together {
                    try store.save(fixture.client(), label: "alice")
                    throw Own()
                }
            }
            #expect(try store.all().isEmpty)
        }
    }
#endif
