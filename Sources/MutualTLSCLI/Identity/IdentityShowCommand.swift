import Foundation
import MutualTLS

extension Subcommand {
    /// `mtls identity show`
    static let identityShow = Subcommand(
        path: ["identity", "show"], operands: "LABEL", operandCount: 1...1,
        summary: "show an identity in the keychain, and what servers and phones will mind",
        details: "No key is opened, and no passphrase asked for.",
        options: [KeychainOptions.place, Option("json", nil, "print the result as one JSON object")],
        examples: [
            Example(command: "mtls identity show alice", purpose: "certificate, chain, origins and problems"),
            Example(command: "mtls identity show alice --json", purpose: "for scripts"),
        ],
        run: { try IdentityShowCommand.run($0) })
}

/// Shows one identity.
enum IdentityShowCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let (output, label) = (invocation.output, invocation.arguments.operands[0])
        let keychain = try KeychainOptions(invocation)
        let isJSON = invocation.arguments.has("json")
        if try keychain.store.stored(label: label) == nil,
            let key = try keychain.store.waitingKeys(label: label).first.map(ListedKey.init)
        {
            if isJSON { try output.json(key) } else { try show(key, keychain, output) }
            return 0
        }
        let identity = try ListedIdentity(keychain.identity(label))
        if isJSON {
            try output.json(identity)
            return 0
        }
        let text = InspectionText(output)
        try output.line(printable(keychain.name))
        try text.section("identity", identity.certificate)
        if let date = identity.stored { try text.field("stored", date) }
        try text.field("goes to", identity.origins.isEmpty ? "any origin" : identity.origins.joined(separator: ", "))
        return 0
    }

    private static func show(_ key: ListedKey, _ keychain: KeychainOptions, _ output: Output) throws {
        let text = InspectionText(output)
        try output.line(printable(keychain.name))
        try output.line()
        try output.line(output.styled("key \"\(printable(key.label))\"", .bold))
        try text.field("key", key.keyType)
        if let date = key.stored { try text.field("stored", date) }
        try text.field("problem", "it has no certificate yet", .red)
    }
}
