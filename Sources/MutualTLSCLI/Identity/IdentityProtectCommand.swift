import Foundation
import MutualTLS

#if !canImport(Security)
    import MutualTLSKeychain
#endif

extension Subcommand {
    /// `mtls identity protect`
    static let identityProtect = Subcommand(
        path: ["identity", "protect"], operands: "", operandCount: 0...0,
        summary: "choose what protects the keys in the keychain",
        details: """
            --key-file is what a new keychain has: a file in its folder that its owner alone can read, so that programs start
            without anybody there. A passphrase is asked for, twice, unless one of the options or MTLS_NEW_PASSWORD gives it; whoever
            uses a key then has to give it. The identities stay as they are, and are listed without it.
            """,
        options: [
            Option("passphrase", nil, "a passphrase"),
            Option("key-file", nil, "a file beside the keychain, for its owner alone"),
            Option("secret-service", nil, "the desktop's Secret Service, which the log-in unlocks"),
        ] + PasswordOptions.Purpose.passphrase.options + KeychainOptions.options,
        examples: [
            Example(command: "mtls identity protect --passphrase", purpose: "asks for the new passphrase"),
            Example(
                command: "mtls identity protect --key-file --keychain-password-file secret.txt",
                purpose: "back to the key file"),
        ],
        run: { try IdentityProtectCommand.run($0) })
}

/// Changes what protects the keychain.
enum IdentityProtectCommand {
    static func run(_ invocation: Invocation) throws -> Int32 {
        let arguments = invocation.arguments
        let kinds = ["passphrase", "key-file", "secret-service"]
        let chosen = kinds.filter(arguments.has)
        guard chosen.count == 1, let kind = chosen.first else {
            throw CommandError(
                .usage, chosen.isEmpty ? "by what shall the keychain be protected?" : "one protection at a time",
                hint: "say one of --" + kinds.joined(separator: ", --"))
        }
        let given = ["new-password-file", "new-password-stdin"].filter(arguments.has)
        if kind != "passphrase", let option = given.first {
            throw CommandError(.usage, "--\(option) goes with --passphrase")
        }
        let keychain = try KeychainOptions(invocation)
        #if canImport(Security)
            throw CommandError(.failed, "the system protects its keychain itself", hint: "nothing is to be done")
        #else
            try keychain.unlock()
            let isNew = !keychain.exists
            let (protection, words) = try protection(kind, keychain, invocation)
            try keychain.protect(by: protection)
            try invocation.output.line(
                printable(
                    "\(isNew ? "made \(keychain.name), protected" : "\(keychain.name) is protected now") by \(words)"))
            return 0
        #endif
    }

    #if !canImport(Security)
        private static func protection(
            _ kind: String, _ keychain: KeychainOptions, _ invocation: Invocation
        ) throws -> (KeychainProtection, String) {
            switch kind {
            case "key-file": return (.keyFile, "a key file in its folder")
            case "secret-service": return (.secretService, "the Secret Service")
            default:
                let passphrase = try PasswordOptions(invocation, .passphrase).new(keychain.name)
                guard let passphrase, passphrase.count > 0 else {
                    throw CommandError(.failed, "an empty passphrase would protect nothing", hint: "choose one")
                }
                return (.passphrase(passphrase), "a passphrase")
            }
        }
    #endif
}
