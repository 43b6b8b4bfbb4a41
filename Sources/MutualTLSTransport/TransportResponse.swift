#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// What came back.
    package struct TransportResponse: Sendable {
        /// The status code of the final response.
        package var status: Int
        /// `HTTP/1.1` or `HTTP/2`.
        package var httpVersion: String
        /// In order, names as the server spelled them.
        package var headers: [(name: String, value: String)]
        /// Content codings are already undone.
        package var body: Data
        /// The handshake of the connection that this request opened; nil when it travelled on one that was open.
        package var handshake: HandshakeFacts?
    }

    /// The header section of a response as it arrives, line by line (RFC 9112).
    struct ResponseHead {
        private(set) var status = 0
        private(set) var httpVersion = ""
        private(set) var headers: [(name: String, value: String)] = []
        /// After the empty line. What libcurl hands on after that are trailers, which are no headers (RFC 9110, 6.5.1).
        private var isComplete = false

        /// Takes one line with its line break. A status line starts anew, so that of several heads (such as
        /// `100 Continue`) the last one stays.
        mutating func take(line: UnsafeRawBufferPointer) {
            let bytes = Self.trimmed(line[...])
            if line.starts(with: "HTTP/".utf8) {
                let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2)
                httpVersion = parts.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
                status =
                    parts.count > 1 ? UInt16(String(decoding: parts[1].prefix(3), as: UTF8.self)).map(Int.init) ?? 0 : 0
                headers = []
                isComplete = false
            } else if bytes.isEmpty {
                isComplete = true
            } else if isComplete {
                return
            } else if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
                // A folded line goes on with the value before it (RFC 9112, 5.2).
                guard let last = headers.indices.last else { return }
                headers[last].value += " " + String(decoding: bytes, as: UTF8.self)
            } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
                let name = String(decoding: Self.trimmed(bytes[..<colon]), as: UTF8.self)
                let value = String(decoding: Self.trimmed(bytes[bytes.index(after: colon)...]), as: UTF8.self)
                if !name.isEmpty { headers.append((name, value)) }
            }
        }

        /// Without the white space at both ends.
        private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
            func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
            let start = bytes.drop(while: isSpace)
            guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start.prefix(0) }
            return start[...last]
        }
    }
#endif
