// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    @Suite struct TrustSetupTests {
        let root: Issuer
        let middle: Issuer
        let leaf: Issuer

        init() throws {
            root = try Issuer.root()
            middle = try root.intermediate()
            leaf = try middle.server()
        }

        private func made() throws -> SecTrust {
            var trust: SecTrust?
            SecTrustCreateWithCertificates([leaf.sec, middle.sec] as CFArray, SecPolicyCreateBasicX509(), &trust)
            let made = try #require(trust)
            SecTrustSetVerifyDate(made, Issuer.now as CFDate)
            return made
        }

        @Test("certificates and policies may come alone, in an array, and as an object")
        func shapes() {
            var trust: SecTrust?
            let policy = SecPolicyCreateBasicX509()
            #expect(SecTrustCreateWithCertificates(leaf.sec, policy, &trust) == errSecSuccess)
            #expect(SecTrustCreateWithCertificates([leaf.sec] as CFArray, [policy] as CFArray, &trust) == errSecSuccess)
            #expect(
                SecTrustCreateWithCertificates([leaf.sec] as CFTypeRef, [policy] as CFTypeRef, &trust) == errSecSuccess)
            #expect(SecTrustCreateWithCertificates(leaf.sec, nil, &trust) == errSecSuccess)
        }

        @Test("anything else is refused, and what was set stays")
        func refusals() throws {
            var trust: SecTrust?
            #expect(SecTrustCreateWithCertificates(true, nil, &trust) == errSecParam)
            #expect(SecTrustCreateWithCertificates([] as CFArray, nil, &trust) == errSecParam)
            #expect(SecTrustCreateWithCertificates([leaf.sec.x509.der] as CFArray, nil, &trust) == errSecParam)
            #expect(SecTrustCreateWithCertificates(leaf.sec, [leaf.sec] as CFArray, &trust) == errSecParam)
            #expect(trust == nil)
            let made = try made()
            SecTrustSetAnchorCertificates(made, [root.sec] as CFArray)
            #expect(SecTrustSetPolicies(made, [] as CFArray) == errSecParam)
            #expect(SecTrustSetPolicies(made, leaf.sec) == errSecParam)
            #expect(SecTrustSetAnchorCertificates(made, [root.sec, Data()] as CFArray) == errSecParam)
            #expect(SecTrustEvaluateWithError(made, nil))
        }

        @Test("an array of anchors excludes the machine's roots, nil brings them back, and so on")
        func anchors() throws {
            let made = try made()
            #expect(!SecTrustEvaluateWithError(made, nil))
            SecTrustSetAnchorCertificates(made, [root.sec] as CFArray)
            #expect(SecTrustEvaluateWithError(made, nil))
            #expect(made.question.anchorsOnly)
            SecTrustSetAnchorCertificatesOnly(made, false)
            #expect(SecTrustEvaluateWithError(made, nil))
            SecTrustSetAnchorCertificates(made, [] as CFArray)
            #expect(!SecTrustEvaluateWithError(made, nil))
            SecTrustSetAnchorCertificates(made, nil)
            #expect(!made.question.anchorsOnly)
            #expect(!SecTrustEvaluateWithError(made, nil))
        }

        @Test("the chain stops at the first anchor; setting another voids the answer")
        func chain() throws {
            let made = try made()
            SecTrustSetAnchorCertificates(made, [root.sec] as CFArray)
            #expect(SecTrustCopyCertificateChain(made) as? [SecCertificate] == [leaf.sec, middle.sec, root.sec])
            SecTrustSetAnchorCertificates(made, [middle.sec] as CFArray)
            #expect(SecTrustGetCertificateCount(made) == 2)
            #expect(SecTrustGetCertificateAtIndex(made, 1) == middle.sec)
            #expect(SecTrustGetCertificateAtIndex(made, 2) == nil)
            #expect(SecTrustGetCertificateAtIndex(made, -1) == nil)
        }

        @Test("the leaf and its key are there without an evaluation")
        func withoutEvaluation() throws {
            let made = try made()
            #expect(SecTrustGetCertificateAtIndex(made, 0) == leaf.sec)
            #expect(SecTrustCopyKey(made) == SecCertificateCopyKey(leaf.sec))
        }

        @Test("the old evaluation succeeds also for a chain that it refuses")
        func evaluate() throws {
            let made = try made()
            var result = SecTrustResultType.invalid
            #expect(SecTrustEvaluate(made, &result) == errSecSuccess)
            #expect(result == .recoverableTrustFailure)
        }

        @Test("the verify time is now until one is set, and stays")
        func verifyTime() throws {
            var trust: SecTrust?
            SecTrustCreateWithCertificates(leaf.sec, nil, &trust)
            let made = try #require(trust)
            let first = SecTrustGetVerifyTime(made)
            #expect(abs(first - Date().timeIntervalSinceReferenceDate) < 60)
            #expect(SecTrustGetVerifyTime(made) == first)
            SecTrustSetVerifyDate(made, Issuer.now)
            #expect(SecTrustGetVerifyTime(made) == Issuer.now.timeIntervalSinceReferenceDate)
        }

        @Test(
            "a date that no clock reaches is no crash",
            arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300)])
        func dates(date: Date) throws {
            let made = try made()
            SecTrustSetAnchorCertificates(made, [root.sec])
            SecTrustSetVerifyDate(made, date)
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(made, &error))
            #expect(error?.code == Int(errSecCertificateExpired))
        }

        @Test("many threads may evaluate and change one object")
        func threads() async throws {
            let made = try made()
            let root = root.sec
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<32 {
                    group.addTask {
                        if index.isMultiple(of: 4) { SecTrustSetAnchorCertificates(made, [root]) }
                        _ = SecTrustEvaluateWithError(made, nil)
                    }
                }
            }
            #expect(SecTrustEvaluateWithError(made, nil))
        }

        @Test("the asynchronous evaluation answers on the queue")
        func asynchronous() async throws {
            let made = try made()
            SecTrustSetAnchorCertificates(made, [root.sec])
            let isTrusted = await withCheckedContinuation { continuation in
                let queue = DispatchQueue(label: "evaluation")
                queue.async {
                    SecTrustEvaluateAsyncWithError(made, queue) { _, isTrusted, error in
                        dispatchPrecondition(condition: .onQueue(queue))
                        continuation.resume(returning: isTrusted && error == nil)
                    }
                }
            }
            #expect(isTrusted)
        }

        @Test("policies tell what they are")
        func policies() throws {
            let properties = try #require(SecPolicyCopyProperties(SecPolicyCreateSSL(true, "www.example.com")))
            #expect(properties[kSecPolicyOid] as? String == kSecPolicyAppleSSL)
            #expect(properties[kSecPolicyName] as? String == "www.example.com")
            #expect(properties[kSecPolicyClient] == nil)
            let client = try #require(SecPolicyCopyProperties(SecPolicyCreateSSL(false, nil)))
            #expect(client[kSecPolicyClient] as? Bool == true)
        }
    }
#endif
