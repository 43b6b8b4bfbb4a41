/// A command line, sorted into options and operands.
///
/// By the conventions of GNU's getopt_long, which Swift's Glibc module lacks: options and operands in any order,
/// `--name VALUE` or `--name=VALUE`, abbreviations that are clear, letters behind one hyphen (`-i -o FILE`, `-ioFILE`), only
/// operands behind `--`, and `-` is an operand.
struct Arguments: Sendable, Hashable {
    private var values: [String: [String]] = [:]
    /// What is not an option.
    private(set) var operands: [String] = []

    /// Whether an option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option, the first where there are several; nil where it was not given, empty for a switch.
    func value(_ name: String) -> String? { values[name]?.first }

    /// All values of an option, in their order.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of an option that is a number.
    /// - Throws: `CommandError` for anything that is not a whole number in the range.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw CommandError(
                .usage,
                "--\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), and not \"\(text)\"")
        }
        return number
    }

    /// Sorts words.
    /// - Parameters:
    ///   - words: without the names of the command and the subcommand.
    ///   - table: the options there are.
    /// - Throws: `CommandError` with `.usage`. No value is repeated in it: it may be a password.
    init(_ words: [String], _ table: [Option]) throws {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if !word.hasPrefix("-") || word == "-" {
                operands.append(word)
            } else if word.hasPrefix("--") {
                try takeName(word, &rest, table)
            } else {
                try takeLetters(word, &rest, table)
            }
        }
    }

    private mutating func takeName(_ word: String, _ rest: inout ArraySlice<String>, _ table: [Option]) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let row = try Self.row(for: parts[0], table)
        if parts.count > 1, row.value == nil { throw CommandError(.usage, "--\(row.name) takes no value") }
        try take(row, parts.count > 1 ? parts[1] : nil, &rest)
    }

    /// Switches may stand together, and the last letter's value behind it or in the next word.
    private mutating func takeLetters(_ word: String, _ rest: inout ArraySlice<String>, _ table: [Option]) throws {
        // Read as letters it would be something quite different.
        if let row = table.first(where: { $0.name == word.dropFirst().prefix(while: { $0 != "=" }) }) {
            throw CommandError(.usage, "there is no option -\(row.name)", hint: "did you mean --\(row.name)?")
        }
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let row = table.first(where: { $0.short == letter }) else {
                _ = try Self.row(for: "-\(letter)\(letters)", table)
                return
            }
            if row.value == nil {
                try take(row, nil, &rest)
            } else {
                return try take(row, letters.isEmpty ? nil : String(letters), &rest)
            }
        }
    }

    private mutating func take(_ row: Option, _ given: String?, _ rest: inout ArraySlice<String>) throws {
        if has(row.name), !row.isRepeatable { throw CommandError(.usage, "--\(row.name) is given twice") }
        guard let value = row.value else {
            values[row.name] = [""]
            return
        }
        guard let given = given ?? rest.popFirst() else {
            throw CommandError(.usage, "--\(row.name) needs a value: --\(row.name) \(value)")
        }
        if value == "FILE" || value == "DIR", given.isEmpty {
            throw CommandError(.usage, "--\(row.name) needs the name of a \(value == "DIR" ? "folder" : "file")")
        }
        values[row.name, default: []].append(given)
    }

    private static func row(for word: String, _ table: [Option]) throws -> Option {
        let name = String(word.drop { $0 == "-" })
        let matches = word.hasPrefix("--") && !name.isEmpty ? table.filter { $0.name.hasPrefix(name) } : []
        if let row = matches.first(where: { $0.name == name }) { return row }
        // Tried by everybody who comes from another tool.
        if ["password", "pass", "passwd", "passphrase", "passin", "passout"].contains(name) || word.hasPrefix("-p") {
            throw CommandError(
                .usage, "a password can't be given on the command line, where every user of this machine can read it",
                hint: "use --password-file FILE, --password-stdin or the environment variable MTLS_PASSWORD, "
                    + "or wait for the prompt")
        }
        if let row = matches.first, matches.count == 1 { return row }
        if matches.count > 1 {
            throw CommandError(.usage, "\(word) could be \(matches.map { "--" + $0.name }.joined(separator: " or "))")
        }
        // Behind a single hyphen a value may follow without a blank.
        let shown = word.hasPrefix("--") ? word : String(word.prefix(2))
        throw CommandError(
            .usage, "there is no option \(shown)",
            hint: Suggestion.nearest(to: name, among: table.map(\.name)).map { "did you mean --\($0)?" })
    }
}
