#if os(Linux)
    import Foundation

    /// The header section of a response (RFC 9112), kept as it came until somebody asks for the fields.
    package struct ResponseHead: Sendable, Hashable {
        /// The status line, and the lines of the fields with their line breaks.
        package private(set) var bytes: [UInt8] = []
        /// The status code; 0 before there is one.
        package private(set) var status = 0
        /// Whether the empty line came. What libcurl hands on after that are trailers, which are no headers (RFC 9110, 6.5.1).
        package private(set) var isComplete = false

        /// An interim response, such as `100 Continue`: another head follows.
        package var isInterim: Bool { (100..<200).contains(status) }

        /// Takes one line with its line break. A status line starts anew, so that of several heads the last one stays.
        mutating func take(line: UnsafeRawBufferPointer) {
            if Self.isStatusLine(line) {
                let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
                status =
                    parts.count > 1 ? UInt16(String(decoding: parts[1].prefix(3), as: UTF8.self)).map(Int.init) ?? 0 : 0
                bytes.removeAll(keepingCapacity: true)
                isComplete = false
            } else if isComplete {
                return
            } else if line.allSatisfy(Self.isSpace) {
                isComplete = true
                return
            }
            bytes.append(contentsOf: line)
        }

        private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
            line.count >= 5 && line[0] == UInt8(ascii: "H") && line.starts(with: "HTTP/".utf8)
        }

        private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

        /// `HTTP/1.1` or `HTTP/2`; empty before there is one.
        package var httpVersion: String {
            String(decoding: bytes.prefix { !Self.isSpace($0) }, as: UTF8.self)
        }

        /// The fields, in order; names as the server spelled them.
        package var headers: [(name: String, value: String)] {
            bytes.withUnsafeBytes { bytes in
                var headers: [(name: String, value: String)] = []
                for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
                    let content = Self.trimmed(line)
                    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
                        // A folded line goes on with the value before it (RFC 9112, 5.2).
                        guard let last = headers.indices.last else { continue }
                        headers[last].value += " " + String(decoding: content, as: UTF8.self)
                    } else if let colon = content.firstIndex(of: UInt8(ascii: ":")) {
                        let name = String(decoding: Self.trimmed(content[..<colon]), as: UTF8.self)
                        let value = Self.trimmed(content[content.index(after: colon)...])
                        if !name.isEmpty { headers.append((name, String(decoding: value, as: UTF8.self))) }
                    }
                }
                return headers
            }
        }

        /// Whether the body ends where the connection does (RFC 9112, 6.3).
        var endsWithConnection: Bool {
            status >= 200 && status != 204 && status != 304 && bytes.starts(with: "HTTP/1".utf8)
                && !mentions("content-length") && !mentions("transfer-encoding")
        }

        /// Whether the length, where one is given, is a number, and one alone (RFC 9112, 6.3).
        var hasOneLength: Bool {
            guard mentions("content-length") else { return true }
            let values = headers.filter { $0.name.lowercased() == "content-length" }.flatMap { header in
                header.value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            return Set(values).count == 1
                && values.allSatisfy { Int64($0) != nil && $0.utf8.allSatisfy { (48...57).contains($0) } }
        }

        /// Whether a field of this name may be there, at a glance.
        /// - Parameter name: in lower case.
        package func mentions(_ name: String) -> Bool {
            name.utf8.withContiguousStorageIfAvailable { name in
                var start = 0
                while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                    start = end + 1
                    if bytes.count - start > name.count, bytes[start + name.count] == UInt8(ascii: ":"),
                        zip(bytes[start...], name).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
                    {
                        return true
                    }
                }
                return false
            } ?? true
        }

        /// Without the white space at both ends.
        private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
            let start = bytes.drop(while: isSpace)
            guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start.prefix(0) }
            return start[...last]
        }
    }
#endif
