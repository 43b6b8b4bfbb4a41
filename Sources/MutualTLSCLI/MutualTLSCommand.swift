import Foundation

/// The `mtls` command.
public enum MutualTLSCommand {
    /// The version, as `mtls --version` shows it.
    public static let version = "0.1.0"

    /// Runs the command.
    /// - Parameters:
    ///   - words: the command line, the program's name first.
    ///   - environment: the environment's variables.
    /// - Returns: the exit status: 0 yes, 1 no, 2 wrong usage; 141 where the reader of standard output went away.
    @MainActor public static func run(
        _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment
    ) async -> Int32 {
        openStandardStreams()
        // A reader that goes away is seen where it is written to.
        signal(SIGPIPE, SIG_IGN)
        Interruption.watch()
        let output = Output(environment: environment)
        do {
            return try await run(Array(words.dropFirst()), environment, output)
        } catch is Output.ReaderGone {
            return 128 + SIGPIPE
        } catch {
            let error = CommandError(error)
            output.error(error)
            return error.code.exitStatus
        }
    }

    /// Where a standard stream is closed, the next file to be opened would take its number, and get what is printed.
    private static func openStandardStreams() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            // For reading alone, so that writing fails as it does on a closed one.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    private static func run(
        _ words: [String], _ environment: [String: String], _ output: Output
    ) async throws -> Int32 {
        switch words.first {
        case nil: throw CommandError(.usage, "a subcommand is missing", hint: "see mtls --help")
        case "--help", "-h":
            try output.write(Data(Help.overview.utf8))
            return 0
        case "help": return try await run(Array(words.dropFirst()) + ["--help"], environment, output)
        case "--version":
            try output.line("mtls \(version)")
            return 0
        default: break
        }
        if let first = words.first, ["--help", "-h"].contains(words.dropFirst().first),
            let text = Help.text(ofGroup: first)
        {
            try output.write(Data(text.utf8))
            return 0
        }
        let known = words.prefix { !$0.hasPrefix("-") }
        if words.contains(where: { $0 == "--help" || $0 == "-h" }), let text = Help.text(ofWords: Array(known)) {
            try output.write(Data(text.utf8))
            return 0
        }
        let subcommand = try subcommand(for: words)
        let rest = Array(words.dropFirst(subcommand.path.count))
        if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            try output.write(Data(Help.text(of: subcommand).utf8))
            return 0
        }
        do {
            let arguments = try Arguments(rest, subcommand.options)
            try check(arguments.operands, of: subcommand)
            return try await subcommand.run(
                Invocation(arguments: arguments, environment: environment, output: output))
        } catch let error as CommandError where error.code == .usage && error.hint == nil {
            throw CommandError(.usage, error.reason, hint: "see \(subcommand.name) --help")
        }
    }

    private static func subcommand(for words: [String]) throws -> Subcommand {
        if let found = Subcommand.all.first(where: { words.starts(with: $0.path) }) { return found }
        let first = words[0]
        if first.hasPrefix("-") {
            throw CommandError(
                .usage, "there is no option \(first.prefix { $0 != "=" }) in front of a subcommand",
                hint: "see mtls --help")
        }
        let group = Subcommand.all.filter { $0.path.count > 1 && $0.path[0] == first }
        if !group.isEmpty {
            let choices = group.map(\.name).joined(separator: ", ")
            let rest = words.dropFirst().prefix { !$0.hasPrefix("-") }.joined(separator: " ")
            let nearest = Suggestion.nearest(to: rest, among: group.map { $0.path.dropFirst().joined(separator: " ") })
            throw CommandError(
                .usage, "mtls \(first) is followed by what it should do",
                hint: nearest.map { "did you mean mtls \(first) \($0)?" } ?? "there is \(choices)")
        }
        let names = Subcommand.all.map { $0.path[0] }
        throw CommandError(
            .usage, "there is no subcommand \"\(first)\"",
            hint: Suggestion.nearest(to: first, among: names).map { "did you mean mtls \($0)?" } ?? "see mtls --help")
    }

    private static func check(_ operands: [String], of subcommand: Subcommand) throws {
        if operands.count < subcommand.operandCount.lowerBound {
            throw CommandError(.usage, "\(subcommand.name) needs \(subcommand.operands)")
        }
        if operands.count > subcommand.operandCount.upperBound {
            // Not repeated: it may be a password.
            let taken = subcommand.operands.isEmpty ? "no operand" : subcommand.operands
            throw CommandError(.usage, "there are too many words: \(subcommand.name) takes \(taken)")
        }
    }
}
