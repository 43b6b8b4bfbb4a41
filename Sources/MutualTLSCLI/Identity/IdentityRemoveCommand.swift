import Foundation
import MutualTLS

extension Subcommand {
    /// `mtls identity remove`
    static let identityRemove = Subcommand(
        path: ["identity", "remove"], operands: "LABEL...", operandCount: 1...1_000,
        summary: "remove identities from the keychain, with their keys",
        details: """
            All of them or, where a label is not there, none. What is removed can't be brought back: export it first if it may be
            needed. Asks on the terminal unless --yes is given.
            """,
        options: [Option("yes", nil, "don't ask"), KeychainOptions.place],
        examples: [
            Example(command: "mtls identity remove alice", purpose: "asks first"),
            Example(command: "mtls identity remove old-1 old-2 --yes", purpose: "for a script"),
        ],
        run: { try IdentityRemoveCommand.run($0) })
}

/// Removes identities, and keys that wait for certificates.
enum IdentityRemoveCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let keychain = try KeychainOptions(invocation)
        var seen: Set<String> = []
        let labels = invocation.arguments.operands.filter { seen.insert($0).inserted }
        let names = try labels.map { try name($0, keychain) }
        if !invocation.arguments.has("yes") {
            let question = "Remove \(names.joined(separator: "; ")) and \(names.count == 1 ? "its key" : "their keys")?"
            guard let isConfirmed = TerminalQuestion.isConfirmed(question) else {
                throw CommandError(
                    .usage, "\(names.joined(separator: "; ")) would be removed, and there is no terminal to ask on",
                    hint: "say --yes if that is meant")
            }
            if !isConfirmed { throw CommandError(.failed, "nothing was removed") }
        }
        try keychain.store.together {
            for label in labels {
                // Both: an identity, and a key that was made for the next one.
                let identity = try keychain.store.remove(label: label)
                let key = try keychain.store.removeWaitingKey(label: label)
                if !identity, !key { throw keychain.notFound(label) }
            }
        }
        for name in names { try invocation.output.line("removed \(printable(name))") }
        return 0
    }

    private static func name(_ label: String, _ keychain: KeychainOptions) throws -> String {
        if let stored = try keychain.store.stored(label: label) {
            let subject = try ListedIdentity(stored).certificate.subject
            return "\"\(label)\" (\(subject.isEmpty ? stored.identity.summary : subject))"
        }
        if let key = try keychain.store.waitingKeys(label: label).first {
            return "\"\(label)\" (\(key.keyType), without a certificate)"
        }
        throw keychain.notFound(label)
    }
}
