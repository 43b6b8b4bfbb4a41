#if os(Linux)
    import Foundation

    /// What a server answers to the request for a WebSocket: its head, and the body where it refuses.
    package struct WebSocketResponse: Sendable {
        package var status: Int
        /// `HTTP/1.1`
        package var httpVersion: String
        /// In order, names as the server spelled them.
        package var headers: [(name: String, value: String)]
        /// At most 64 KiB of it, content codings not undone: none were asked for.
        package var body = Data()

        /// The values of a header, one for each line of its name.
        package func values(_ name: String) -> [String] {
            headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        }

        /// The elements of a header that is a list (RFC 9110, 5.6.1).
        package func tokens(_ name: String) -> [String] {
            values(name).flatMap { $0.split(separator: ",") }
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }

        /// From a head without its empty line.
        /// - Throws: `WebSocketError` with the code `badUpgrade`: it is not HTTP/1.1 (RFC 9112, 4 and 5).
        init(head: Data) throws(WebSocketError) {
            var lines = String(decoding: head, as: UTF8.self).split(
                omittingEmptySubsequences: false, whereSeparator: { $0 == "\r\n" || $0 == "\n" })
            let status = lines.removeFirst().split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard status.count >= 2, status[0] == "HTTP/1.1" || status[0] == "HTTP/1.0", status[1].count == 3,
                let code = UInt16(status[1]), (100...999).contains(code)
            else { throw WebSocketError(.badUpgrade, "the server's answer to the WebSocket's request is not HTTP/1.1") }
            httpVersion = String(status[0])
            self.status = Int(code)
            headers = []
            for line in lines {
                guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                    !line[..<colon].contains(where: { $0.isWhitespace })
                else { throw WebSocketError(.badUpgrade, "the server's answer has a line that is no header") }
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                headers.append((String(line[..<colon]), value))
            }
        }
    }
#endif
