// OpenSSL makes the certificates, and stands below PortableSecurity on Linux alone.
#if canImport(FoundationNetworking)
    import Foundation
    import MutualTLSOpenSSL
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("The chain that goes out")
    struct IntermediateChainTests {
        private struct Issuer {
            let certificate: X509Certificate
            let key: PrivateKey
            var sec: SecCertificate { SecCertificate(certificate) }

            init(_ name: String, by issuer: Issuer? = nil, key: PrivateKey? = nil, days: Double = 1) throws {
                self.key = try key ?? .generate(.ec(256))
                var builder = CertificateBuilder(
                    subject: [("CN", name)], notBefore: Date(), notAfter: Date(timeIntervalSinceNow: days * 86_400),
                    serialNumber: try CertificateBuilder.randomSerialNumber())
                builder.authority = .init(pathLength: nil)
                certificate = try builder.signed(
                    publicKey: self.key.publicKey(), issuer: issuer?.certificate, key: issuer?.key ?? self.key)
            }
        }

        private func ordered(_ leaf: Issuer, _ candidates: [Issuer]) -> [X509Certificate] {
            IntermediateChain.ordered(from: leaf.sec, candidates: candidates.map(\.sec)).map(\.x509)
        }

        @Test("every order of the candidates gives the same chain")
        func permutations() throws {
            let root = try Issuer("Root")
            let upper = try Issuer("Upper", by: root)
            let middle = try Issuer("Middle", by: upper)
            let lower = try Issuer("Lower", by: middle)
            let leaf = try Issuer("leaf", by: lower)
            let stranger = try Issuer("Stranger", by: Issuer("Elsewhere"))
            let expected = [lower, middle, upper].map(\.certificate)
            for _ in 0..<20 {
                let candidates = [root, upper, middle, lower, leaf, stranger, lower, upper].shuffled()
                #expect(ordered(leaf, candidates) == expected)
            }
            #expect(ordered(leaf, [upper, middle]).isEmpty, "a gap ends it: nothing that doesn't follow is sent")
            #expect(ordered(leaf, [lower, upper]) == [lower.certificate])
            #expect(ordered(leaf, []).isEmpty)
            #expect(ordered(root, [root, upper, leaf]).isEmpty)
        }

        @Test("of CAs with one name the one whose key is named goes out, wherever it stands")
        func twins() throws {
            let root = try Issuer("Root")
            let twins = try (0..<3).map { _ in try Issuer("Twin", by: root) }
            for twin in twins {
                let leaf = try Issuer("leaf", by: twin)
                #expect(ordered(leaf, twins) == [twin.certificate])
                #expect(ordered(leaf, twins.reversed()) == [twin.certificate])
            }
        }

        @Test("a root that another one certifies goes out in that form, and not as a root")
        func crossSigned() throws {
            let key = try PrivateKey.generate(.ec(256))
            let (old, new) = (try Issuer("Old Root"), try Issuer("New Root", key: key))
            let bridge = try Issuer("New Root", by: old, key: key)
            let leaf = try Issuer("leaf", by: new)
            #expect(ordered(leaf, [new, bridge, old]) == [bridge.certificate])
            #expect(ordered(leaf, [new]).isEmpty)
        }

        @Test("a CA that went over to a new key and certified itself with the old one is sent, and is no root")
        func rollover() throws {
            let (oldKey, newKey) = (try PrivateKey.generate(.ec(256)), try PrivateKey.generate(.ec(256)))
            let old = try Issuer("Corp CA", key: oldKey)
            let new = try Issuer("Corp CA", by: old, key: newKey)
            let leaf = try Issuer("leaf", by: new)
            #expect(ordered(leaf, [old, new]) == [new.certificate])
            #expect(ordered(leaf, [new]) == [new.certificate])
            let roots = IntermediateChain.roots(of: new.sec, candidates: [old.sec, new.sec])
            #expect(roots == [old.sec])
        }

        @Test("CAs that certify each other come to an end, each certificate once")
        func circle() throws {
            let (keyA, keyB) = (try PrivateKey.generate(.ec(256)), try PrivateKey.generate(.ec(256)))
            let (rootA, rootB) = (try Issuer("A", key: keyA), try Issuer("B", key: keyB))
            let crossA = try Issuer("A", by: rootB, key: keyA)
            let crossB = try Issuer("B", by: rootA, key: keyB)
            let leaf = try Issuer("leaf", by: rootA)
            #expect(ordered(leaf, [crossB, crossA]) == [crossA.certificate, crossB.certificate])
            let many = ordered(leaf, [crossA, crossB, crossA, crossB])
            #expect(Set(many).count == many.count, "a certificate that was given twice goes out once")
        }

        @Test("hundreds of candidates take no time to speak of", .timeLimit(.minutes(1)))
        func many() throws {
            let key = try PrivateKey.generate(.ec(256))
            var chain = [try Issuer("Root", key: key)]
            for index in 1...300 { chain.append(try Issuer("CA \(index)", by: chain[index - 1], key: key)) }
            let leaf = try Issuer("leaf", by: chain[300])
            #expect(ordered(leaf, chain) == chain.dropFirst().reversed().map(\.certificate))
        }

        /// A certificate without key identifiers, so that its signature alone tells whose it is.
        private func bare(
            _ name: String, by issuer: Made? = nil, key: PrivateKey? = nil, days: Double = 365,
            algorithm: Data = OddCertificate.ecdsaWithSHA256, publicKey: Data? = nil
        ) throws -> Made {
            let own = try key ?? .generate(.ec(256))
            var odd = OddCertificate()
            odd.subject = OddCertificate.name(name)
            odd.issuer = issuer?.certificate.subject.der ?? odd.subject
            odd.publicKey = try publicKey ?? own.publicKey().spki()
            odd.notAfter = Made.now + days * 86_400
            odd.signatureAlgorithm = algorithm
            return try Made(odd, key: own, signedBy: issuer?.key ?? own)
        }

        private func chain(_ leaf: Made, _ candidates: [Made]) -> [X509Certificate] {
            IntermediateChain.ordered(from: leaf.sec, candidates: candidates.map(\.sec)).map(\.x509)
        }

        @Test("of CAs with one name and no key identifiers the one that made the signature goes out")
        func twinsWithoutIdentifiers() throws {
            let root = try bare("Root")
            let twins = try (0..<3).map { try bare("Twin", by: root, days: 365 + Double($0)) }
            for (index, twin) in twins.enumerated() {
                let leaf = try bare("leaf", by: twin)
                #expect(chain(leaf, twins) == [twin.certificate])
                #expect(chain(leaf, twins.reversed()) == [twin.certificate])
                let others = twins.filter { $0.certificate != twin.certificate }
                #expect(chain(leaf, others).isEmpty, "the name alone makes no issuer: \(index)")
            }
            let impostor = try bare("Root")
            #expect(IntermediateChain.roots(of: twins[0].sec, candidates: [impostor.sec, root.sec]) == [root.sec])
            #expect(IntermediateChain.roots(of: twins[0].sec, candidates: [impostor.sec, twins[1].sec]).isEmpty)
            #expect(IntermediateChain.roots(of: root.sec, candidates: [root.sec]).isEmpty, "a root has none")
        }

        @Test("of a CA's certificates the one whose key identifier is asked for goes out, then the one valid longest")
        func certifiedAnew() throws {
            let root = try Made("Root", isCA: true)
            let key = try PrivateKey.generate(.ec(256))
            let days: [Double] = [10, 300, 40, 300, 0]
            let anew = try days.map { try bare("CA", by: root, key: key, days: $0) }
            let leaf = try bare("leaf", by: anew[0])
            // Of two that are valid as long the first in the file.
            let (earlier, later) = (anew[1], anew[3])
            #expect(chain(leaf, anew) == [earlier.certificate])
            #expect(chain(leaf, anew.reversed()) == [later.certificate])
            #expect(chain(leaf, [anew[4], anew[0], anew[2]]) == [anew[2].certificate])
            #expect(chain(leaf, [anew[4]]) == [anew[4].certificate], "an old one rather than none")
            // The one with an identifier is valid shortest.
            let named = try Made("CA", by: root, key: key, isCA: true) {
                $0.notAfter = Made.now + 60
            }
            let asking = try Made("leaf", by: named)
            #expect(chain(asking, anew + [named]) == [named.certificate])
            #expect(chain(leaf, anew + [named]) == [earlier.certificate], "nobody asked for an identifier")
        }

        @Test("where the algorithm is not to be had, the name decides; where it is, a wrong signature does")
        func unknownAlgorithms() throws {
            let unknown = OddCertificate.W.sequence(OddCertificate.W.oid("1.2.3.4"))
            let root = try bare("Root")
            let issuing = try bare("CA", by: root)
            let other = try bare("CA", by: root, days: 30)
            let signedOddly = try bare("leaf", by: issuing, algorithm: unknown)
            #expect(chain(signedOddly, [other, issuing]) == [issuing.certificate], "the one valid longest")
            let oddKey = try bare("CA", by: root, publicKey: OddCertificate.key(unknown))
            let leaf = try bare("leaf", by: oddKey)
            #expect(chain(leaf, [oddKey]) == [oddKey.certificate])
            #expect(chain(leaf, [issuing]).isEmpty)
        }
    }
#endif
