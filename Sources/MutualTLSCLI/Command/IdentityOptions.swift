import Foundation
import MutualTLS

/// The client identities that a command line names.
enum IdentityOptions {
    /// The rows for a subcommand's table.
    static let options = [
        Option(
            "identity", "FILE", "the client certificate and its key: PKCS#12, PEM or DER; or a label in the keychain"
        ).repeatable,
        Option("key", "FILE", "the private key, where it is not in the identity's file").repeatable,
        select,
    ] + TokenOptions.options

    /// Which of several.
    static let select = Option(
        "select", "WHICH", "which of several identities: fingerprint:HEX, name:FRIENDLY-NAME or issuer:NAME")

    /// Opens the identities; asks for a password only where the files, or the keychain, need one.
    /// - Parameter url: where they are to go.
    /// - Returns: empty where none is named.
    /// - Throws: `CommandError` that names the file, or one with `.usage`; or for one that may not go there.
    static func load(_ invocation: Invocation, for url: URL) throws -> [ClientIdentity] {
        if let identity = try TokenOptions.load(invocation) { return [identity] }
        let arguments = invocation.arguments
        let (paths, keys) = (arguments.all("identity"), arguments.all("key"))
        let selector = try selector(invocation)
        if paths.isEmpty {
            _ = try PasswordOptions(invocation)
            for name in ["key", "select"] where arguments.has(name) {
                throw CommandError(
                    .usage, "--\(name) goes with --identity", hint: "name the certificate's file: --identity FILE")
            }
        }
        try checkPairs(paths.count, arguments)
        let keychain = try KeychainOptions(invocation)
        return try paths.indices.map { index in
            if case .stored(let stored) = try NamedIdentity(paths[index], keychain) {
                try check(stored, arguments)
                try stored.check(mayGoTo: url)
                try keychain.unlock()
                return stored.identity
            }
            let password = try PasswordOptions(invocation, at: index)
            let files = try IdentityFiles(paths[index], key: keys.isEmpty ? nil : keys[index], "the identity")
            return try files.explaining { try files.open(password).single(selector, files.kind) }
        }
    }

    private static func checkPairs(_ count: Int, _ arguments: Arguments) throws {
        let (keys, passwords) = (arguments.all("key").count, arguments.all("password-file").count)
        if keys > 0, keys != count {
            throw CommandError(
                .usage, "--identity (\(count)) and --key (\(keys)) don't pair up",
                hint: "name a --key for each --identity, or none")
        }
        if passwords > 1, passwords != count {
            throw CommandError(
                .usage, "--identity (\(count)) and --password-file (\(passwords)) don't pair up",
                hint: "name a --password-file for each --identity, or one for all")
        }
        if count > 1, arguments.has("password-stdin") {
            throw CommandError(
                .usage, "standard input holds one password, and there are \(count) identities",
                hint: "use --password-file FILE, once for all or once for each")
        }
    }

    private static func check(_ stored: StoredIdentity, _ arguments: Arguments) throws {
        for name in ["key", "select"] where arguments.has(name) {
            throw CommandError(
                .usage, "--\(name) is for files, and \"\(stored.label)\" is in the keychain",
                hint: "leave it out, or name the file as ./FILE")
        }
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
