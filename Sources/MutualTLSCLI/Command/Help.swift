/// The texts of `--help`, made from the tables that the command line is read by.
enum Help {
    /// Of `mtls` itself.
    static var overview: String {
        var lines = [
            "Mutual TLS: client certificates issued, inspected, sent and demanded.", "",
            "usage: mtls SUBCOMMAND [ARGUMENTS]", "", "subcommands:",
        ]
        lines += columns(
            Subcommand.all.map {
                (($0.path + ($0.operands.isEmpty ? [] : [$0.operands])).joined(separator: " "), $0.summary)
            })
        lines += ["", "options:"]
        lines += columns([("--help", "show this help, or that of a subcommand"), ("--version", "show the version")])
        lines += ["", "examples:"]
        lines += examples([
            .init(command: "mtls demo", purpose: "see what client authentication does, on this machine, in seconds"),
            .init(
                command: "mtls request https://api.example.com/ --identity alice.p12",
                purpose: "send a client certificate"),
            .init(
                command: "mtls inspect alice.p12",
                purpose: "see what is in a file, and what a server will hold against it"),
        ])
        lines += [
            "", "exit status:", "  0 yes",
            "  1 no: refused, not trusted, wrong password, unreadable input, no network, HTTP 400 and above",
            "  2 wrong usage",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Of one subcommand.
    static func text(of subcommand: Subcommand) -> String {
        let operands = subcommand.operands.isEmpty ? "" : " " + subcommand.operands
        var lines = [
            capitalised(subcommand.summary) + ".", "",
            "usage: \(subcommand.name)\(operands) [OPTIONS]",
        ]
        if !subcommand.details.isEmpty { lines += ["", subcommand.details] }
        lines += ["", "options:"]
        lines += columns(rows(subcommand.options + [.help]))
        lines += ["", "examples:"]
        lines += examples(subcommand.examples)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The help of several subcommands that begin alike, such as `ca issue`.
    static func text(ofWords words: [String]) -> String? {
        let found = Subcommand.all.filter { $0.path.count > words.count && $0.path.starts(with: words) }
        return words.count < 2 || found.isEmpty ? nil : found.map(text).joined(separator: "\n")
    }

    /// Of the subcommands that share a first word; nil where none has it in front of another.
    static func text(ofGroup word: String) -> String? {
        let group = Subcommand.all.filter { $0.path.count > 1 && $0.path[0] == word }
        if group.isEmpty { return nil }
        let rows = group.map { (($0.path + [$0.operands]).joined(separator: " "), $0.summary) }
        return (["usage: mtls \(word) SUBCOMMAND [ARGUMENTS]", "", "subcommands:"] + columns(rows)).joined(
            separator: "\n")
            + "\n"
    }

    private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    /// Letters stand in a column of their own, where there are any.
    private static func rows(_ options: [Option]) -> [(String, String)] {
        let indent = options.contains { $0.short != nil } ? "    " : ""
        return options.map { option in
            let letter = option.short.map { "-\($0), " } ?? indent
            return ("\(letter)--\(option.name)" + (option.value.map { " " + $0 } ?? ""), option.help)
        }
    }

    private static func columns(_ rows: [(String, String)]) -> [String] {
        let width = rows.map { $0.0.count }.max() ?? 0
        return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 }
    }

    private static func examples(_ list: [Subcommand.Example]) -> [String] {
        list.flatMap { ["  # \($0.purpose)", "  $ \($0.command)"] }
    }
}
