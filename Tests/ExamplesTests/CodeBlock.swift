/// A fenced block of Swift in a Markdown text.
struct CodeBlock: Sendable {
    /// Without the fences.
    let lines: [String]
    /// The line of its opening fence, from 1.
    let line: Int

    /// The blocks that are marked as Swift.
    static func swift(in markdown: String) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: (start: Int, isSwift: Bool, lines: [String])?
        for (index, line) in markdown.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    if block.isSwift { blocks.append(CodeBlock(lines: block.lines, line: block.start)) }
                    open = nil
                } else {
                    open = (index + 1, line == "```swift", [])
                }
            } else {
                open?.lines.append(line)
            }
        }
        return blocks
    }

    /// Whether it stands in a source text, line by line: byte for byte, but for one indentation of the whole.
    func isPart(of source: String) -> Bool {
        let text = source.components(separatedBy: "\n")
        guard let first = lines.first, lines.contains(where: { !$0.isEmpty }), text.count >= lines.count else {
            return false
        }
        return (0...(text.count - lines.count)).contains { start in
            guard text[start].hasSuffix(first) else { return false }
            let indentation = String(text[start].dropLast(first.count))
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(text[start...], lines).allSatisfy { $0 == ($1.isEmpty ? "" : indentation + $1) }
        }
    }
}
