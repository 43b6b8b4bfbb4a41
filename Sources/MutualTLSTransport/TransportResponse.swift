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

        /// Takes one line with its line break. A status line starts anew, so that of several heads (such as
        /// `100 Continue`) the last one stays.
        mutating func take(line: UnsafeRawBufferPointer) {
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("HTTP/") {
                let parts = text.split(separator: " ", maxSplits: 2)
                httpVersion = parts.first.map(String.init) ?? ""
                status = parts.count > 1 ? Int(parts[1].prefix(3)) ?? 0 : 0
                headers = []
            } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
                let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
                headers.append((String(text[..<colon]), value))
            }
        }
    }
#endif
