import Foundation
import MutualTLS

/// The client identity that a command line names.
enum IdentityOptions {
    /// The rows for a subcommand's table.
    static let options = [
        Option("identity", "FILE", "the client certificate and its key: PKCS#12, PEM or DER"),
        Option("key", "FILE", "the private key, where it is not in the identity's file"),
        select,
    ]

    /// Which of several.
    static let select = Option(
        "select", "WHICH", "which of several identities: fingerprint:HEX, name:FRIENDLY-NAME or issuer:NAME")

    /// Opens the identity; asks for a password only where the files need one.
    /// - Returns: nil where none is named.
    /// - Throws: `CommandError` that names the file, or one with `.usage`.
    static func load(_ invocation: Invocation) throws -> ClientIdentity? {
        let password = try PasswordOptions(invocation)
        let selector = try selector(invocation)
        let keyPath = invocation.arguments.value("key")
        guard let path = invocation.arguments.value("identity") else {
            for name in ["key", "select"] where invocation.arguments.has(name) {
                throw CommandError(
                    .usage, "--\(name) goes with --identity", hint: "name the certificate's file: --identity FILE")
            }
            return nil
        }
        let files = try IdentityFiles(path, key: keyPath, "the identity")
        return try files.explaining { try files.open(password).single(selector, files.kind) }
    }

    /// What `--select` says.
    /// - Throws: `CommandError` with `.usage`.
    static func selector(_ invocation: Invocation) throws -> ClientIdentity.Selector? {
        guard let text = invocation.arguments.value("select") else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        switch parts[0] {
        case "fingerprint" where value.filter(\.isHexDigit).count >= 8: return .fingerprint(value)
        case "name" where !value.isEmpty: return .friendlyName(value)
        case "issuer" where !value.isEmpty: return .issuer(value)
        case "fingerprint" where !value.isEmpty:
            throw CommandError(.usage, "--select fingerprint: takes at least 8 hexadecimal digits")
        default:
            throw CommandError(
                .usage, "--select takes fingerprint:HEX, name:FRIENDLY-NAME or issuer:NAME, and not \"\(text)\"",
                hint: "mtls inspect FILE shows what there is to choose from")
        }
    }
}
