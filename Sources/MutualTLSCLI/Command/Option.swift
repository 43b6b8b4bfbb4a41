/// An option of a subcommand: one row of the table that reads the command line and prints the help.
struct Option: Sendable, Hashable {
    /// Without the two hyphens.
    let name: String
    /// The letter behind a single hyphen; nil for none.
    let short: Character?
    /// What its value is called in the help; nil for a switch.
    let value: String?
    /// A sentence fragment.
    let help: String
    /// Whether it may be given several times.
    private(set) var isRepeatable = false

    init(_ name: String, short: Character? = nil, _ value: String? = nil, _ help: String) {
        self.name = name
        self.short = short
        self.value = value
        self.help = help
    }

    /// The same for where it may be given several times.
    var repeatable: Option {
        var row = self
        row.isRepeatable = true
        return row
    }

    /// What every subcommand has.
    static let help = Option("help", nil, "show this help")
}
