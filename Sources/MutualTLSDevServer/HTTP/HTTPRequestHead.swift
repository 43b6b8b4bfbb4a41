import Foundation

/// The request line and the headers (RFC 9112, 3 and 5), as they arrive line by line.
struct HTTPRequestHead: Sendable {
    private(set) var method = ""
    private(set) var target = ""
    /// The version's second digit: 0 or 1.
    private(set) var minorVersion = 1
    private(set) var headers: [DevServer.Header] = []

    init() {}

    init(requestLine line: [UInt8]) throws(HTTPRefusal) {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count <= 32, Self.isToken(parts[0]), !parts[1].isEmpty,
            parts[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .badRequest("the request line is not a method, a target and a version") }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        switch String(decoding: parts[2], as: UTF8.self) {
        case "HTTP/1.1": minorVersion = 1
        case "HTTP/1.0": minorVersion = 0
        case let other where other.hasPrefix("HTTP/"): throw .unknownVersion
        default: throw .badRequest("the request line is not a method, a target and a version")
        }
    }

    /// Adds a line that is not empty.
    mutating func add(headerLine line: [UInt8]) throws(HTTPRefusal) {
        // A leading blank would continue the line before (RFC 9112, 5.2), one before the colon hide a header (5.1): the
        // name then is no token.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
            throw .badRequest("a header line is not a name, a colon and a value")
        }
        var value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else {
            throw .badRequest("a header's value holds a control character")
        }
        while let last = value.last, Self.isBlank(last) { value.removeLast() }
        value = value.drop(while: Self.isBlank)
        headers.append(
            DevServer.Header(
                name: String(decoding: line[..<colon], as: UTF8.self), value: String(decoding: value, as: UTF8.self)))
    }

    /// All values of a header, in order.
    func values(_ name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The elements of a header that is a list, in lower case.
    func tokens(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    }

    /// RFC 9112, 9.3; the keep-alive of HTTP/1.0 is not offered.
    var keepsAlive: Bool { minorVersion >= 1 && !tokens("connection").contains("close") }

    /// RFC 9110, 10.1.1.
    func expectsContinue() throws(HTTPRefusal) -> Bool {
        let expectations = tokens("expect")
        if expectations.isEmpty || minorVersion == 0 { return false }
        if expectations != ["100-continue"] { throw .unknownExpectation }
        return true
    }

    func request(body: Data) -> DevServer.Request {
        DevServer.Request(method: method, target: target, headers: headers, body: body)
    }

    /// RFC 9110, 5.6.2.
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { tokenBytes.contains($0) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
}
