// The module is Apple's own elsewhere.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import Testing

    @testable import PortableSecurity

    @Suite struct SystemAnchorTests {
        /// A certificate of the machine's roots that is valid now.
        private static let root: X509Certificate? = {
            guard let text = try? String(contentsOfFile: "/etc/ssl/certs/ca-certificates.crt", encoding: .utf8) else {
                return nil
            }
            let now = Date()
            for block in text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst() {
                let body = block.components(separatedBy: "-----END").first ?? ""
                guard let der = Data(base64Encoded: body, options: .ignoreUnknownCharacters),
                    let certificate = try? X509Certificate(der: der), certificate.notBefore < now,
                    now < certificate.notAfter
                else { continue }
                return certificate
            }
            return nil
        }()

        @Test(
            "the machine's roots are trusted until the caller's anchors exclude them",
            .enabled(if: root != nil, "1 test is not run: the package ca-certificates is not installed"))
        func roots() throws {
            let certificate = SecCertificate(try #require(Self.root))
            var trust: SecTrust?
            SecTrustCreateWithCertificates(certificate, nil, &trust)
            let made = try #require(trust)
            #expect(SecTrustEvaluateWithError(made, nil))
            let other = try Issuer.root()
            SecTrustSetAnchorCertificates(made, [other.sec])
            var error: CFError?
            #expect(!SecTrustEvaluateWithError(made, &error))
            #expect(error?.code == Int(errSecNotTrusted))
            SecTrustSetAnchorCertificatesOnly(made, false)
            #expect(SecTrustEvaluateWithError(made, nil))
            SecTrustSetAnchorCertificates(made, nil)
            #expect(SecTrustEvaluateWithError(made, nil))
        }

        /// From a day of issue, with or without the server's usage, for some days.
        private func codes(issued: String, days: Double, usage: [String]) throws -> [OSStatus] {
            let start = try #require(ISO8601DateFormatter().date(from: issued + "T12:00:00Z"))
            let root = try Issuer.root()
            let leaf = try root.server {
                $0.notBefore = start
                $0.notAfter = start + days * Issuer.day
                $0.extendedKeyUsage = usage
            }
            return CertificateRules(
                chain: [leaf.certificate, root.certificate], isSystemAnchored: true,
                rule: .ssl(server: true, host: "server.example.com")
            ).faults.map(\.code)
        }

        @Test("under the machine's roots a server's certificate may live as long as its time allowed")
        func lifetimes() throws {
            let usage = [ExtendedKeyUsage.serverAuth]
            #expect(try codes(issued: "2018-02-01", days: 2000, usage: usage) == [])
            #expect(try codes(issued: "2018-04-01", days: 825, usage: usage) == [])
            #expect(
                try codes(issued: "2018-04-01", days: 826, usage: usage) == [errSecCertificateValidityPeriodTooLong])
            #expect(try codes(issued: "2020-10-01", days: 398, usage: usage) == [])
            #expect(
                try codes(issued: "2020-10-01", days: 399, usage: usage) == [errSecCertificateValidityPeriodTooLong])
        }

        @Test("under the machine's roots a server's certificate names its usage, however old it is")
        func usages() throws {
            for usage in [[], [ExtendedKeyUsage.any], [ExtendedKeyUsage.clientAuth]] {
                #expect(try codes(issued: "2018-01-01", days: 90, usage: usage) == [errSecInvalidExtendedKeyUsage])
            }
        }
    }
#endif
