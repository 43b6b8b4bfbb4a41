/// One subcommand: how it is called, what it takes, and what it does.
struct Subcommand: Sendable {
    /// An example for the help.
    struct Example: Sendable {
        /// The command line, without the prompt.
        let command: String
        /// What it is good for.
        let purpose: String
    }

    /// Its words, such as `["ca", "init"]`.
    let path: [String]
    /// Its operands as the help shows them, such as `URL`.
    let operands: String
    /// How many operands it takes.
    let operandCount: ClosedRange<Int>
    /// What it does, in one line.
    let summary: String
    /// What else should be known; empty for nothing.
    var details = ""
    /// Its options, without `--help`.
    let options: [Option]
    /// For the help.
    let examples: [Example]
    /// Does it.
    /// - Returns: the exit status.
    /// - Throws: what becomes an error message.
    let run: @Sendable (Invocation) async throws -> Int32

    /// Its words with `mtls` in front.
    var name: String { (["mtls"] + path).joined(separator: " ") }

    /// All of them, in the order of the help.
    static let all = [
        demo, request, inspect, convert, identityImport, identityList, identityShow, identityExport, identityRemove,
        identityGenerate, identityBind, identityUnbind, identityProtect, caInit, caIssueClient, caIssueServer, serve,
    ]
}

/// One run of a subcommand.
struct Invocation: Sendable {
    /// What the command line says.
    let arguments: Arguments
    /// The environment.
    let environment: [String: String]
    /// Where words go.
    let output: Output
}
