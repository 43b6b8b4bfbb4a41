import Foundation

/// Header fields as `--header` takes them.
enum HeaderLines {
    /// Reads them.
    /// - Parameter words: each `Name: value`, `Name;` for an empty value, or `@FILE` for a file with one on each line.
    /// - Throws: `CommandError` that repeats no value, since it may be a secret.
    static func fields(_ words: [String]) throws -> [(name: String, value: String)] {
        try words.flatMap { word in
            word.hasPrefix("@") ? try lines(in: String(word.dropFirst())).map(field) : [try field(word)]
        }
    }

    /// The lines of a file that are neither empty nor a comment.
    private static func lines(in path: String) throws -> [String] {
        if path.isEmpty { throw CommandError(.usage, "--header @ needs the name of a file") }
        let data = try InputFile.read(path, "the header fields")
        guard String(data: data, encoding: .utf8) != nil else {
            throw CommandError(
                .unreadableFile, "the header fields in \(path) are not UTF-8", hint: "save them as UTF-8")
        }
        // By bytes: CR LF is one Character.
        return data.split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
            .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }

    /// Fields that say how the body is sent, in which nobody but the sender of it can be right.
    private static let ownFields: Set<String> = ["content-length", "transfer-encoding"]

    private static func field(_ line: String) throws -> (name: String, value: String) {
        let name = line.prefix { $0 != ":" && $0 != ";" }
        let rest = line[name.endIndex...]
        guard isToken(name), let mark = rest.first, mark == ":" || rest.count == 1 else {
            throw CommandError(
                .usage, "a header field is written as \"Name: value\"", hint: "an empty one as \"Name;\"")
        }
        if ownFields.contains(name.lowercased()) {
            throw CommandError(
                .usage, "\(name) can't be given: it is told by what is sent", hint: "leave that --header out")
        }
        let value = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        // What would end the field, and begin another one or the body (RFC 9110, 5.5).
        guard value.unicodeScalars.allSatisfy({ $0 == "\t" || $0.properties.generalCategory != .control }) else {
            throw CommandError(.usage, "the value of \(name) has a line break or another control character in it")
        }
        if mark == ":", value.isEmpty {
            throw CommandError(.usage, "\(name) has no value", hint: "write \"\(name);\" to send it empty")
        }
        return (String(name), String(value))
    }

    /// RFC 9110, 5.6.2.
    static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar))
            }
    }
}
