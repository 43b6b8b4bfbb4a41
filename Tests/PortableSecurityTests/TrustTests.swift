// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    @Suite struct TrustTests {
        private static let server = SecPolicyCreateSSL(true, "server.example.com")
        private static let client = SecPolicyCreateSSL(false, nil)

        private static func trust(
            _ leaf: Issuer, _ others: [Issuer] = [], anchors: [Issuer], _ policy: SecPolicy = server,
            at date: Date = Issuer.now
        ) throws -> SecTrust {
            var trust: SecTrust?
            let chain = ([leaf] + others).map(\.sec)
            #expect(SecTrustCreateWithCertificates(chain as CFArray, policy, &trust) == errSecSuccess)
            let made = try #require(trust)
            SecTrustSetAnchorCertificates(made, anchors.map(\.sec) as CFArray)
            SecTrustSetVerifyDate(made, date as CFDate)
            return made
        }

        /// One chain and what Apple says to it.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            /// nil: trusted.
            let code: OSStatus?
            let isFatal: Bool
            let trust: @Sendable () throws -> SecTrust

            init(
                _ description: String, _ code: OSStatus?, isFatal: Bool = false,
                _ trust: @escaping @Sendable () throws -> SecTrust
            ) {
                (testDescription, self.code, self.isFatal, self.trust) = (description, code, isFatal, trust)
            }
        }

        static let cases: [Case] = [
            Case("leaf under root", nil) {
                let root = try Issuer.root()
                return try trust(root.server(), anchors: [root])
            },
            Case("leaf, intermediate, root", nil) {
                let root = try Issuer.root()
                let middle = try root.intermediate()
                return try trust(middle.server(), [middle], anchors: [root])
            },
            Case("the intermediate is the anchor", nil) {
                let middle = try Issuer.root().intermediate()
                return try trust(middle.server(), anchors: [middle])
            },
            Case("the leaf is the anchor", nil) {
                let leaf = try Issuer.root().server()
                return try trust(leaf, anchors: [leaf])
            },
            Case("missing intermediate", errSecCreateChainFailed) {
                let root = try Issuer.root()
                return try trust(root.intermediate().server(), anchors: [root])
            },
            Case("self-signed and no anchor", errSecNotTrusted) {
                let leaf = try Issuer.root { $0.alternativeNames = [.dns("server.example.com")] }
                return try trust(leaf, anchors: [], client)
            },
            Case("another root of the same name", errSecCreateChainFailed) {
                try trust(Issuer.root().server(), anchors: [Issuer.root()])
            },
            Case("another root, sent along", errSecNotTrusted) {
                let root = try Issuer.root("Other")
                return try trust(root.server(), [root], anchors: [Issuer.root()])
            },
            Case("another host", errSecHostNameMismatch) {
                let root = try Issuer.root()
                return try trust(root.server { $0.alternativeNames = [.dns("other.example.com")] }, anchors: [root])
            },
            Case("the host only as common name", errSecHostNameMismatch) {
                let root = try Issuer.root()
                let leaf = try root.server {
                    $0.subject = [("CN", "server.example.com")]
                    $0.alternativeNames = []
                }
                return try trust(leaf, anchors: [root])
            },
            Case("expired", errSecCertificateExpired) {
                let root = try Issuer.root { $0.notAfter = Issuer.now + 9999 * Issuer.day }
                return try trust(root.server(), anchors: [root], at: Issuer.now + 100 * Issuer.day)
            },
            Case("not yet valid", errSecCertificateExpired) {
                let root = try Issuer.root { $0.notBefore = Issuer.now - 9999 * Issuer.day }
                return try trust(root.server(), anchors: [root], at: Issuer.now - 2 * Issuer.day)
            },
            Case("expired root", errSecCertificateExpired) {
                let root = try Issuer.root { $0.notAfter = Issuer.now - 60 }
                return try trust(root.server(), anchors: [root])
            },
            Case("expired, and for another host: the host is reported", errSecHostNameMismatch) {
                let root = try Issuer.root()
                let leaf = try root.server { $0.alternativeNames = [.dns("other.example.com")] }
                return try trust(leaf, anchors: [root], at: Issuer.now + 100 * Issuer.day)
            },
            Case("untrusted, and for another host: the trust is reported", errSecCreateChainFailed) {
                let leaf = try Issuer.root().server { $0.alternativeNames = [.dns("other.example.com")] }
                return try trust(leaf, anchors: [])
            },
            Case("clientAuth only, as a server", errSecInvalidExtendedKeyUsage) {
                let root = try Issuer.root()
                return try trust(root.server { $0.extendedKeyUsage = [ExtendedKeyUsage.clientAuth] }, anchors: [root])
            },
            Case("no usage, as a server", errSecInvalidExtendedKeyUsage) {
                let root = try Issuer.root()
                return try trust(root.server { $0.extendedKeyUsage = [] }, anchors: [root])
            },
            Case("no usage, as a client", nil) {
                let root = try Issuer.root()
                return try trust(root.server { $0.extendedKeyUsage = [] }, anchors: [root], client)
            },
            Case("serverAuth only, as a client", errSecInvalidExtendedKeyUsage) {
                let root = try Issuer.root()
                return try trust(root.server(), anchors: [root], client)
            },
            Case("serverAuth only, for the basic policy", nil) {
                let root = try Issuer.root()
                return try trust(root.server(), anchors: [root], SecPolicyCreateBasicX509())
            },
            Case("an intermediate for something else", errSecInvalidExtendedKeyUsage) {
                let root = try Issuer.root()
                let middle = try root.intermediate { $0.extendedKeyUsage = ["1.3.6.1.5.5.7.3.4"] }
                return try trust(middle.server(), [middle], anchors: [root])
            },
            Case("an intermediate that is no CA", errSecNoBasicConstraintsCA) {
                let root = try Issuer.root()
                let middle = try root.intermediate { $0.authority = nil }
                return try trust(middle.server(), [middle], anchors: [root])
            },
            Case("an intermediate that may not sign", errSecInvalidKeyUsageForPolicy) {
                let root = try Issuer.root()
                let middle = try root.intermediate { $0.keyUsage = [.digitalSignature] }
                return try trust(middle.server(), [middle], anchors: [root])
            },
            Case("more intermediates than the root allows", errSecPathLengthConstraintExceeded) {
                let root = try Issuer.root(pathLength: 0)
                let middle = try root.intermediate()
                return try trust(middle.server(), [middle], anchors: [root])
            },
            Case("RSA of 1024 bits, as a server", errSecUnsupportedKeySize) {
                let root = try Issuer.root()
                return try trust(root.server(kind: .rsa(1024)), anchors: [root])
            },
            Case("RSA of 1024 bits, for the basic policy", nil) {
                let root = try Issuer.root()
                return try trust(root.server(kind: .rsa(1024)), anchors: [root], SecPolicyCreateBasicX509())
            },
            Case("RSA of 768 bits", errSecUnsupportedKeySize, isFatal: true) {
                let root = try Issuer.root()
                return try trust(root.server(kind: .rsa(768)), anchors: [root], SecPolicyCreateBasicX509())
            },
            Case("SHA-1, as a server", errSecInvalidDigestAlgorithm) {
                let root = try Issuer.root()
                return try trust(root.server { $0.signatureHash = .sha1 }, anchors: [root])
            },
            Case("SHA-1, for the basic policy", nil) {
                let root = try Issuer.root()
                return try trust(root.server { $0.signatureHash = .sha1 }, anchors: [root], SecPolicyCreateBasicX509())
            },
            Case("SHA-1 on the root itself", nil) {
                let root = try Issuer.root { $0.signatureHash = .sha1 }
                return try trust(root.server(), anchors: [root])
            },
            Case("signed with Ed25519", errSecNotTrusted) {
                let root = try Issuer.root(kind: .ed25519)
                return try trust(root.server(), anchors: [root])
            },
            Case("825 days", nil) {
                let root = try Issuer.root()
                return try trust(root.server { $0.notAfter = $0.notBefore + 825 * Issuer.day }, anchors: [root])
            },
            Case("826 days", errSecCertificateValidityPeriodTooLong) {
                let root = try Issuer.root()
                return try trust(root.server { $0.notAfter = $0.notBefore + 826 * Issuer.day }, anchors: [root])
            },
            Case("826 days, as a client", nil) {
                let root = try Issuer.root()
                let leaf = try root.server {
                    $0.notAfter = $0.notBefore + 826 * Issuer.day
                    $0.extendedKeyUsage = []
                }
                return try trust(leaf, anchors: [root], client)
            },
        ]

        @Test("a chain gets Apple's verdict", arguments: cases)
        func verdict(_ example: Case) throws {
            let trust = try example.trust()
            var error: CFError?
            #expect(SecTrustEvaluateWithError(trust, &error) == (example.code == nil))
            #expect(error.map { OSStatus($0.code) } == example.code, "\(error?.localizedDescription ?? "trusted")")
            var result = SecTrustResultType.invalid
            #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
            let expected: SecTrustResultType =
                example.code == nil ? .unspecified : example.isFatal ? .fatalTrustFailure : .recoverableTrustFailure
            #expect(result == expected)
        }

        @Test("the error names the certificate and the fault, and carries the details")
        func error() throws {
            let root = try Issuer.root()
            let trust = try Self.trust(
                root.server { $0.alternativeNames = [.dns("other.example.com")] }, anchors: [root])
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(trust, &error))
            let found = try #require(error)
            #expect(found.domain == NSOSStatusErrorDomain)
            #expect(
                found.localizedDescription
                    == "The certificate \"server\" is not for \"server.example.com\": it is for other.example.com.")
            let underlying = try #require(found.userInfo[NSUnderlyingErrorKey] as? NSError)
            #expect(underlying.code == found.code)
        }

        @Test("of two roots with one name and no key identifiers, the signature picks")
        func sameName() throws {
            let (first, second) = (try Issuer.root("Twin"), try Issuer.root("Twin"))
            let trust = try Self.trust(second.server(), anchors: [first, second])
            #expect(SecTrustEvaluateWithError(trust, nil))
            #expect(
                SecTrustCopyCertificateChain(trust) as? [SecCertificate] == [
                    trust.question.certificates[0], second.sec,
                ])
        }
    }
#endif
