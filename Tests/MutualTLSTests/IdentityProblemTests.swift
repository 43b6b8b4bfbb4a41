// OpenSSL makes the certificates, and stands below PortableSecurity on Linux alone.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    /// What servers and phones hold against an identity, and its words.
    @Suite("Problems of an identity")
    struct IdentityProblemTests {
        typealias W = DERWriter
        typealias Code = IdentityProblem.Code

        private func problems(
            _ leaf: OddCertificate, _ intermediates: [OddCertificate] = [], at date: Date = Made.now
        ) throws -> [IdentityProblem] {
            let path = try [leaf.fields()] + intermediates.map { try $0.fields() }
            let problems = IdentityProblem.refusals(of: path[0], at: date) + IdentityProblem.advice(on: path, at: date)
            #expect(problems.allSatisfy { $0.message.hasPrefix("it") && !$0.message.hasSuffix(".") })
            return problems
        }

        /// A leaf right below a root, which has nothing against it.
        private static let good: OddCertificate = {
            var good = OddCertificate()
            good.extensions = [OddCertificate.authority(good.issuer)]
            return good
        }()

        static let keyRows: [(key: Data, name: String, codes: [Code])] = [
            (OddCertificate.rsa(1024), "RSA 1024", [.weakKey]), (OddCertificate.rsa(2047), "RSA 2047", [.weakKey]),
            (OddCertificate.rsa(2048), "RSA 2048", []), (OddCertificate.rsa(4099), "RSA 4099", []),
            (OddCertificate.rsa(2048, "1.2.840.113549.1.1.10"), "RSA-PSS 2048", [.keyUnknownToApple]),
            (OddCertificate.rsa(1024, "1.2.840.113549.1.1.10"), "RSA-PSS 1024", [.weakKey, .keyUnknownToApple]),
            (OddCertificate.ec("1.2.840.10045.3.1.7"), "EC P-256", []),
            (OddCertificate.ec("1.3.132.0.34"), "EC P-384", []),
            (OddCertificate.ec("1.3.132.0.35"), "EC P-521", []),
            (OddCertificate.ec("1.3.132.0.33"), "EC P-224", [.keyUnknownToApple]),
            (OddCertificate.ec("1.2.840.10045.3.1.1"), "EC P-192", [.weakKey, .keyUnknownToApple]),
            (OddCertificate.ec("1.3.132.0.8"), "EC secp160r1", [.keyNotForTLS, .weakKey, .keyUnknownToApple]),
            (OddCertificate.ec("1.3.36.3.3.2.8.1.1.7"), "EC brainpoolP256r1", [.keyUnknownToApple]),
            (OddCertificate.ec("1.2.3"), "EC 1.2.3", [.keyNotForTLS, .keyUnknownToApple]),
            (
                OddCertificate.key(W.sequence(W.oid("1.2.840.10045.2.1"), W.sequence(W.integer(1)))),
                "EC with parameters of its own", [.keyNotForTLS, .keyUnknownToApple]
            ),
            (OddCertificate.key(W.sequence(W.oid("1.3.101.112"))), "Ed25519", [.keyUnknownToApple]),
            (OddCertificate.key(W.sequence(W.oid("1.3.101.113"))), "Ed448", [.keyUnknownToApple]),
            (OddCertificate.key(W.sequence(W.oid("1.3.101.110"))), "X25519", [.keyNotForTLS, .keyUnknownToApple]),
            (
                OddCertificate.key(W.sequence(W.oid("1.2.840.10040.4.1"))), "DSA", [.keyNotForTLS, .keyUnknownToApple]
            ),
            (OddCertificate.key(W.sequence(W.oid("1.2.3.4"))), "1.2.3.4", [.keyNotForTLS, .keyUnknownToApple]),
        ]

        @Test("a key is judged by its kind and its size, and named", arguments: keyRows)
        func keys(key: Data, name: String, codes: [Code]) throws {
            var leaf = Self.good
            leaf.publicKey = key
            #expect(try leaf.fields().publicKey.name == name)
            let problems = try problems(leaf)
            #expect(problems.map(\.code) == codes)
            #expect(problems.allSatisfy { $0.message.contains("its key, \(name), ") })
        }

        /// RSASSA-PSS-params (RFC 8017, A.2.3).
        private static func pss(_ parameters: Data...) -> Data {
            W.value(0x30, [W.oid("1.2.840.113549.1.1.10")] + parameters)
        }

        static let digestRows: [(algorithm: Data, digest: String?)] = [
            (W.sequence(W.oid("1.2.840.113549.1.1.2"), W.null), "MD2"),
            (W.sequence(W.oid("1.2.840.113549.1.1.3"), W.null), "MD4"),
            (W.sequence(W.oid("1.2.840.113549.1.1.4"), W.null), "MD5"),
            (W.sequence(W.oid("1.2.840.113549.1.1.5"), W.null), "SHA-1"),
            (W.sequence(W.oid("1.3.14.3.2.29"), W.null), "SHA-1"), (W.sequence(W.oid("1.2.840.10045.4.1")), "SHA-1"),
            (W.sequence(W.oid("1.2.840.10040.4.3")), "SHA-1"),
            (W.sequence(W.oid("1.2.840.113549.1.1.11"), W.null), nil), (OddCertificate.ecdsaWithSHA256, nil),
            (W.sequence(W.oid("1.3.101.112")), nil), (W.sequence(W.oid("1.2.3")), nil),
            // SHA-1 is what RSA-PSS means where it names none.
            (pss(W.sequence()), "SHA-1"), (pss(), "SHA-1"), (pss(W.sequence(W.explicit(2, W.integer(20)))), "SHA-1"),
            (pss(W.sequence(W.explicit(0, W.sequence(W.oid("1.3.14.3.2.26"), W.null)))), "SHA-1"),
            (pss(W.sequence(W.explicit(0, W.sequence(W.oid("1.2.840.113549.2.5"), W.null)))), "MD5"),
            (pss(W.sequence(W.explicit(0, W.sequence(W.oid("2.16.840.1.101.3.4.2.1"), W.null)))), nil),
        ]

        @Test("a signature over a broken digest is told of leaf and intermediates, of roots not", arguments: digestRows)
        func digests(algorithm: Data, digest: String?) throws {
            var leaf = Self.good
            leaf.signatureAlgorithm = algorithm
            #expect(try leaf.fields().weakDigest == digest)
            let own = try problems(leaf)
            #expect(own.map(\.code) == (digest == nil ? [] : [.weakDigest]))
            if let digest { #expect(own.first?.message == "it is signed with \(digest), which many servers refuse") }
            leaf.signatureAlgorithm = OddCertificate.ecdsaWithSHA256
            var above = Self.good
            (above.subject, above.issuer) = (leaf.issuer, OddCertificate.name("Root"))
            (above.signatureAlgorithm, above.extensions) = (algorithm, [OddCertificate.authority(above.issuer)])
            let others = try problems(leaf, [above])
            #expect(others.map(\.code) == (digest == nil ? [] : [.weakDigest]))
            #expect(others.allSatisfy { $0.message.hasPrefix("its intermediate \"CA\" is signed with ") })
            leaf.signatureAlgorithm = algorithm
            leaf.subject = leaf.issuer
            #expect(try problems(leaf).isEmpty, "nobody asks for the signature of what stands for itself")
        }

        static let dayRows: [(left: TimeInterval, code: Code?, words: String)] = [
            (31 * 86_400, nil, ""), (30 * 86_400, nil, ""),
            (30 * 86_400 - 1, .expiresSoon, "it expires within 30 days, on"),
            (2 * 86_400, .expiresSoon, "it expires within 2 days, on"),
            (2 * 86_400 - 1, .expiresSoon, "it expires within 2 days, on"),
            (86_400, .expiresSoon, "it expires within a day, on"),
            (86_399, .expiresSoon, "it expires within a day, on"), (0, .expiresSoon, "it expires within a day, on"),
            (-0.5, .expired, "it expired on"), (-1, .expired, "it expired on"),
            (365 * 86_400, nil, ""), (365 * 86_400 + 1, .notYetValid, "it is valid only from 2027-01-15 on"),
        ]

        @Test("what expires is told from 30 days before, to the second", arguments: dayRows)
        func dates(left: TimeInterval, code: Code?, words: String) throws {
            let problems = try problems(Self.good, at: Self.good.notAfter - left)
            #expect(problems.map(\.code) == (code.map { [$0] } ?? []))
            #expect(problems.first.map { $0.message.hasPrefix(words) } ?? true, "\(problems)")
            #expect(problems.first?.code == .notYetValid || problems.allSatisfy { $0.message.contains("2028-01-15") })
        }

        @Test("an intermediate expires for itself, to the second, and is named")
        func intermediateExpired() throws {
            var lower = Self.good
            (lower.subject, lower.issuer) = (lower.issuer, OddCertificate.name("Upper"))
            lower.notAfter = Made.now + 86_400
            var upper = lower
            (upper.subject, upper.issuer) = (lower.issuer, OddCertificate.name("Root"))
            upper.extensions = [OddCertificate.authority(upper.issuer)]
            upper.notAfter = Made.now + 86_401
            func messages(_ seconds: TimeInterval) throws -> [String] {
                let problems = try problems(Self.good, [lower, upper], at: Made.now + seconds)
                #expect(problems.allSatisfy { $0.code == .intermediateExpired && !$0.isBlocking })
                return problems.map(\.message)
            }
            let (ofLower, ofUpper) = (
                "its intermediate \"CA\" expired on 2027-01-16", "its intermediate \"Upper\" expired on 2027-01-16"
            )
            #expect(try messages(86_400).isEmpty)
            #expect(try messages(86_401) == [ofLower])
            #expect(try messages(86_402) == [ofLower, ofUpper])
        }

        /// Where a chain ends: the extensions of its last certificate, and how sure it is that something is missing.
        struct End: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let last: @Sendable (inout OddCertificate) -> Void
            /// Of a leaf alone, then of an intermediate; nil for nothing.
            let words: (leaf: String?, intermediate: String?)
        }

        private static let doubt = "unless that is the root that servers know, add it"
        private static let certainty = "its chain ends below the intermediate \"CA\", which is not in the file; add it"

        static let ends = [
            End(testDescription: "no authority key identifier", last: { $0.extensions = [] }, words: (doubt, nil)),
            End(
                testDescription: "one with the key alone",
                last: { $0.extensions = [("2.5.29.35", W.sequence(W.value(0x80, Data([1]))))] }, words: (doubt, nil)),
            End(
                testDescription: "one that says that the issuer is a root",
                last: { $0.extensions = [OddCertificate.authority($0.issuer)] }, words: (nil, nil)),
            End(
                testDescription: "one that says that the issuer has an issuer",
                last: { $0.extensions = [OddCertificate.authority(OddCertificate.name("Root"))] },
                words: (certainty, certainty)),
            End(
                testDescription: "one whose issuer is no directory name",
                last: {
                    let host = W.value(0x82, Data("a.example".utf8))
                    $0.extensions = [("2.5.29.35", W.sequence(W.explicit(1, host), W.value(0x82, Data([1]))))]
                }, words: (doubt, nil)),
            End(testDescription: "self-issued", last: { $0.subject = $0.issuer }, words: (nil, nil)),
            End(
                testDescription: "an issuer without a name",
                last: { $0.issuer = W.sequence() },
                words: ("its issuer without a name is not in the file; \(doubt)", nil)),
        ]

        @Test("a missing intermediate is certain, doubtful or none, by what the last certificate says", arguments: ends)
        func intermediateMissing(_ end: End) throws {
            var last = OddCertificate()
            end.last(&last)
            func check(_ problems: [IdentityProblem], _ words: String?) {
                #expect(problems.map(\.code) == (words == nil ? [] : [.intermediateMissing]))
                #expect(problems.first?.message.hasSuffix(words ?? "") ?? true, "\(problems)")
            }
            check(try problems(last), end.words.leaf)
            var leaf = Self.good
            (leaf.issuer, leaf.extensions) = (last.subject, [])
            leaf.subject = OddCertificate.name("leaf")
            check(try problems(leaf, [last]), end.words.intermediate)
        }

        @Test("problems of an identity come worst first, and only what every server refuses is blocking")
        func order() throws {
            let key = try PrivateKey.generate(.ed25519)
            let root = try Made("Root", isCA: true)
            let issued = try Made("alice", by: root, key: key) {
                $0.extendedKeyUsage = [ExtendedKeyUsage.serverAuth]
                $0.keyUsage = .keyEncipherment
            }
            let bags = [
                PKCS12Builder.bag(1, try key.pkcs8(), attributes: Made.attributes("1", nil)), issued.bag(),
                root.bag(id: "1"),
            ]
            let identity = try ClientIdentity(pkcs12: PKCS12Builder.plain(bags), password: nil)
            func codes(_ seconds: TimeInterval) -> [Code] { identity.problems(at: Made.now + seconds).map(\.code) }
            let usages: [Code] = [.noClientAuthUsage, .noDigitalSignatureUsage]
            let rest: [Code] = [.intermediateMissing, .keyUnknownToApple, .duplicateLocalKeyID, .rootIncluded]
            #expect(codes(0) == usages + rest)
            #expect(codes(-1) == [.notYetValid] + usages + rest)
            #expect(codes(340 * 86_400) == usages + [.expiresSoon] + rest)
            #expect(codes(366 * 86_400) == [.expired] + usages + rest)
            let blocking = identity.problems(at: Made.now - 1).filter(\.isBlocking)
            #expect(blocking.map(\.code) == [.notYetValid] + usages)
            #expect(identity.problems(at: Made.now).map(\.message).contains { $0.contains("the root \"Root\" too") })
        }
    }
#endif
