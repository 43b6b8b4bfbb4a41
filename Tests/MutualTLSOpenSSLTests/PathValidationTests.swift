import CMutualTLSOpenSSL
import Foundation
import MutualTLSOpenSSL
import TestSupport
import Testing

@Suite struct PathValidationTests {
    typealias Kind = PathValidation.Kind

    private func validate(
        _ leaf: Minted, _ intermediates: [Minted] = [], anchors: [Minted], at date: Date = Minted.now
    ) throws -> PathValidation {
        let path = try PathValidation(
            leaf: leaf.certificate, intermediates: intermediates.map(\.certificate),
            anchors: TrustStore(anchors: anchors.map(\.certificate)), date: date)
        #expect(leftoverErrors().isEmpty)
        return path
    }

    /// A fault by its kind and the certificate's place in the chain.
    private func faults(_ path: PathValidation) -> Set<String> {
        Set(path.faults.map { "\($0.kind) \($0.depth)" })
    }

    @Test("any anchor ends the path, and the order of the intermediates doesn't matter")
    func anchors() throws {
        let root = try Minted.authority("Root")
        let upper = try Minted.authority("Upper", by: root)
        let lower = try Minted.authority("Lower", by: upper)
        let leaf = try Minted.make("leaf", by: lower)
        let all = [leaf, lower, upper, root]
        #expect(try validate(leaf, anchors: [leaf]).chain == [leaf.certificate])
        for length in 2...4 {
            for given in [[lower, upper], [upper, lower], [root, upper, lower, lower, leaf]] {
                let path = try validate(leaf, given, anchors: [all[length - 1]])
                #expect(path.faults.isEmpty && path.isAnchored)
                #expect(path.chain == all.prefix(length).map(\.certificate))
            }
        }
        // An anchor that stands beside the path is none.
        let stranger = try Minted.authority("Stranger")
        #expect(faults(try validate(leaf, [lower, upper], anchors: [stranger])) == ["issuerMissing 2"])
        #expect(faults(try validate(leaf, [lower, upper, root], anchors: [stranger])) == ["notAnchored 3"])
        #expect(faults(try validate(leaf, [upper], anchors: [root])) == ["issuerMissing 0"])
        #expect(faults(try validate(stranger, anchors: [root])) == ["notAnchored 0"])
        #expect(faults(try validate(leaf, anchors: [])) == ["issuerMissing 0"])
    }

    @Test("CAs that certify each other in a circle come to an end, with or without an anchor")
    func circle() throws {
        let (keyA, keyB) = (try PrivateKey.generate(.ec(256)), try PrivateKey.generate(.ec(256)))
        let selfA = try Minted.authority("A", key: keyA)
        let selfB = try Minted.authority("B", key: keyB)
        let crossA = try Minted.authority("A", by: selfB, key: keyA)
        let crossB = try Minted.authority("B", by: selfA, key: keyB)
        let leaf = try Minted.make("leaf", by: selfA)
        let lost = try validate(leaf, [crossA, crossB], anchors: [])
        #expect(!lost.isAnchored)
        #expect(lost.chain.count <= 4)
        #expect(try validate(leaf, [crossA, crossB], anchors: [selfA]).faults.isEmpty)
        let across = try validate(leaf, [crossB, crossA], anchors: [selfB])
        #expect(across.faults.isEmpty)
        #expect(across.chain == [leaf, crossA, selfB].map(\.certificate))
    }

    @Test("of two CAs with one name the one whose key signed is taken, in whatever order they come")
    func twins() throws {
        let root = try Minted.authority("Root")
        let (first, second) = (try Minted.authority("Twin", by: root), try Minted.authority("Twin", by: root))
        for (issuer, other) in [(first, second), (second, first)] {
            let leaf = try Minted.make("leaf", by: issuer)
            for given in [[issuer, other], [other, issuer]] {
                let path = try validate(leaf, given, anchors: [root])
                #expect(path.faults.isEmpty && path.chain.dropFirst().first == issuer.certificate)
            }
            let wrong = try validate(leaf, [other], anchors: [root])
            #expect(!wrong.isAnchored && wrong.chain.count == 1)
        }
    }

