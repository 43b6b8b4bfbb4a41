/// Rows in columns on a terminal, with tabs between the cells elsewhere.
struct ListTable {
    /// A text, and how it stands out.
    struct Cell {
        let text: String
        var style: Output.Style?

        init(_ text: String, _ style: Output.Style? = nil) { (self.text, self.style) = (printable(text), style) }
    }

    private static let gap = 2
    /// What a column is not made narrower than.
    private static let least = 8
    let titles: [String]
    /// The columns that may be cut.
    let flexible: Set<Int>
    let output: Output

    /// Prints it; the titles on a terminal alone.
    func print(_ rows: [[Cell]]) throws {
        guard output.isTerminal else {
            for row in rows { try output.line(row.map(\.text).joined(separator: "\t")) }
            return
        }
        let rows = [titles.map { Cell($0, .bold) }] + rows
        let widths = Self.widths(rows.map { $0.map(\.text.count) }, total: output.width, flexible: flexible)
        for row in rows {
            var line = ""
            for (cell, width) in zip(row, widths) {
                let text = cell.text.count > width ? cell.text.prefix(max(0, width - 1)) + "…" : cell.text
                line += cell.style.map { output.styled(text, $0) } ?? text
                line += String(repeating: " ", count: max(0, width - text.count) + Self.gap)
            }
            while line.last == " " { line.removeLast() }
            try output.line(line)
        }
    }

    /// The widths of columns whose cells have so many characters: the widest of those that may be cut are, until the whole fits.
    static func widths(_ cells: [[Int]], total: Int, flexible: Set<Int>) -> [Int] {
        var widths = (cells.first ?? []).indices.map { column in cells.map { $0[column] }.max() ?? 0 }
        while widths.reduce(0, +) + gap * (widths.count - 1) > total,
            let widest = flexible.filter({ widths[$0] > least }).max(by: { (widths[$0], $1) < (widths[$1], $0) })
        {
            widths[widest] -= 1
        }
        return widths
    }
}
