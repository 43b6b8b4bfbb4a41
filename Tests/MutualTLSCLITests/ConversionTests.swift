import Foundation
import MutualTLS
import MutualTLSPKI
import TestSupport
import Testing

@testable import MutualTLSCLI

/// What goes into a new file and what is left out, without the command around it.
@Suite("What a conversion takes")
struct ConversionTests {
    private let pki: TestPKI

    init() throws { pki = try TestPKI() }

    @Test("a target goes by its name in any case, and another name is refused with advice")
    func targets() throws {
        #expect(Set(ConversionTarget.all.map(\.name)).count == 7)
        for target in ConversionTarget.all {
            #expect(try ConversionTarget.named(target.name.uppercased()).name == target.name)
            #expect(target.name == target.name.lowercased() && !target.summary.isEmpty)
        }
        let all = "it takes apple, apple-legacy, openssl, java, windows, pem, der"
        let rows: [(String?, String)] = [
            (nil, all), ("", all), ("keychain", all), ("appel", "did you mean apple?"),
            ("apple-legcy", "did you mean apple-legacy?"),
            ("opensl", "did you mean openssl?"), ("window", "did you mean windows?"),
        ]
        for (name, hint) in rows {
            let error = #expect(throws: CommandError.self) { try ConversionTarget.named(name) }
            #expect(error?.code == .usage && error?.hint == hint, "\(name ?? "none"): \(error?.hint ?? "")")
        }
    }

    private func pem(_ identity: IssuedIdentity) throws -> Data { try identity.chainPEM + identity.privateKeyPEM }

    private func file(_ parts: Data...) throws -> IdentityFile {
        try IdentityFile(parts.map { .init($0) }, password: nil)
    }

    private func convert(
        _ file: IdentityFile, for target: String, selecting selector: ClientIdentity.Selector? = nil,
        name: String? = nil
    ) throws -> Conversion {
        try Conversion(file, for: .named(target), selecting: selector, name: name, kind: "the file")
    }

    @Test("names stay apart whatever their case, and one that was given counts")
    func names() throws {
        let people = ["alice", "Alice", "alice 2", "ALICE", "bob"]
        let all = try file(people.map { try pem(pki.client($0)) }.reduce(Data(), +))
        let names = try convert(all, for: "java").identities.map(\.friendlyName)
        #expect(names == ["alice", "Alice 3", "alice 2", "ALICE 4", "bob"])
        let one = try file(pem(pki.client("alice")))
        #expect(try convert(one, for: "java", name: "B\u{fc}ro").identities.map(\.friendlyName) == ["B\u{fc}ro"])
        let error = #expect(throws: MutualTLSError.self) { try convert(all, for: "java", name: "x") }
        #expect(error?.code == .severalIdentities && error?.reason.hasPrefix("the file holds 5 identities") == true)
    }

    @Test("what is left out is told, each thing once, with its reason")
    func leftOut() throws {
        let (alice, bob, guest) = (try pki.client(), try pki.client("bob"), try pki.strangerClient())
        let other = try pki.root.intermediate(named: "Other CA")
        let carol = try other.issueClient(name: "carol")
        let loose = try guest.certificatePEM + bob.privateKeyPEM
        let request = Data("-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n".utf8)
        let root = try pki.root.certificatePEM
        let rows: [(parts: Data, target: String, selector: ClientIdentity.Selector?, lines: [String])] = [
            (try pem(alice), "apple", nil, []), (try pem(alice), "pem", nil, []),
            (try pem(alice), "der", nil, ["the intermediate: a DER file holds one certificate"]),
            (
                try pem(alice) + root + loose, "apple", nil,
                [
                    "the certificate \"Test Root CA\", a root: servers have their own",
                    "the certificate \"mallory\", it belongs to no identity",
                    "a private key without a certificate (EC P-256)",
                ]
            ),
            (try pem(alice) + pem(bob), "apple", nil, []),
            (
                try pem(alice) + pem(carol), "apple", .issuer("Other CA"),
                ["the identity \"alice\"", "the certificate \"Test Issuing CA\", an intermediate of another identity"]
            ),
            (try pem(alice) + request, "apple", nil, ["an entry that is neither key nor certificate"]),
            (
                try pem(alice) + request + request, "apple", nil,
                ["2 entries that are neither key nor certificate"]
            ),
        ]
        for (parts, target, selector, lines) in rows {
            let conversion = try convert(file(parts), for: target, selecting: selector)
            #expect(conversion.leftOut == lines)
        }
    }

    @Test("a name that the form has no place for, a second name, and what is damaged are told of")
    func namesLeftOut() throws {
        let alice = try pki.client()
        let named = try ["a", "b"].map { try alice.pkcs12(password: nil, friendlyName: $0) }
        let damaged = PKCS12Builder.file(parts: [
            PKCS12Builder.data(
                PKCS12Builder.bags([
                    PKCS12Builder.certificate(Data([1])), PKCS12Builder.certificate(Data([2])),
                    PKCS12Builder.bag(1, DERWriter.sequence()),
                ]))
        ])
        let both = try file(named[0], named[1], damaged)
        let rest = [
            "the same identity under another name", "a private key that can't be read (damaged)",
            "2 certificates that can't be read",
        ]
        let rows = [
            ("openssl", rest), ("pem", rest + ["the friendly name \"a\", which PEM has no place for"]),
            (
                "der",
                rest + [
                    "the friendly name \"a\", which DER has no place for",
                    "the intermediate: a DER file holds one certificate",
                ]
            ),
        ]
        for (target, lines) in rows {
            let conversion = try convert(both, for: target)
            #expect(conversion.leftOut == lines, "\(target)")
            #expect(conversion.identities.map(\.friendlyName) == ["a"])
        }
        #expect(try convert(both, for: "java", selecting: .friendlyName("b")).identities.map(\.friendlyName) == ["b"])
    }

    @Test("only DER needs a second path, that of the key")
    func paths() throws {
        let rows = [
            ("pem", "a.pem", ["a.pem"]), ("apple", "a.p12", ["a.p12"]), ("der", "a.der", ["a.der", "a.key"]),
            ("der", "x/a.crt", ["x/a.crt", "x/a.key"]), ("der", "a.b.cer", ["a.b.cer", "a.b.key"]),
            ("der", "a", ["a", "a.key"]), ("der", "a.pem", ["a.pem", "a.pem.key"]),
        ]
        for (target, out, paths) in rows {
            #expect(try Conversion.paths(for: .named(target), out) == paths)
        }
        let alice = try file(pem(pki.client()))
        for (target, out, paths) in rows.prefix(3) {
            let files = try convert(alice, for: target).files(out, password: target == "apple" ? .init(utf8: "x") : nil)
            #expect(files.map(\.path) == paths && files.allSatisfy { !$0.contents.isEmpty })
        }
    }
}
