/// The form of DNS names in certificates (RFC 1034, 3.5, with the underscore that is found in practice; RFC 6125, 6.4.3).
enum DNSName {
    /// What is wrong with `name`, with what to do about it; nil for a good one.
    static func flaw(in name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if name.utf8.count > 253 { return "it has \(name.utf8.count) bytes, and 253 are allowed" }
        if name.utf8.contains(where: { $0 >= 0x80 }) { return "it is not ASCII; write it in its xn-- form" }
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.first == "*" {
            labels.removeFirst()
            if labels.count < 2 { return "a wildcard needs at least two labels behind it" }
        }
        for label in labels {
            if label.isEmpty { return "it has an empty label; write it without a dot at the end" }
            if label.utf8.count > 63 { return "a label has \(label.utf8.count) bytes, and 63 are allowed" }
            if label.contains("*") { return "a wildcard is the whole leftmost label or nothing" }
            if !label.utf8.allSatisfy(isAllowed) { return "it holds a character other than letters, digits, - and _" }
            if label.hasPrefix("-") || label.hasSuffix("-") { return "a label begins or ends with a hyphen" }
        }
        // Such a name reads as an IPv4 address, and clients treat it as one.
        if labels.last?.utf8.allSatisfy({ (0x30...0x39).contains($0) }) == true {
            return "it ends in a number, as a (broken) IPv4 address does"
        }
        return nil
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// `text` between quotes for an error's text: short, and without anything that a terminal would act on.
func quoted(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(64).map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            "\\u{" + String(scalar.value, radix: 16) + "}"
        default: String(scalar)
        }
    }
    return "\"" + shown.joined() + (text.unicodeScalars.count > 64 ? "..." : "") + "\""
}