    @Test("also where no key identifier tells them apart", .needs(.openssl, cases: 1))
    func anonymousTwins() throws {
        let bare = "basicConstraints=critical,CA:TRUE\nsubjectKeyIdentifier=none\nauthorityKeyIdentifier=none"
        let (first, second) = (
            try Minted.configured("Twin", extensions: bare), try Minted.configured("Twin", extensions: bare)
        )
        let leaf = try Minted.configured("leaf", by: second, extensions: "authorityKeyIdentifier=none")
        for anchors in [[first, second], [second, first]] {
            let path = try validate(leaf, anchors: anchors, at: Date() + 5)
            #expect(path.faults.isEmpty && path.chain == [leaf.certificate, second.certificate])
        }
        #expect(try !validate(leaf, anchors: [first], at: Date() + 5).isAnchored)
    }

    @Test("a renewed CA is found beside its expired certificate")
    func renewed() throws {
        let root = try Minted.authority("Root")
        let key = try PrivateKey.generate(.ec(256))
        let old = try Minted.authority("CA", by: root, key: key) { $0.notAfter = Minted.now - 60 }
        let new = try Minted.authority("CA", by: root, key: key)
        let leaf = try Minted.make("leaf", by: old)
        #expect(try validate(leaf, [old, new], anchors: [root]).faults.isEmpty)
        #expect(try validate(leaf, [new, old], anchors: [root]).faults.isEmpty)
        #expect(faults(try validate(leaf, [old], anchors: [root])) == ["expired 1"])
    }

    @Test("the path length counts CAs, not those that issued themselves, and not the leaf")
    func pathLength() throws {
        for (limit, depth, isAllowed) in [
            (0, 0, true), (0, 1, false), (1, 1, true), (1, 2, false), (3, 3, true), (3, 4, false),
        ] {
            let root = try Minted.authority("Root", pathLength: limit)
            var chain = [root]
            for index in 0..<depth { chain.append(try Minted.authority("CA \(index)", by: chain[index])) }
            let leaf = try Minted.make("leaf", by: chain[depth])
            let path = try validate(leaf, chain, anchors: [root])
            #expect(faults(path) == (isAllowed ? [] : ["pathLength \(depth + 1)"]), "\(limit) and \(depth)")
        }
        let root = try Minted.authority("Root", pathLength: 0)
        let renewal = try Minted.authority("Root", by: root, key: .generate(.ec(256)))
        #expect(try validate(Minted.make("leaf", by: renewal), [renewal], anchors: [root]).faults.isEmpty)
    }

    @Test("each certificate answers for its own dates, to the second")
    func dates() throws {
        let (start, end) = (Minted.now - 3600, Minted.now + 3600)
        let root = try Minted.authority("Root")
        let middle = try Minted.authority("CA", by: root) { $0.notAfter = Minted.now + 10 }
        let leaf = try Minted.make("leaf", by: middle) { $0.notBefore = Minted.now - 10 }
        let rows: [(Date, Set<String>)] = [
            (Minted.now, []), (Minted.now - 10, []), (Minted.now - 11, ["notYetValid 0"]), (Minted.now + 10, []),
            (Minted.now + 11, ["expired 1"]), (end, ["expired 1"]), (end + 1, ["expired 0", "expired 1", "expired 2"]),
            (start - 1, ["notYetValid 0", "notYetValid 1", "notYetValid 2"]),
            (.distantPast, ["notYetValid 0", "notYetValid 1", "notYetValid 2"]),
            (Date(timeIntervalSince1970: .infinity), ["expired 0", "expired 1", "expired 2"]),
            (Date(timeIntervalSince1970: -1e300), ["notYetValid 0", "notYetValid 1", "notYetValid 2"]),
        ]
        for (date, expected) in rows {
            #expect(faults(try validate(leaf, [middle], anchors: [root], at: date)) == expected, "\(date)")
        }
    }

