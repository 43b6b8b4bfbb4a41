// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    @Suite struct CertificateTests {
        private func certificate(_ change: (inout CertificateBuilder) -> Void) throws -> SecCertificate {
            try Issuer.make("alice", issuer: nil, change).sec
        }

        @Test("bytes behind the certificate are dropped")
        func trailing() throws {
            let first = try certificate { _ in }
            let der = SecCertificateCopyData(first)
            let again = try #require(SecCertificateCreateWithData(nil, der + Data([1, 2, 3])))
            #expect(SecCertificateCopyData(again) == der)
            #expect(again == first)
        }

        @Test("what is no DER certificate gives none")
        func refusals() throws {
            let der = SecCertificateCopyData(try certificate { _ in })
            #expect(SecCertificateCreateWithData(nil, Data()) == nil)
            #expect(SecCertificateCreateWithData(nil, der.dropLast()) == nil)
            #expect(SecCertificateCreateWithData(nil, Data("-----BEGIN CERTIFICATE-----\n".utf8)) == nil)
            let long = try certificate { $0.serialNumber = Data(repeating: 1, count: 38) }
            #expect(SecCertificateCreateWithData(nil, SecCertificateCopyData(long)) == nil)
        }

        @Test("a serial number keeps its leading zero")
        func serial() throws {
            let certificate = try certificate { $0.serialNumber = Data([0x80, 1]) }
            #expect(SecCertificateCopySerialNumberData(certificate, nil) == Data([0, 0x80, 1]))
            #expect(SecCertificateCreateWithData(nil, SecCertificateCopyData(certificate)) == certificate)
        }

        @Test("the summary is the name, or what comes next to one")
        func summary() throws {
            let named = try certificate { $0.subject = [("CN", "first"), ("CN", "last"), ("O", "Example")] }
            #expect(SecCertificateCopySubjectSummary(named) == "last")
            let described = try certificate { $0.subject = [("CN", "alice"), ("description", "the first")] }
            #expect(SecCertificateCopySubjectSummary(described) == "alice (the first)")
            let mailed = try certificate {
                $0.subject = [("O", "Example")]
                $0.alternativeNames = [.dns("a.example"), .email("alice@example.com")]
            }
            #expect(SecCertificateCopySubjectSummary(mailed) == "alice@example.com")
            let host = try certificate {
                $0.subject = [("O", "Example")]
                $0.alternativeNames = [.dns("a.example"), .dns("b.example")]
            }
            #expect(SecCertificateCopySubjectSummary(host) == "a.example")
            let units = try certificate { $0.subject = [("O", "Example"), ("OU", "One"), ("OU", "Two")] }
            #expect(SecCertificateCopySubjectSummary(units) == "Two, One, Example")
        }

        @Test("the common name is the last; none is an error, no e-mail address is none")
        func names() throws {
            let named = try certificate { $0.subject = [("CN", "first"), ("CN", "last")] }
            var name: CFString?
            #expect(SecCertificateCopyCommonName(named, &name) == errSecSuccess)
            #expect(name == "last")
            #expect(
                SecCertificateCopyCommonName(try certificate { $0.subject = [("O", "Example")] }, &name)
                    == errSecInternal)
            var addresses: CFArray?
            #expect(SecCertificateCopyEmailAddresses(named, &addresses) == errSecSuccess)
            #expect(addresses as? [String] == [])
        }

        @Test("an identity needs the certificate's own key")
        func identity() throws {
            let alice = try Issuer.make("alice", issuer: nil) { _ in }
            let bob = try Issuer.make("bob", issuer: nil) { _ in }
            #expect(SecIdentityCreate(nil, alice.sec, SecKey(bob.key)) == nil)
            #expect(SecIdentity(certificate: alice.certificate, privateKey: bob.key) == nil)
            let identity = try #require(SecIdentityCreate(nil, alice.sec, SecKey(alice.key)))
            #expect(identity == alice.identity)
            #expect(SecIdentityCreate(nil, alice.sec, try #require(SecCertificateCopyKey(alice.sec))) == nil)
            var certificate: SecCertificate?
            var key: SecKey?
            #expect(SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
            #expect(SecIdentityCopyPrivateKey(identity, &key) == errSecSuccess)
            #expect(certificate == alice.sec)
            #expect(key == SecKey(alice.key))
        }

        @Test("every object tells its type")
        func types() throws {
            let alice = try Issuer.make("alice", issuer: nil) { _ in }
            let identity = try #require(alice.identity)
            var trust: SecTrust?
            SecTrustCreateWithCertificates(alice.sec, nil, &trust)
            let numbers = [
                SecCertificateGetTypeID(), SecIdentityGetTypeID(), SecKeyGetTypeID(), SecPolicyGetTypeID(),
                SecTrustGetTypeID(),
            ]
            #expect(Set(numbers).count == 5)
            let objects: [CFTypeRef?] = [alice.sec, identity, SecKey(alice.key), SecPolicyCreateBasicX509(), trust]
            #expect(objects.map(CFGetTypeID) == numbers)
            #expect(CFGetTypeID(NSObject()) == 0)
            #expect(CFGetTypeID(nil) == 0)
        }

        @Test("result codes have words, unknown ones their number")
        func messages() {
            #expect(SecCopyErrorMessageString(errSecAuthFailed, nil) == "The password is wrong.")
            #expect(SecCopyErrorMessageString(-1, nil) == "OSStatus -1")
        }
    }
#endif
