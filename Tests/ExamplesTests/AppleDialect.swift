import Foundation
import Testing

/// What compiles on Linux and not on Apple platforms, where the types of Core Foundation are classes of their own and
/// some modules don't exist.
///
/// A lint by patterns, and no parser: code that confuses it is confusing code.
struct AppleDialect: Sendable {
    /// One thing that Linux takes and Apple doesn't.
    struct Rule: Sendable, CustomTestStringConvertible {
        let name: String
        let why: String
        /// What to write in its place.
        let write: String
        /// Code that breaks it.
        let bad: [String]
        /// Code that looks alike and is right.
        let good: [String]
        /// The places, as offsets in a text without comments.
        let find: @Sendable (String) -> [String.Index]

        var testDescription: String { name }
    }

    /// A breach of a rule.
    struct Finding: Sendable, CustomStringConvertible {
        let rule: Rule
        let line: Int
        var description: String { "line \(line): \(rule.name): \(rule.why); write \(rule.write)" }
    }

    /// Everything in a Swift source that breaks a rule.
    static func findings(in source: String) -> [Finding] {
        let code = withoutComments(source)
        return rules.flatMap { rule in
            rule.find(code).map { place in
                Finding(rule: rule, line: code[..<place].filter { $0 == "\n" }.count + 1)
            }
        }
    }

    /// The source with its line comments emptied, so that lines keep their numbers.
    private static func withoutComments(_ source: String) -> String {
        source.components(separatedBy: "\n").map { line in
            line.range(of: "(^|\\s)//", options: .regularExpression).map { String(line[..<$0.lowerBound]) } ?? line
        }.joined(separator: "\n")
    }
}

extension AppleDialect {
    /// Finds a regular expression.
    static func pattern(_ pattern: String) -> @Sendable (String) -> [String.Index] {
        { code in
            var places: [String.Index] = []
            var rest = code.startIndex..<code.endIndex
            while let match = code.range(of: pattern, options: .regularExpression, range: rest) {
                places.append(match.lowerBound)
                rest = (match.isEmpty ? match.upperBound : code.index(after: match.lowerBound))..<code.endIndex
            }
            return places
        }
    }

    /// Finds calls whose argument at an index is neither cast nor nil.
    static func uncastArgument(_ casts: [(function: String, index: Int, type: String)])
        -> @Sendable (String) ->
        [String.Index]
    {
        { code in
            casts.flatMap { cast in
                pattern("\\b\(cast.function)\\(")(code).filter { place in
                    guard let open = code[place...].firstIndex(of: "(") else { return false }
                    let arguments = arguments(code[open...])
                    guard cast.index < arguments.count else { return false }
                    let argument = arguments[cast.index]
                    return argument != "nil" && !argument.hasSuffix(" as \(cast.type)")
                }
            }
        }
    }

    /// The arguments of a call that begins with its opening parenthesis.
    private static func arguments(_ text: Substring) -> [String] {
        var depth = 0
        var list: [String] = [""]
        for character in text {
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            if depth == 0 { break }
            if character == ",", depth == 1 {
                list.append("")
            } else if depth > 1 || character != "(" {
                list[list.count - 1].append(character)
            }
        }
        return list.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    /// Finds imports of modules outside every `#if`.
    static func unconditionalImport(_ modules: String) -> @Sendable (String) -> [String.Index] {
        { code in
            pattern("(?m)^\\s*(@\\w+(\\(\\w+\\))? |internal |private |public |package )*import (\(modules))\\b")(code)
                .filter { place in
                    let before = code[..<place].components(separatedBy: "\n").map {
                        $0.trimmingCharacters(in: .whitespaces)
                    }
                    return before.filter { $0.hasPrefix("#if") }.count
                        == before.filter { $0.hasPrefix("#endif") }.count
                }
        }
    }
}
