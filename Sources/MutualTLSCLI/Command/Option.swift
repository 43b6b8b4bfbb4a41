/// An option of a subcommand: one row of the table that reads the command line and prints the help.
struct Option: Sendable, Hashable {
    /// Without the two hyphens.
    let name: String
    /// What its value is called in the help; nil for a switch.
    let value: String?
    /// A sentence fragment.
    let help: String

    init(_ name: String, _ value: String? = nil, _ help: String) {
        self.name = name
        self.value = value
        self.help = help
    }

    /// What every subcommand has.
    static let help = Option("help", nil, "show this help")
}
