// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    /// How a trust object behaves while it is set up, changed and asked.
    @Suite struct TrustBehaviourTests {
        let root: Issuer
        let middle: Issuer
        let leaf: Issuer

        init() throws {
            root = try Issuer.root()
            middle = try root.intermediate()
            leaf = try middle.server()
        }

        private func trust(_ others: [Issuer] = [], policy: SecPolicy = SecPolicyCreateBasicX509()) throws -> SecTrust {
            var trust: SecTrust?
            let chain = ([leaf] + others).map(\.sec)
            #expect(SecTrustCreateWithCertificates(chain as CFArray, policy, &trust) == errSecSuccess)
            let made = try #require(trust)
            SecTrustSetVerifyDate(made, Issuer.now as CFDate)
            return made
        }

        private func result(_ trust: SecTrust) -> SecTrustResultType {
            var result = SecTrustResultType.invalid
            #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
            return result
        }

        @Test("asking for the result evaluates, and each setter drops what was found")
        func setters() throws {
            let made = try trust([middle])
            #expect(result(made) == .recoverableTrustFailure)
            SecTrustSetAnchorCertificates(made, [root.sec] as CFArray)
            #expect(result(made) == .unspecified)
            SecTrustSetVerifyDate(made, Issuer.now + 200 * Issuer.day as CFDate)
            #expect(result(made) == .recoverableTrustFailure)
            SecTrustSetVerifyDate(made, Issuer.now as CFDate)
            #expect(result(made) == .unspecified)
            SecTrustSetPolicies(made, SecPolicyCreateSSL(true, "other.example.com"))
            #expect(result(made) == .recoverableTrustFailure)
            SecTrustSetPolicies(made, SecPolicyCreateSSL(true, "server.example.com"))
            #expect(result(made) == .unspecified)
            SecTrustSetAnchorCertificates(made, nil)
            #expect(result(made) == .recoverableTrustFailure)
        }

        @Test("a setter that refuses its argument leaves the answer and the settings")
        func refusedSetters() throws {
            let made = try trust([middle], policy: SecPolicyCreateSSL(true, "server.example.com"))
            SecTrustSetAnchorCertificates(made, [root.sec] as CFArray)
            #expect(result(made) == .unspecified)
            let refusals: [OSStatus] = [
                SecTrustSetPolicies(made, [] as CFArray), SecTrustSetPolicies(made, "policy"),
                SecTrustSetPolicies(made, [SecPolicyCreateBasicX509(), leaf.sec] as CFArray),
                SecTrustSetPolicies(made, NSNull()), SecTrustSetAnchorCertificates(made, ["root"] as CFArray),
                SecTrustSetAnchorCertificates(made, [leaf.sec, NSNull()] as CFArray),
            ]
            #expect(refusals.allSatisfy { $0 == errSecParam })
            var policies: CFArray?
            #expect(SecTrustCopyPolicies(made, &policies) == errSecSuccess)
            #expect(policies as? [SecPolicy] == [SecPolicyCreateSSL(true, "server.example.com")])
            #expect(result(made) == .unspecified)
        }

        @Test("policies must all be met, and the foremost fault is reported")
        func severalPolicies() throws {
            let made = try trust([middle])
            SecTrustSetAnchorCertificates(made, [root.sec] as CFArray)
            let good = SecPolicyCreateSSL(true, "server.example.com")
            let wrongName = SecPolicyCreateSSL(true, "other.example.com")
            let wrongUse = SecPolicyCreateSSL(false, nil)
            for (policies, code) in [
                ([good], nil), ([good, SecPolicyCreateBasicX509()], nil), ([good, wrongName], errSecHostNameMismatch),
                ([wrongName, good], errSecHostNameMismatch), ([good, wrongUse], errSecInvalidExtendedKeyUsage),
                ([wrongName, wrongUse], errSecInvalidExtendedKeyUsage),
            ] as [([SecPolicy], OSStatus?)] {
                #expect(SecTrustSetPolicies(made, policies as CFArray) == errSecSuccess)
                var error: CFError?
                #expect(SecTrustEvaluateWithError(made, &error) == (code == nil))
                #expect(error.map { OSStatus($0.code) } == code)
            }
        }

        @Test("a success clears the error that a failure left")
        func clearedError() throws {
            let made = try trust([middle])
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(made, &error) && error != nil)
            SecTrustSetAnchorCertificates(made, [root.sec] as CFArray)
            #expect(SecTrustEvaluateWithError(made, &error) && error == nil)
        }

        @Test("the chain goes leaf first whatever the order of the rest, and is partial where it must be")
        func chainOrder() throws {
            func chain(_ others: [Issuer], _ anchors: [Issuer]) throws -> [SecCertificate]? {
                let made = try trust(others)
                SecTrustSetAnchorCertificates(made, anchors.map(\.sec) as CFArray)
                let chain = SecTrustCopyCertificateChain(made) as? [SecCertificate]
                #expect(SecTrustGetCertificateCount(made) == chain?.count)
                for index in 0..<(chain?.count ?? 0) {
                    #expect(SecTrustGetCertificateAtIndex(made, index) == chain?[index])
                }
                return chain
            }
            let stranger = try Issuer.root("Stranger")
            let full = [leaf, middle, root].map(\.sec)
            #expect(try chain([middle, root], [root]) == full)
            #expect(try chain([root, stranger, middle, middle], [root]) == full)
            #expect(try chain([middle], [root, stranger]) == full)
            #expect(try chain([], [middle, root]) == Array(full.prefix(2)))
            #expect(try chain([middle, root], [leaf]) == [leaf.sec])
            #expect(try chain([], [root]) == [leaf.sec])
            #expect(try chain([middle], []) == Array(full.prefix(2)))
            #expect(try chain([stranger], []) == [leaf.sec])
        }

        @Test("an anchor's own limits still bind those below it")
        func anchorLimits() throws {
            let narrow = try Issuer.root("Narrow", pathLength: 0)
            let below = try narrow.intermediate()
            let server = try below.server()
            var made: SecTrust?
            SecTrustCreateWithCertificates([server.sec, below.sec] as CFArray, nil, &made)
            let trust = try #require(made)
            SecTrustSetVerifyDate(trust, Issuer.now as CFDate)
            SecTrustSetAnchorCertificates(trust, [narrow.sec] as CFArray)
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(trust, &error))
            #expect(error?.code == Int(errSecPathLengthConstraintExceeded))
            // The one below is as good an anchor, and nothing above it is looked at.
            SecTrustSetAnchorCertificates(trust, [below.sec] as CFArray)
            #expect(SecTrustEvaluateWithError(trust, nil))
        }

        @Test("the asynchronous verdict is that of the object as it is when the queue comes to it, once")
        func asynchronous() async throws {
            let made = try trust([middle])
            let queue = DispatchQueue(label: "evaluation")
            let calls = LockedBox<[String]>([])
            queue.suspend()
            let status = SecTrustEvaluateAsyncWithError(made, queue) { trust, isTrusted, error in
                dispatchPrecondition(condition: .onQueue(queue))
                calls.withLock { $0.append("\(trust === made) \(isTrusted) \(error == nil)") }
            }
            #expect(status == errSecSuccess)
            SecTrustSetAnchorCertificates(made, [root.sec] as CFArray)
            #expect(calls.withLock { $0.isEmpty })
            queue.resume()
            await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
            #expect(calls.withLock { $0 } == ["true true true"])
        }

        @Test("a hundred tasks evaluate while others change the object, and its last state is what counts")
        func concurrency() async throws {
            let made = try trust([middle])
            let (good, bad) = (root.sec, try Issuer.root("Other").sec)
            let allowed: Set<OSStatus> = [errSecCreateChainFailed, errSecNotTrusted, errSecCertificateExpired]
            let strange = await withTaskGroup(of: OSStatus?.self) { group in
                for index in 0..<100 {
                    group.addTask {
                        switch index % 5 {
                        case 0: SecTrustSetAnchorCertificates(made, [index % 2 == 0 ? good : bad] as CFArray)
                        case 1:
                            let offset = index % 2 == 0 ? 0 : 999 * Issuer.day
                            SecTrustSetVerifyDate(made, Issuer.now + offset as CFDate)
                        case 2:
                            let chain = SecTrustCopyCertificateChain(made)
                            return (1...3).contains(chain?.count ?? 0) ? nil : -1
                        default:
                            var error: CFError?
                            let isTrusted = SecTrustEvaluateWithError(made, &error)
                            if isTrusted != (error == nil) { return -2 }
                            return error.map { OSStatus($0.code) }
                        }
                        return nil
                    }
                }
                return await group.reduce(into: Set<OSStatus>()) { if let code = $1 { $0.insert(code) } }
            }
            #expect(strange.isSubset(of: allowed), "\(strange)")
            SecTrustSetVerifyDate(made, Issuer.now as CFDate)
            SecTrustSetAnchorCertificates(made, [good] as CFArray)
            #expect(result(made) == .unspecified)
        }

        @Test("every code that a trust evaluation or a call returns has words of its own")
        func messages() {
            let codes: [OSStatus] = [
                errSecSuccess, errSecUnimplemented, errSecParam, errSecAllocate, errSecUserCanceled,
                errSecMissingEntitlement, errSecNotAvailable, errSecAuthFailed, errSecDuplicateItem,
                errSecItemNotFound, errSecNoSuchAttr, errSecInvalidItemRef, errSecNoSuchClass,
                errSecInteractionNotAllowed, errSecKeySizeNotAllowed, errSecCreateChainFailed,
                errSecPkcs12VerifyFailure, errSecDecode, errSecInternal, errSecHostNameMismatch,
                errSecUnknownCriticalExtensionFlag, errSecNoBasicConstraints, errSecNoBasicConstraintsCA,
                errSecInvalidKeyUsageForPolicy, errSecInvalidExtendedKeyUsage, errSecInvalidIDLinkage,
                errSecPathLengthConstraintExceeded, errSecUnknownCertExtension, errSecIncompleteCertRevocationCheck,
                errSecTrustSettingDeny, errSecInvalidSubjectName, errSecInvalidName, errSecUnsupportedKeySize,
                errSecVerifyFailed, errSecInvalidDigestAlgorithm, errSecCertificateExpired, errSecCertificateRevoked,
                errSecNotTrusted, errSecCertificateValidityPeriodTooLong, errSecCertificateDuplicateExtension,
            ]
            let texts = codes.compactMap { SecCopyErrorMessageString($0, nil) as String? }
            #expect(Set(codes).count == codes.count && Set(texts).count == codes.count)
            #expect(texts.allSatisfy { $0.hasSuffix(".") && !$0.hasPrefix("OSStatus") })
            for code in [OSStatus.min, .max, 1, -51] {
                #expect(SecCopyErrorMessageString(code, nil) as String? == "OSStatus \(code)")
            }
        }

        @Test("a name with a NUL is no address, and no name")
        func nul() {
            let address: [X509Certificate.AlternativeName] = [.ip(Data([10, 0, 0, 1])), .dns("10.0.0.1")]
            for host in ["10.0.0.1\0.evil.example", "10.0.0.1\0", "[10.0.0.1\0]", "\0"] {
                #expect(!HostName(host).matches(address), "\(host)")
            }
            #expect(!HostName("a.example\0").matches([.dns("a.example"), .dns("a.example\0")]))
            #expect(!HostName("::1\0").matches([.ip(Data(count: 15) + [1])]))
        }
    }
#endif
