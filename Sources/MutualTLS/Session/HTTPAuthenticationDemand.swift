import Foundation

/// What a `WWW-Authenticate` or `Proxy-Authenticate` field asks for (RFC 9110, 11.6.1), as far as we can answer.
struct HTTPAuthenticationDemand: Hashable {
    enum Scheme: String { case basic, digest }
    var scheme: Scheme
    /// nil where the server names none.
    var realm: String?

    /// The best of those that a response offers: Digest before Basic.
    init?(_ headers: [(name: String, value: String)], field: String) {
        let all = headers.filter { $0.name.lowercased() == field }.flatMap { Self.all(in: $0.value) }
        guard let best = all.first(where: { $0.scheme == .digest }) ?? all.first else { return nil }
        self = best
    }

    private init(scheme: Scheme, realm: String?) { (self.scheme, self.realm) = (scheme, realm) }

    /// Several challenges may stand in one field, separated by commas like their parameters: a scheme is a token that no
    /// equals sign follows.
    private static func all(in value: String) -> [HTTPAuthenticationDemand] {
        var found: [HTTPAuthenticationDemand] = []
        var isKnown = false
        for part in split(value) {
            let words = part.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true).map(String.init)
            guard let first = words.first else { continue }
            var parameter = part
            if !first.contains("=") {
                isKnown = Scheme(rawValue: first.lowercased()) != nil
                if let scheme = Scheme(rawValue: first.lowercased()) { found.append(.init(scheme: scheme, realm: nil)) }
                parameter = words.count > 1 ? words[1] : ""
            }
            let sides = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            if isKnown, sides.count == 2, sides[0].lowercased() == "realm", let last = found.indices.last {
                found[last].realm = unquoted(sides[1])
            }
        }
        return found
    }

    /// By the commas outside of quotes.
    private static func split(_ value: String) -> [String] {
        var parts = [""]
        var (isQuoted, isEscaped) = (false, false)
        for character in value {
            if character == ",", !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        var (result, isEscaped) = ("", false)
        for character in text.dropFirst().dropLast() {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
