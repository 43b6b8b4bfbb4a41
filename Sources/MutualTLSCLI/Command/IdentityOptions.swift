import Foundation
import MutualTLS

/// The client identity that a command line names.
enum IdentityOptions {
    /// The rows for a subcommand's table.
    static let options = [
        Option("identity", "FILE", "the client certificate and its key: PKCS#12, or PEM"),
        Option("key", "FILE", "the private key as PEM, where it is not in the identity's file"),
    ]

    /// Opens the identity; asks for a password only where the files need one.
    /// - Returns: nil where none is named.
    /// - Throws: `CommandError` that names the file, or one with `.usage`.
    static func load(_ invocation: Invocation) throws -> ClientIdentity? {
        let password = try PasswordOptions(invocation)
        let keyPath = invocation.arguments.value("key")
        guard let path = invocation.arguments.value("identity") else {
            if keyPath != nil {
                throw CommandError(
                    .usage, "--key goes with --identity", hint: "name the certificate's file: --identity FILE")
            }
            return nil
        }
        let data = try InputFile.read(path, "the identity")
        let key = try keyPath.map { try InputFile.read($0, "the private key") }
        let isPEM = FileKind(data) == .pem
        if key != nil, !isPEM {
            throw CommandError(
                .usage, "--key goes with a certificate as PEM, and \(path) is \(FileKind(data).description)",
                hint: "a PKCS#12 file holds its key: leave out --key")
        }
        do {
            // The key is what is encrypted.
            return try withPassword(password, keyPath.map { "the key \($0)" } ?? "the identity \(path)") { password in
                isPEM
                    ? try ClientIdentity(pem: data, key: key, password: password)
                    : try ClientIdentity(pkcs12: data, password: password)
            }
        } catch let error as MutualTLSError {
            throw explained(
                CommandError(error), error.code, ([path] + (keyPath.map { [$0] } ?? [])).joined(separator: " and "),
                hasKeyOption: keyPath != nil)
        }
    }

    /// Calls `open` with the password: at once with the one that was chosen, else first without, and with what is typed
    /// where that is not enough.
    static func withPassword<Result>(
        _ options: PasswordOptions, _ what: String, _ open: (String?) throws -> Result
    ) throws -> Result {
        if options.source != nil { return try open(options.existing(what)) }
        do {
            return try open(nil)
        } catch let error as MutualTLSError where error.code == .passwordRequired {
            return try open(options.existing(what))
        }
    }

    private static func explained(
        _ error: CommandError, _ code: MutualTLSError.Code, _ path: String, hasKeyOption: Bool
    ) -> CommandError {
        var hint = error.hint
        switch code {
        case .wrongPassword: hint = "check it: upper and lower case, the keyboard's layout, blanks at its ends"
        case .noPrivateKey where !hasKeyOption && error.reason.hasPrefix("the PEM text"):
            hint = "name the key's file: --key FILE"
        case .passwordRequired: hint = "use --password-file FILE, --password-stdin or \(PasswordOptions.variable)"
        default: break
        }
        return CommandError(error.code, "\(path): \(error.reason)", hint: hint, alert: error.alert)
    }
}
