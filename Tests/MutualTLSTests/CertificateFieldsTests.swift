// OpenSSL makes the certificates, and stands below PortableSecurity on Linux alone.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    /// Our own reader of certificates against OpenSSL's.
    @Suite("A certificate's fields")
    struct CertificateFieldsTests {
        static let now = Date(timeIntervalSince1970: 1_800_000_000)

        private func make(_ change: (inout CertificateBuilder) -> Void) throws -> X509Certificate {
            let key = try PrivateKey.generate(.ec(256))
            var builder = CertificateBuilder(
                subject: [("CN", "alice")], notBefore: Self.now, notAfter: Self.now + 60, serialNumber: Data([1]))
            change(&builder)
            return try builder.signed(publicKey: key.publicKey(), issuer: nil, key: key)
        }

        private func fields(_ certificate: X509Certificate) throws -> CertificateFields {
            try CertificateFields(try #require(SecCertificateCreateWithData(nil, certificate.der as CFData)))
        }

        /// Whether both readers say the same.
        private func compare(_ certificate: X509Certificate, _ fields: CertificateFields) {
            #expect(fields.der == certificate.der)
            #expect(fields.issuer == certificate.issuer.der && fields.subject == certificate.subject.der)
            #expect(fields.notBefore == certificate.notBefore && fields.notAfter == certificate.notAfter)
            #expect(fields.extendedKeyUsage == certificate.extendedKeyUsage)
            #expect(
                fields.keyUsageAllowsDigitalSignature == certificate.keyUsage.map { $0.contains(.digitalSignature) })
        }

        @Test(
            "dates in both of their types, at both ends of each",
            arguments: [
                -62_167_219_200, -17_987_443_200, -631_152_000, 0, 951_782_400, 1_719_792_000, 2_524_607_999,
                2_524_608_000, 4_107_542_400,
                253_402_300_799,
            ] as [TimeInterval])
        func dates(seconds: TimeInterval) throws {
            let certificate = try make {
                ($0.notBefore, $0.notAfter) = (
                    .init(timeIntervalSince1970: seconds), .init(timeIntervalSince1970: seconds)
                )
            }
            let read = try fields(certificate)
            #expect(read.notBefore.timeIntervalSince1970 == seconds)
            compare(certificate, read)
        }

        @Test(
            "a date that no calendar has is refused, and its neighbour is not",
            arguments: [
                ("20270229", "20280229"), ("21000229", "24000229"), ("20270431", "20270430"), ("20270001", "20270101"),
                ("20271301", "20271201"), ("20270100", "20270131"),
            ])
        func impossible(day: String, possible: String) throws {
            let der = try make { $0.notAfter = Date(timeIntervalSince1970: 4_102_444_800) }.der
            func read(_ time: String) throws -> CertificateFields? {
                let place = try #require(der.range(of: Data("21000101000000Z".utf8)))
                var changed = der
                changed.replaceSubrange(place, with: Data(time.utf8))
                return try? CertificateFields(SecCertificate(X509Certificate(der: changed)))
            }
            #expect(try read(possible + "235959Z") != nil)
            for time in [day + "000000Z", possible + "240000Z", possible + "006000Z", possible + "000060Z"] {
                #expect(try read(time) == nil, "\(time)")
            }
        }

        @Test("usages, there and not there, alone and together")
        func usages() throws {
            for usage in [
                nil, [ExtendedKeyUsage.clientAuth], ["1.2.840.113549.1.9.16", ExtendedKeyUsage.any, "2.999.1"],
            ] {
                for bits in [nil, KeyUsage.digitalSignature, .keyEncipherment, [.keyCertSign, .cRLSign]] {
                    let certificate = try make {
                        $0.extendedKeyUsage = usage ?? []
                        $0.keyUsage = bits
                    }
                    let read = try fields(certificate)
                    #expect(read.extendedKeyUsage == usage)
                    compare(certificate, read)
                }
            }
        }

        @Test("key identifiers tie a certificate to its issuer")
        func keyIdentifiers() throws {
            let key = try PrivateKey.generate(.ec(256))
            var builder = CertificateBuilder(
                subject: [("CN", "CA")], notBefore: Self.now, notAfter: Self.now, serialNumber: Data([1]))
            builder.authority = .init(pathLength: nil)
            let authority = try builder.signed(publicKey: key.publicKey(), issuer: nil, key: key)
            builder.authority = nil
            builder.subject = [("CN", "leaf")]
            let leaf = try builder.signed(
                publicKey: PrivateKey.generate(.ec(256)).publicKey(), issuer: authority, key: key)
            let (above, below) = (try fields(authority), try fields(leaf))
            #expect(above.subjectKeyIdentifier?.count == 20)
            #expect(below.authorityKeyIdentifier == above.subjectKeyIdentifier)
            #expect(below.subjectKeyIdentifier != above.subjectKeyIdentifier)
            #expect(below.issuer == above.subject && !below.isSelfIssued && above.isSelfIssued)
        }

        @Test("a certificate of version 1 has no extensions, and no problem", .needs(.openssl, cases: 1))
        func versionOne() throws {
            let openssl = try #require(Tool("openssl"))
            let folder = try TemporaryFolder()
            let key = try folder.write(PrivateKey.generate(.rsa(2048)).pem(), "key").path
            let request = try openssl.run(["req", "-new", "-key", key, "-subj", "/CN=old", "-out", folder.path("csr")])
            #expect(request.status == 0, "\(request)")
            let made = try openssl.run([
                "x509", "-req", "-in", folder.path("csr"), "-signkey", key, "-days", "1", "-outform", "DER", "-out",
                folder.path("old"),
            ])
            #expect(made.status == 0, "\(made)")
            let certificate = try X509Certificate(der: Data(contentsOf: folder.url("old")))
            #expect(certificate.version == 1)
            let read = try fields(certificate)
            compare(certificate, read)
            #expect(read.extendedKeyUsage == nil && read.keyUsageAllowsDigitalSignature == nil)
            #expect(IdentityProblem.refusals(of: read, at: certificate.notBefore).isEmpty)
        }

        @Test("with any byte changed, both readers agree or ours refuses")
        func mutations() throws {
            let der = try make {
                $0.extendedKeyUsage = [ExtendedKeyUsage.clientAuth]
                $0.keyUsage = [.digitalSignature]
                $0.notAfter = Date(timeIntervalSince1970: 2_600_000_000)
            }.der
            var read = 0
            for index in der.indices {
                for mask: UInt8 in [0x01, 0x10, 0xFF] {
                    var changed = der
                    changed[index] ^= mask
                    guard let certificate = try? X509Certificate(der: changed), !certificate.hasInvalidExtension,
                        let taken = SecCertificateCreateWithData(nil, changed as CFData),
                        let found = try? CertificateFields(taken)
                    else { continue }
                    read += 1
                    compare(certificate, found)
                }
            }
            #expect(read > der.count)
        }

        @Test(
            "problems are those of the moment and of the usages",
            arguments: [
                (-1, [], nil, [.notYetValid]), (0, [], nil, []), (60, [], nil, []), (61, [], nil, [.expired]),
                (0, [ExtendedKeyUsage.serverAuth], nil, [.noClientAuthUsage]),
                (0, [ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth], nil, []),
                (0, [ExtendedKeyUsage.any], nil, []),
                (0, ["1.2.3"], .keyEncipherment, [.noClientAuthUsage, .noDigitalSignatureUsage]),
                (0, [], .digitalSignature, []),
                (
                    61, [ExtendedKeyUsage.serverAuth], .keyEncipherment,
                    [.expired, .noClientAuthUsage, .noDigitalSignatureUsage]
                ),
            ] as [(TimeInterval, [String], KeyUsage?, [IdentityProblem.Code])])
        func problems(offset: TimeInterval, usages: [String], bits: KeyUsage?, codes: [IdentityProblem.Code]) throws {
            let certificate = try make {
                $0.extendedKeyUsage = usages
                $0.keyUsage = bits
            }
            let problems = try IdentityProblem.refusals(of: fields(certificate), at: Self.now + offset)
            #expect(problems.map(\.code) == codes)
            #expect(problems.allSatisfy { $0.message.hasPrefix("it") })
            if usages == ["1.2.3"] { #expect(problems.first?.message.contains("1.2.3") == true) }
        }
    }
#endif
