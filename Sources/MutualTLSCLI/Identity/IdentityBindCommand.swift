import MutualTLS

extension Subcommand {
    /// `mtls identity bind`
    static let identityBind = Subcommand(
        path: ["identity", "bind"], operands: "LABEL ORIGIN...", operandCount: 2...1_000,
        summary: "let an identity go to certain origins alone",
        details: "ORIGIN is https://HOST or https://HOST:PORT. Origins that it is bound to already stay.",
        options: [KeychainOptions.place],
        examples: [
            Example(
                command: "mtls identity bind alice https://api.example.com https://files.example.com:8443",
                purpose: "requests to any other origin fail before anything is sent")
        ],
        run: { try IdentityBindCommand.run($0) { try $0.bind(label: $1, to: $2) } })

    /// `mtls identity unbind`
    static let identityUnbind = Subcommand(
        path: ["identity", "unbind"], operands: "LABEL ORIGIN...", operandCount: 2...1_000,
        summary: "end what bind has begun",
        details: "An identity that is bound to no origin may go to any.",
        options: [KeychainOptions.place],
        examples: [
            Example(
                command: "mtls identity unbind alice https://files.example.com:8443", purpose: "the other origins stay")
        ],
        run: { try IdentityBindCommand.run($0) { try $0.unbind(label: $1, from: $2) } })
}

/// Changes where an identity may go.
enum IdentityBindCommand {
    static func run(
        _ invocation: Invocation, _ change: (IdentityStore, String, Set<Origin>) throws -> Void
    ) throws -> Int32 {
        let label = invocation.arguments.operands[0]
        let origins = Set(try invocation.arguments.operands.dropFirst().map(Origin.argument))
        let keychain = try KeychainOptions(invocation)
        // With its words for labels that aren't there; and a keychain that isn't there is not made.
        let before = try keychain.identity(label).origins
        try change(keychain.store, label, origins)
        let after = try keychain.store.origins(label: label)
        try invocation.output.line(
            printable("\"\(label)\" goes to \(after.isEmpty ? "any origin" : after.text + " alone")"))
        if after.isEmpty, !before.isEmpty {
            invocation.output.warning("\"\(label)\" is bound to no origin any more: it goes wherever it is asked for")
        }
        return 0
    }
}
