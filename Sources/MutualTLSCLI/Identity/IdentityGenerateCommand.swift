import Foundation
import MutualTLS
import MutualTLSOpenSSL
import MutualTLSPKI
import PortableSecurity

extension Subcommand {
    /// `mtls identity generate`
    static let identityGenerate = Subcommand(
        path: ["identity", "generate"], operands: "", operandCount: 0...0,
        summary: "make a key in the keychain, and a request for its certificate",
        details: """
            The key is in the keychain alone, and never in a file. The request (PKCS#10, PEM) goes to standard output, or into the
            file of --csr; have a CA sign it, and bring the certificate with mtls identity import. With --ca the CA of mtls ca
            issues it at once. NAME is a common name, or CN=alice,O=Example.
            """,
        options: [
            Option("label", "NAME", "what it is called"),
            Option("subject", "NAME", "whom the certificate is for"),
            Option("key-type", "TYPE", "\(keyTypes.map(\.name).joined(separator: ", ")) (ec-256)"),
            Option("csr", "FILE", "write the request into a file"),
            Option("ca", "DIR", "issue the certificate with the CA in this folder"),
            Option("days", "N", "how long that is valid (397)"),
            Option("force", nil, "replace a file that is there"),
        ] + KeychainOptions.options,
        examples: [
            Example(
                command: "mtls identity generate --label alice --subject CN=alice,O=Example --csr alice.csr",
                purpose: "and later: mtls identity import alice.pem"),
            Example(
                command: "mtls identity generate --label web-1 --subject web-1 --ca ca --days 90",
                purpose: "ready at once, issued by the CA in ./ca"),
        ],
        run: { try IdentityGenerateCommand($0).run() })

    /// The kinds of keys, and their words on the command line.
    static let keyTypes: [(name: String, kind: PrivateKey.Kind)] = [
        ("ec-256", .ec(256)), ("ec-384", .ec(384)), ("rsa-2048", .rsa(2_048)), ("rsa-3072", .rsa(3_072)),
        ("rsa-4096", .rsa(4_096)), ("ed25519", .ed25519),
    ]
}

/// Makes a key in the keychain.
struct IdentityGenerateCommand {
    private let invocation: Invocation
    private let keychain: KeychainOptions
    private let label: String
    private let subject: [(type: String, value: String)]
    private let kind: PrivateKey.Kind
    private let days: Int

    /// - Throws: `CommandError` with `.usage`.
    init(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        guard let label = arguments.value("label"), !label.allSatisfy(\.isWhitespace) else {
            throw CommandError(.usage, "--label is missing: what shall the identity be called?")
        }
        guard let subject = arguments.value("subject") else {
            throw CommandError(.usage, "--subject is missing: whom is the certificate for?", hint: "such as CN=alice")
        }
        if arguments.has("ca"), arguments.has("csr") {
            throw CommandError(.usage, "--ca and --csr don't go together", hint: "leave one of them out")
        }
        if arguments.has("days"), !arguments.has("ca") {
            throw CommandError(.usage, "--days goes with --ca: else the CA that signs the request says how long")
        }
        self.invocation = invocation
        self.label = label
        self.subject = try SubjectName.parts(subject)
        kind = try Self.kind(arguments.value("key-type"))
        days = try arguments.number("days", in: 1...36_500) ?? 397
        keychain = try KeychainOptions(invocation)
    }

    private static func kind(_ name: String?) throws -> PrivateKey.Kind {
        guard let name else { return .ec(256) }
        if let row = Subcommand.keyTypes.first(where: { $0.name == name.lowercased() }) { return row.kind }
        let names = Subcommand.keyTypes.map(\.name)
        throw CommandError(
            .usage, "--key-type knows no \"\(name)\"",
            hint: Suggestion.nearest(to: name, among: names).map { "did you mean \($0)?" }
                ?? "it takes \(names.joined(separator: ", "))")
    }

    /// - Returns: the exit status.
    func run() throws -> Int32 {
        let arguments = invocation.arguments
        let file = arguments.value("csr")
        if let file { try OutputFiles.check(file, overwrites: arguments.has("force")) }
        let authority = try arguments.value("ca").map { try CAFolder($0).issuing() }
        // Before anything is made.
        try keychain.store.checkIsFree(label: label)
        try keychain.unlock()
        let key = try PrivateKey.generate(kind)
        let request: CertificationRequest
        do {
            request = try CertificationRequest(subject: subject, key: key)
        } catch {
            throw CommandError(
                .usage, "--subject: \(error)",
                hint: "C takes two letters; the others have lengths (RFC 5280, appendix A)")
        }
        if let authority {
            try issue(request, key, authority)
            return 0
        }
        try keychain.store.add(try Self.secKey(key), label: label)
        do {
            try tell(request, file)
        } catch let error as Output.ReaderGone {
            throw error
        } catch {
            // Nobody has the request, so nobody will ever issue for the key.
            _ = try keychain.store.removeWaitingKey(label: label)
            throw error
        }
        return 0
    }

    private func tell(_ request: CertificationRequest, _ file: String?) throws {
        let output = invocation.output
        guard let file else { return try output.write(request.pem) }
        var outputs = OutputFiles(overwrites: invocation.arguments.has("force"))
        outputs.add(file, request.pem)
        try outputs.write {
            try output.line("made the key \"\(printable(label))\", and wrote its request: \(printable(file))")
            try output.line("next: have it signed, and bring the certificate:")
            try output.line("  mtls identity import CERTIFICATE --label \(shellQuoted(label))")
        }
    }

    private func issue(_ request: CertificationRequest, _ key: PrivateKey, _ authority: CertificateAuthority) throws {
        let issued = try authority.issueClient(request: request.der, validity: .days(days))
        guard let certificate = SecCertificateCreateWithData(nil, issued.certificate as CFData) else {
            throw CommandError(.failed, "the certificate that was issued can't be read")
        }
        let others = issued.intermediates.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        let stored = try keychain.store.together {
            try keychain.store.add(try Self.secKey(key), label: label)
            let joined = try keychain.store.identities(joining: [certificate])
            guard let identity = try IdentityFile(joined, certificates: [certificate] + others).identities.first else {
                throw CommandError(.failed, "the certificate that was issued does not belong to its key")
            }
            return ImportedIdentity(
                label: label, identity: identity, outcome: .saved(try keychain.store.save(identity, label: label)),
                origins: [])
        }
        try invocation.output.line(stored.text)
    }

    #if canImport(Security)
        // Never run: there is no Apple machine in this project.
        private static func secKey(_ key: PrivateKey) throws -> SecKey {
            let type = key.algorithm == "RSA" ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeECSECPrimeRandom
            let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
            guard
                let made = SecKeyCreateWithData(
                    try key.externalRepresentation() as CFData, attributes as CFDictionary, nil)
            else { throw CommandError(.failed, "the system's keychain takes no key of the kind \(key.algorithm)") }
            return made
        }
    #else
        private static func secKey(_ key: PrivateKey) throws -> SecKey { SecKey(key) }
    #endif
}
