import Foundation
import MutualTLSPKCS12

/// Where a password comes from: a file, standard input, the environment or nowhere, and else from whoever sits at the
/// terminal. Never from the command line.
struct PasswordOptions: Sendable {
    /// Which of a command's passwords.
    struct Purpose: Sendable, Hashable {
        /// In front of the options' names.
        fileprivate let prefix: String
        /// The environment variable that may hold it.
        let variable: String
        /// What help calls it.
        fileprivate let name: String
        /// What help says of its lack; nil where there must be one.
        fileprivate let none: String?

        /// Of a file that is read, or the only one there is.
        static let existing = Purpose(
            prefix: "", variable: "MTLS_PASSWORD", name: "the password",
            none: "there is none, and nobody is asked")
        /// Of a file that is written by a command that also reads one.
        static let new = Purpose(
            prefix: "new-", variable: "MTLS_NEW_PASSWORD", name: "the new file's password",
            none: "the new file gets none, and nobody is asked")
        /// Of a keychain that is to be protected by one.
        static let passphrase = Purpose(
            prefix: "new-", variable: "MTLS_NEW_PASSWORD", name: "the new passphrase", none: nil)

        /// What to do where nobody can be asked.
        fileprivate var hint: String {
            "use --\(prefix)password-file FILE, --\(prefix)password-stdin"
                + (none == nil ? " or \(variable)" : ", \(variable), or --no-\(prefix)password where there is none")
        }

        /// The rows for a subcommand's table.
        var options: [Option] {
            [
                Option("\(prefix)password-file", "FILE", "read \(name) from a file"),
                Option("\(prefix)password-stdin", nil, "read \(name) from standard input"),
            ] + (none.map { [Option("no-\(prefix)password", nil, $0)] } ?? [])
        }
    }

    /// The rows for a subcommand's table.
    static let options = Purpose.existing.options

    /// The variable that may hold the password.
    static let variable = Purpose.existing.variable

    /// What is known without asking.
    enum Source: Sendable, Hashable {
        case file(String), standardInput, environment(String), none
    }

    /// What was chosen; nil for the terminal.
    let source: Source?
    private let purpose: Purpose

    /// - Parameter index: of several files that are opened, which one: several password files go along with them in order.
    /// - Throws: `CommandError` with `.usage` where two were chosen.
    init(_ invocation: Invocation, _ purpose: Purpose = .existing, at index: Int = 0) throws {
        self.purpose = purpose
        let arguments = invocation.arguments
        let prefix = purpose.prefix
        var chosen: [(name: String, source: Source)] = []
        let paths = arguments.all("\(prefix)password-file")
        if let path = paths.indices.contains(index) ? paths[index] : paths.first {
            chosen.append(("--\(prefix)password-file", .file(path)))
        }
        if arguments.has("\(prefix)password-stdin") { chosen.append(("--\(prefix)password-stdin", .standardInput)) }
        if arguments.has("no-\(prefix)password") { chosen.append(("--no-\(prefix)password", .none)) }
        if chosen.count > 1 {
            throw CommandError(
                .usage, "the password comes from two places: \(chosen.map(\.name).joined(separator: " and "))",
                hint: "leave one of them out")
        }
        // An option is nearer to what was meant than a variable that may have been set for something else.
        source = chosen.first?.source ?? invocation.environment[purpose.variable].map(Source.environment)
    }

    /// The password for opening `what`, in UTF-8.
    /// - Returns: nil for none at all.
    /// - Throws: `CommandError` where it can't be had.
    func existing(_ what: String) throws -> SecretBytes? {
        try source.map(read)
            ?? TerminalPrompt.ask(
                "Password of \(what): ", missing: "\(what) has a password, and none was given", hint: purpose.hint)
    }

    /// The PIN of a token, which is a password under another name.
    /// - Parameters:
    ///   - missing: the error's reason where nobody can be asked.
    ///   - warning: what should be known before it is typed.
    func pin(missing: String, warning: String?) throws -> SecretBytes? {
        try source.map(read)
            ?? TerminalPrompt.ask(
                "PIN of the token\(warning.map { " (\($0))" } ?? ""): ", missing: missing, hint: purpose.hint)
    }

    /// A password for something new: asked for twice.
    func new(_ what: String) throws -> SecretBytes? {
        if let source { return try read(source) }
        let missing = "\(what) needs a password, and none was given"
        let first = try TerminalPrompt.ask("New password for \(what): ", missing: missing, hint: purpose.hint)
        let second = try TerminalPrompt.ask("The same again: ", missing: missing, hint: purpose.hint)
        guard first.withUnsafeBytes({ first in second.withUnsafeBytes { first.elementsEqual($0) } }) else {
            throw CommandError(.failed, "the two passwords are not the same", hint: "try again")
        }
        return first
    }

    private func read(_ source: Source) throws -> SecretBytes? {
        switch source {
        case .file(let path):
            var data = try InputFile.read(path, "the password")
            defer { wipe(&data) }
            return try Self.secret(data, "the password in \(path)")
        case .standardInput:
            if isatty(0) == 1 {
                // It would be shown as it is typed.
                throw CommandError(
                    .usage, "standard input is a terminal", hint: "leave out --password-stdin, and you are asked")
            }
            var data = try InputFile.read(0, named: "standard input", "the password")
            defer { wipe(&data) }
            return try Self.secret(data, "the password")
        case .environment(let value): return SecretBytes(utf8: value)
        case .none: return nil
        }
    }

    /// What a file holds, without the line end that editors and `echo` put behind it.
    static func secret(_ data: Data, _ what: String) throws -> SecretBytes {
        var data = data[...]
        // What some editors put in front, and nobody types.
        if data.starts(with: [0xEF, 0xBB, 0xBF]) { data = data.dropFirst(3) }
        if data.last == 0x0A {
            data = data.dropLast()
            if data.last == 0x0D { data = data.dropLast() }
        }
        // Not by making a String: nobody could wipe it.
        var decoder = UTF8()
        var bytes = data.makeIterator()
        var result = decoder.decode(&bytes)
        while case .scalarValue = result { result = decoder.decode(&bytes) }
        guard case .emptyInput = result else {
            throw CommandError(.unreadableFile, "\(what) is not UTF-8", hint: "save it as UTF-8")
        }
        return SecretBytes(data)
    }
}