    @Test("those that may not issue are named, and a signature that is another's")
    func authorities() throws {
        let root = try Minted.authority("Root")
        let person = try Minted.make("person", by: root)
        #expect(
            faults(try validate(Minted.make("leaf", by: person), [person], anchors: [root])) == ["notAnAuthority 1"])
        let crlSigner = try Minted.authority("CRLs", by: root) { $0.keyUsage = [.cRLSign] }
        let path = try validate(Minted.make("leaf", by: crlSigner), [crlSigner], anchors: [root])
        #expect(path.isAnchored && !path.faults.isEmpty && path.faults.allSatisfy { $0.depth == 1 })
        var der = try Minted.make("leaf", by: root).certificate.der
        der[der.count - 1] ^= 1
        let forged = Minted(certificate: try X509Certificate(der: der), key: root.key)
        #expect(faults(try validate(forged, anchors: [root])) == ["badSignature 0"])
        #expect(try validate(forged, anchors: [root]).faults.first?.text == "certificate signature failure")
    }

    struct Constraint: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var constraint: String
        var names: String
        var kind: Kind?
    }

    static let constraints = [
        Constraint(
            testDescription: "permitted", constraint: "permitted;DNS:a.example", names: "DNS:x.a.example,IP:1.2.3.4"),
        Constraint(
            testDescription: "outside of what is permitted", constraint: "permitted;DNS:a.example",
            names: "DNS:x.a.example,DNS:b.example", kind: .nameConstraint),
        Constraint(
            testDescription: "excluded", constraint: "excluded;DNS:a.example", names: "DNS:a.example",
            kind: .nameConstraint),
        Constraint(
            testDescription: "an address in the excluded range", constraint: "excluded;IP:10.0.0.0/255.0.0.0",
            names: "IP:10.9.8.7", kind: .nameConstraint),
        Constraint(
            testDescription: "an address beside it", constraint: "excluded;IP:10.0.0.0/255.0.0.0", names: "IP:11.0.0.1"),
        Constraint(
            testDescription: "the common name is no host name", constraint: "permitted;DNS:a.example",
            names: "IP:1.2.3.4"),
    ]

    @Test(
        "a CA's name constraints bind those below it", .needs(.openssl, cases: constraints.count),
        arguments: constraints)
    func nameConstraints(row: Constraint) throws {
        let root = try Minted.configured(
            "Root", extensions: "basicConstraints=critical,CA:TRUE\nnameConstraints=critical,\(row.constraint)")
        let leaf = try Minted.configured("c.example", by: root, extensions: "subjectAltName=\(row.names)")
        let path = try validate(leaf, anchors: [root], at: Date() + 5)
        #expect(path.faults.map(\.kind) == (row.kind.map { [$0] } ?? []))
        #expect(path.isAnchored)
    }

    @Test("a critical extension that nobody knows is a fault, wherever it stands", .needs(.openssl, cases: 1))
    func criticalExtensions() throws {
        let authority = "basicConstraints=critical,CA:TRUE\n"
        let root = try Minted.configured("Root", extensions: authority)
        let odd = try Minted.configured("Odd", by: root, extensions: authority + "1.2.3.4=critical,DER:0500")
        let plain = try Minted.configured("leaf", by: odd, extensions: "1.2.3.4=DER:0500")
        let critical = try Minted.configured("leaf", by: root, extensions: "1.2.3.4=critical,DER:0500")
        let date = Date() + 5
        #expect(faults(try validate(critical, anchors: [root], at: date)) == ["unknownCriticalExtension 0"])
        #expect(faults(try validate(plain, [odd], anchors: [root], at: date)) == ["unknownCriticalExtension 1"])
        let known = try Minted.configured("leaf", by: root, extensions: "1.2.3.4=DER:0500")
        #expect(try validate(known, anchors: [root], at: date).faults.isEmpty)
    }

    @Test("a path of a hundred CAs ends in a verdict, and one that is too long is never trusted")
    func longPath() throws {
        let key = try PrivateKey.generate(.ec(256))
        var chain = [try Minted.authority("Root", key: key)]
        for index in 1...120 { chain.append(try Minted.authority("CA \(index)", by: chain[index - 1], key: key)) }
        let short = try validate(Minted.make("leaf", by: chain[50]), chain, anchors: [chain[0]])
        #expect(short.faults.isEmpty && short.chain.count == 52)
        let long = try validate(Minted.make("leaf", by: chain[120]), chain, anchors: [chain[0]])
        #expect(!long.faults.isEmpty)
        // More faults than there is room for: those that were noted still say no.
        let late = try validate(
            Minted.make("leaf", by: chain[90]), chain, anchors: [chain[0]], at: Minted.now + 7200)
        #expect(late.faults.count == 64 && late.faults.allSatisfy { $0.kind == .expired })
    }

    @Test("one store serves many threads")
    func threads() async throws {
        let root = try Minted.authority("Root")
        let leaf = try Minted.make("leaf", by: root).certificate
        let stranger = try Minted.make("stranger").certificate
        let store = try TrustStore(anchors: [root.certificate, root.certificate])
        let verdicts = await withTaskGroup(of: Bool?.self) { group in
            for index in 0..<64 {
                group.addTask {
                    let path = try? PathValidation(
                        leaf: index.isMultiple(of: 2) ? leaf : stranger, intermediates: [], anchors: store,
                        date: Minted.now)
                    return path.map { $0.faults.isEmpty == index.isMultiple(of: 2) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts.count == 64 && verdicts.allSatisfy { $0 == true })
    }
}
