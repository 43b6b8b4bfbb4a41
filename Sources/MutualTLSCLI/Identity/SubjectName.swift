import Foundation

/// The name that a certificate is asked for: `CN=alice,O=Example` as RFC 4514 writes it, the most significant part last, as
/// certificates are shown everywhere here; `/O=Example/CN=alice` as OpenSSL's commands take it; or a common name alone.
enum SubjectName {
    /// The parts in the order in which a certificate holds them.
    /// - Throws: `CommandError` with `.usage`.
    static func parts(_ text: String) throws -> [(type: String, value: String)] {
        if text.hasPrefix("/") {
            return try split(String(text.dropFirst()), at: "/").map(part)
        }
        if !text.contains("=") { return [try checked("CN", text)] }
        return try split(text, at: ",").map(part).reversed()
    }

    /// The attributes that names are made of, as OpenSSL spells them.
    private static let types = [
        "CN", "O", "OU", "C", "ST", "L", "DC", "UID", "SN", "GN", "serialNumber", "emailAddress", "street", "title",
    ]

    private static func part(_ text: String) throws -> (type: String, value: String) {
        let pieces = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard pieces.count == 2 else {
            throw CommandError(
                .usage, "--subject: \"\(text)\" is no part of a name",
                hint: "write it as CN=alice,O=Example; a comma as \\,")
        }
        let given = pieces[0].trimmingCharacters(in: .whitespaces)
        let isDotted = given.contains(".") && given.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let type = isDotted ? given : types.first(where: { $0.lowercased() == given.lowercased() }) else {
            throw CommandError(
                .usage, "--subject: a name has no part \"\(given)\"",
                hint: Suggestion.nearest(to: given, among: types).map { "did you mean \($0)?" }
                    ?? "there is \(types.joined(separator: ", ")), and every object identifier such as 2.5.4.3")
        }
        return try checked(type, try unescaped(trimmed(pieces[1])))
    }

    private static func checked(_ type: String, _ value: String) throws -> (type: String, value: String) {
        if value.isEmpty || value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            throw CommandError(.usage, "--subject: the value of \(type) is empty, or holds a control character")
        }
        return (type, value)
    }

    /// Without the blanks around it, but for an escaped one.
    private static func trimmed(_ text: String) -> String {
        var text = Substring(text).drop { $0 == " " }
        while text.last == " ", !text.hasSuffix("\\ ") { text.removeLast() }
        return String(text)
    }

    /// Splits where the separator is not escaped.
    private static func split(_ text: String, at separator: Character) throws -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in text {
            if character == separator, !isEscaped {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
            if character == "+", !isEscaped, parts[parts.count - 1].contains("=") {
                throw CommandError(
                    .usage, "--subject: several values at one place, with + in between, are not made here",
                    hint: "separate them by commas; a + that is meant is written \\+")
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return parts
    }

    /// RFC 4514, 2.4: a backslash in front of a character, or of two hexadecimal digits that are a byte of UTF-8.
    private static func unescaped(_ text: String) throws -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else if let value = hexadecimal(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else if let next = rest.popFirst() {
                bytes.append(next)
            }
        }
        guard let value = String(bytes: bytes, encoding: .utf8) else {
            throw CommandError(.usage, "--subject: what is escaped in \"\(text)\" is not UTF-8")
        }
        return value
    }

    /// The byte that two digits are; nil for fewer, and for what else Swift takes for a number, such as a sign.
    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        let text = String(decoding: digits, as: UTF8.self)
        return text.count == 2 && text.allSatisfy(\.isHexDigit) ? UInt8(text, radix: 16) : nil
    }
}
