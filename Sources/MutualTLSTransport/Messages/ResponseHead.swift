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

        /// Whether it came over HTTP/2.
        var isHTTP2: Bool { bytes.count > 5 && bytes[5] == UInt8(ascii: "2") }

        /// An interim response, such as `100 Continue`: another head follows.
        package var isInterim: Bool { (100..<200).contains(status) }

        /// Takes one line with its line break. A status line starts anew, so that of several heads the last one stays.
        mutating func take(line: UnsafeRawBufferPointer) {
            if Self.isStatusLine(line) {
                status = Self.status(line)
                bytes.removeAll(keepingCapacity: true)
                (isComplete, framing) = (false, Framing())
            } else if isComplete {
                return
            } else if line.allSatisfy(Self.isSpace) {
                isComplete = true
                return
            } else {
                framing.note(line)
            }
            bytes.append(contentsOf: line)
        }

        /// The three digits behind the version; 0 where there are none.
        private static func status(_ line: UnsafeRawBufferPointer) -> Int {
            let digits = line.drop { $0 != UInt8(ascii: " ") }.drop { $0 == UInt8(ascii: " ") }.prefix(3)
            return digits.reduce(0 as Int?) { number, digit in
                guard let number, (48...57).contains(digit) else { return nil }
                return number * 10 + Int(digit) - 48
            } ?? 0
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
            status >= 200 && status != 204 && status != 304 && !isHTTP2 && !framing.hasLength && !framing.isChunked
        }

        /// Whether the length, where one is given, is a number, and one alone (RFC 9112, 6.3).
        var hasOneLength: Bool { framing.hasOneLength }

        /// Whether it sets cookies.
        package var setsCookies: Bool { framing.setsCookies }

        /// What the fields say that every response is asked about: found line by line as they come.
        private struct Framing: Hashable {
            var hasLength = false
            var hasOneLength = true
            var length: Int64 = 0
            var isChunked = false
            var setsCookies = false

            mutating func note(_ line: UnsafeRawBufferPointer) {
                guard line.count > 10, let start = line.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
                switch line[0] | 0x20 {
                case UInt8(ascii: "c") where strncasecmp(start, "content-length:", 15) == 0:
                    noteLength(line[15...])
                case UInt8(ascii: "t") where strncasecmp(start, "transfer-encoding:", 18) == 0: isChunked = true
                case UInt8(ascii: "s") where strncasecmp(start, "set-cookie:", 11) == 0: setsCookies = true
                default: break
                }
            }

            /// Several lengths may stand in one field, and are fine where they are the same (RFC 9110, 8.6).
            private mutating func noteLength(_ value: Slice<UnsafeRawBufferPointer>) {
                for part in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                    let digits = ResponseHead.trimmed(part)
                    var number: Int64? = digits.isEmpty ? nil : 0
                    for digit in digits {
                        guard (48...57).contains(digit), let so = number else {
                            number = nil
                            break
                        }
                        let (tens, isLong) = so.multipliedReportingOverflow(by: 10)
                        let (sum, isLonger) = tens.addingReportingOverflow(Int64(digit) - 48)
                        number = isLong || isLonger ? nil : sum
                    }
                    if number == nil || (hasLength && number != length) { hasOneLength = false }
                    hasLength = true
                    length = number ?? 0
                }
            }
        }
        private var framing = Framing()

        /// Without the white space at both ends.
        private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
            let start = bytes.drop(while: isSpace)
            guard let last = start.lastIndex(where: { !isSpace($0) }) else { return start.prefix(0) }
            return start[...last]
        }
    }
#endif
