/// The demo's table: in columns on a terminal, one line per row elsewhere.
struct DemoTable {
    private static let titles = ["what was sent", "what the server saw", "what the client got"]
    private static let gap = "  "
    private let output: Output
    private let widths: [Int]

    init(_ output: Output) {
        self.output = output
        widths = Self.widths(of: min(max(output.width, 80), 160))
    }

    /// The columns' widths in a table of so many characters; the first holds the verdict.
    static func widths(of total: Int) -> [Int] {
        let verdict = 5
        let rest = total - verdict - 3 * gap.count
        let first = rest / 4
        let second = (rest - first) / 2
        return [verdict, first, second, rest - first - second]
    }

    /// The titles.
    func header() throws {
        if output.isTerminal {
            try print([""] + Self.titles, .bold)
        } else {
            try output.line((["verdict"] + Self.titles).joined(separator: " | "))
        }
    }

    /// A row.
    func row(_ result: DemoResult) throws {
        let cells = [
            result.isAsItShouldBe ? "ok" : "WRONG", result.sent, result.serverSaw, result.clientGot,
        ].map(printable)
        if output.isTerminal {
            try print(cells, result.isAsItShouldBe ? .green : .red)
        } else {
            try output.line(cells.joined(separator: " | "))
        }
    }

    private func print(_ cells: [String], _ style: Output.Style) throws {
        let columns = zip(cells, widths).map { Self.wrapped($0, $1) }
        for index in 0..<(columns.map(\.count).max() ?? 0) {
            var line = ""
            for (number, column) in columns.enumerated() {
                let text = index < column.count ? column[index] : ""
                let padding = String(repeating: " ", count: max(0, widths[number] - text.count))
                // Headers stand out as a whole, rows by their verdict.
                line += (number == 0 || style == .bold ? output.styled(text, style) : text)
                if number < columns.count - 1 { line += padding + Self.gap }
            }
            while line.last == " " { line.removeLast() }
            try output.line(line)
        }
    }

    /// `text` in lines of at most `width` characters, broken at blanks where there are some.
    static func wrapped(_ text: String, _ width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var word = String(word)
            if !line.isEmpty, line.count + 1 + word.count <= width {
                line += " " + word
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while word.count > width {
                lines.append(String(word.prefix(width)))
                word = String(word.dropFirst(width))
            }
            line = word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
