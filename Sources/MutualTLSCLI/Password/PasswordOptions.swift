import Foundation

/// Where a password comes from: a file, standard input, the environment or nowhere, and else from whoever sits at the
/// terminal. Never from the command line.
struct PasswordOptions: Sendable {
    /// The rows for a subcommand's table.
    static let options = [
        Option("password-file", "FILE", "read the password from a file"),
        Option("password-stdin", nil, "read the password from standard input"),
        Option("no-password", nil, "there is none, and nobody is asked"),
    ]

    /// The variable that may hold the password.
    static let variable = "MTLS_PASSWORD"

    /// What is known without asking.
    enum Source: Sendable, Hashable {
        case file(String), standardInput, environment(String), none
    }

    /// What was chosen; nil for the terminal.
    let source: Source?

    /// - Throws: `CommandError` with `.usage` where two were chosen.
    init(_ invocation: Invocation) throws {
        let arguments = invocation.arguments
        var chosen: [(name: String, source: Source)] = []
        if let path = arguments.value("password-file") { chosen.append(("--password-file", .file(path))) }
        if arguments.has("password-stdin") { chosen.append(("--password-stdin", .standardInput)) }
        if arguments.has("no-password") { chosen.append(("--no-password", .none)) }
        if let value = invocation.environment[Self.variable] { chosen.append((Self.variable, .environment(value))) }
        if chosen.count > 1 {
            throw CommandError(
                .usage, "the password comes from two places: \(chosen.map(\.name).joined(separator: " and "))",
                hint: chosen.contains { $0.name == Self.variable }
                    ? "leave one of them out; a variable goes with: unset \(Self.variable)" : "leave one of them out")
        }
        source = chosen.first?.source
    }

    /// The password for opening `what`.
    /// - Returns: nil for none at all.
    /// - Throws: `CommandError` where it can't be had.
    func existing(_ what: String) throws -> String? {
        try source.map(read)
            ?? TerminalPrompt.ask("Password of \(what): ", missing: "\(what) has a password, and none was given")
    }

    /// A password for something new: asked for twice.
    func new(_ what: String) throws -> String? {
        if let source { return try read(source) }
        let missing = "\(what) needs a password, and none was given"
        let first = try TerminalPrompt.ask("New password for \(what): ", missing: missing)
        guard try TerminalPrompt.ask("The same again: ", missing: missing) == first else {
            throw CommandError(.failed, "the two passwords are not the same", hint: "try again")
        }
        return first
    }

    private func read(_ source: Source) throws -> String? {
        switch source {
        case .file(let path):
            var data = try InputFile.read(path, "the password")
            defer { wipe(&data) }
            return try Self.text(data, "the password in \(path)")
        case .standardInput:
            if isatty(0) == 1 {
                // It would be shown as it is typed.
                throw CommandError(
                    .usage, "standard input is a terminal", hint: "leave out --password-stdin, and you are asked")
            }
            var data = try InputFile.read(0, named: "standard input", "the password")
            defer { wipe(&data) }
            return try Self.text(data, "the password")
        case .environment(let value): return value
        case .none: return nil
        }
    }

    /// What a file holds, without the line end that editors and `echo` put behind it.
    static func text(_ data: Data, _ what: String) throws -> String {
        var data = data[...]
        if data.last == 0x0A {
            data = data.dropLast()
            if data.last == 0x0D { data = data.dropLast() }
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw CommandError(.unreadableFile, "\(what) is not UTF-8", hint: "save it as UTF-8")
        }
        return text
    }
}
