// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    @Suite struct PolicyPropertiesTests {
        @Test("a policy is made by its identifier and properties, and tells them")
        func properties() throws {
            let named: [String: Any] = [kSecPolicyName as String: "a.example.com"]
            let client = named.merging([kSecPolicyClient as String: true]) { $1 }
            for (identifier, properties, policy) in [
                (kSecPolicyAppleX509Basic, nil, SecPolicyCreateBasicX509()),
                (kSecPolicyAppleSSL, named, SecPolicyCreateSSL(true, "a.example.com" as CFString)),
                (kSecPolicyAppleSSL, client, SecPolicyCreateSSL(false, "a.example.com" as CFString)),
                (kSecPolicyAppleSSLServer, nil, SecPolicyCreateSSL(true, nil)),
                (kSecPolicyAppleSSLClient, nil, SecPolicyCreateSSL(false, nil)),
            ] as [(CFString, [String: Any]?, SecPolicy)] {
                #expect(SecPolicyCreateWithProperties(identifier, properties as CFDictionary?) == policy)
            }
            let mail = try #require(SecPolicyCreateWithProperties(kSecPolicyAppleSMIME, named as CFDictionary))
            let told = try #require(SecPolicyCopyProperties(mail))
            #expect(told[kSecPolicyOid] as? String == kSecPolicyAppleSMIME)
            #expect(told[kSecPolicyName] as? String == "a.example.com")
        }

        @Test("an unknown identifier, and a name that is none, make no policy")
        func nothing() {
            #expect(SecPolicyCreateWithProperties("1.2.3", nil) == nil)
            #expect(SecPolicyCreateWithProperties(7, nil) == nil)
            #expect(
                SecPolicyCreateWithProperties(kSecPolicyAppleSSL, [kSecPolicyName as String: 7] as CFDictionary) == nil)
        }

        @Test("a certificate for mail names that usage, or none, and the address")
        func mail() throws {
            let root = try Issuer.root()
            for (usages, address, code) in [
                ([ExtendedKeyUsage.emailProtection], "a@example.com", nil), ([], "A@Example.com", nil),
                ([ExtendedKeyUsage.clientAuth], "a@example.com", errSecInvalidExtendedKeyUsage),
                ([ExtendedKeyUsage.any], "b@example.com", errSecSMIMEEmailAddressesNotFound),
            ] as [([String], String, OSStatus?)] {
                let leaf = try Issuer.make("a", issuer: root) {
                    $0.extendedKeyUsage = usages
                    $0.alternativeNames = [.email("a@example.com")]
                }
                let policy = try #require(
                    SecPolicyCreateWithProperties(
                        kSecPolicyAppleSMIME, [kSecPolicyName as String: address] as CFDictionary))
                let trust = SecTrust(certificates: [leaf.sec], policies: [policy])
                SecTrustSetAnchorCertificates(trust, [root.sec] as CFArray)
                SecTrustSetVerifyDate(trust, Issuer.now as CFDate)
                var error: CFError?
                #expect(SecTrustEvaluateWithError(trust, &error) == (code == nil))
                #expect(error.map { OSStatus($0.code) } == code)
            }
        }
    }
#endif
