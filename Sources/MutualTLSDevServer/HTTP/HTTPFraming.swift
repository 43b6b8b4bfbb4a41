/// Where a request's body ends (RFC 9112, 6). Whatever could be read in two ways is refused.
enum HTTPFraming: Sendable, Hashable {
    /// After so many bytes; 0 without a body.
    case length(Int)
    /// Where its chunks say.
    case chunked

    init(_ head: HTTPRequestHead) throws(HTTPRefusal) {
        let hosts = head.values("host")
        if hosts.count > 1 || hosts.isEmpty && head.minorVersion >= 1 {
            throw .badRequest("a request has exactly one Host header")
        }
        let codings = head.values("transfer-encoding")
        let lengths = head.values("content-length")
        if codings.isEmpty {
            self = .length(try Self.length(lengths))
            return
        }
        if !lengths.isEmpty { throw .badRequest("Content-Length and Transfer-Encoding contradict each other") }
        if head.minorVersion == 0 { throw .badRequest("HTTP/1.0 has no Transfer-Encoding") }
        if head.tokens("transfer-encoding") != ["chunked"] { throw .unknownCoding }
        self = .chunked
    }

    private static func length(_ values: [String]) throws(HTTPRefusal) -> Int {
        guard let value = values.first else { return 0 }
        guard values.count == 1, (1...18).contains(value.utf8.count),
            value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let length = Int(value)
        else { throw .badRequest("Content-Length is not one number") }
        return length
    }

    /// The size at the start of a chunk (RFC 9112, 7.1); extensions are ignored.
    static func chunkSize(_ line: [UInt8]) throws(HTTPRefusal) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let rest = line[digits.endIndex...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard (1...15).contains(digits.count), digits.allSatisfy(isHexadecimal),
            rest.isEmpty || rest.first == UInt8(ascii: ";"), !line.contains(UInt8(ascii: "\r")),
            let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw .badRequest("a chunk's size is not a hexadecimal number") }
        return size
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
