import Foundation
import MutualTLS
import MutualTLSOpenSSL

extension Subcommand {
    /// `mtls identity list`
    static let identityList = Subcommand(
        path: ["identity", "list"], operands: "", operandCount: 0...0,
        summary: "list the identities in the keychain",
        details: """
            A line for each: label, subject, issuer, end of validity, the first digits of the SHA-256, and the origins that it is
            bound to; with tabs in between where standard output is no terminal. No key is opened, and no passphrase asked for.
            """,
        options: [
            Option("for", "ORIGIN", "only those that may go to this origin"),
            Option("accepted-by", "FILE", "only those from a CA whose certificate is in FILE (PEM)"),
            KeychainOptions.place,
            Option("json", nil, "print the result as one JSON object"),
        ],
        examples: [
            Example(command: "mtls identity list", purpose: "what there is, and what expires soon"),
            Example(command: "mtls identity list --json", purpose: "for scripts"),
            Example(
                command: "mtls identity list --for https://api.example.com --accepted-by ca/root.pem",
                purpose: "what a server would take"),
        ],
        run: { try IdentityListCommand.run($0) })
}

/// Lists what is in the keychain.
enum IdentityListCommand {
    private struct Result: Encodable {
        let identities: [ListedIdentity]
        /// nil for none.
        let waitingKeys: [ListedKey]?
    }

    static func run(_ invocation: Invocation) throws -> Int32 {
        let arguments = invocation.arguments
        let keychain = try KeychainOptions(invocation)
        let isFiltered = arguments.has("for") || arguments.has("accepted-by")
        let identities = try stored(arguments, keychain).map { try ListedIdentity($0) }
            .sorted { ($0.label, $0.certificate.notAfter) < ($1.label, $1.certificate.notAfter) }
        let waiting =
            isFiltered ? [] : try keychain.store.waitingKeys().map(ListedKey.init).sorted { $0.label < $1.label }
        if arguments.has("json") {
            try invocation.output.json(
                Result(identities: identities, waitingKeys: waiting.isEmpty ? nil : waiting))
        } else if !identities.isEmpty || !waiting.isEmpty {
            try table(invocation.output).print(identities.map(row) + waiting.map(row))
        }
        if identities.isEmpty, waiting.isEmpty {
            let what =
                isFiltered ? "no identity in \(keychain.name) fits" : "there are no identities in \(keychain.name)"
            invocation.output.tell("mtls: \(printable(keychain.exists ? what : "\(keychain.name) is not there yet"))\n")
        }
        return 0
    }

    private static func stored(_ arguments: Arguments, _ keychain: KeychainOptions) throws -> [StoredIdentity] {
        let origin = try arguments.value("for").map(Origin.argument)
        let issuers = try arguments.value("accepted-by").map(issuers) ?? []
        return try keychain.store.stored(acceptedBy: issuers).filter { stored in
            origin.map { stored.origins.isEmpty || stored.origins.contains($0) } ?? true
        }
    }

    /// The names of the CAs in a file.
    private static func issuers(_ path: String) throws -> [Data] {
        let text = try InputFile.read(path, "the CA's certificate")
        let certificates = (try? X509Certificate.all(inPEM: text)) ?? []
        if certificates.isEmpty {
            throw CommandError(
                .unreadableFile, "\(path): there is no certificate in PEM in it", hint: "name the CA's certificate")
        }
        return certificates.map(\.subject.der)
    }

    private static func table(_ output: Output) -> ListTable {
        ListTable(
            titles: ["label", "subject", "issuer", "valid until", "SHA-256", "goes to"], flexible: [0, 1, 2, 5],
            output: output)
    }

    private static func row(_ identity: ListedIdentity) -> [ListTable.Cell] {
        let end = String(identity.certificate.notAfter.prefix(10))
        return [
            .init(identity.label), .init(identity.certificate.subject), .init(identity.certificate.issuer),
            .init(identity.mark.map { "\(end), \($0.text)" } ?? end, identity.mark?.style),
            .init(String(identity.certificate.fingerprintSHA256.prefix(16))),
            .init(identity.origins.joined(separator: " ")),
        ]
    }

    private static func row(_ key: ListedKey) -> [ListTable.Cell] {
        [.init(key.label), .init("no certificate yet", .yellow), .init(""), .init(""), .init(""), .init("")]
    }
}
