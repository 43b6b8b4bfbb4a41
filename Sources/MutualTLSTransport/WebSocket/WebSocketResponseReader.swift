#if os(Linux)
    import Foundation

    /// Reads the server's answer to the upgrade from bytes in pieces of any size; holds at most 64 KiB of head and as much of
    /// a body.
    struct WebSocketResponseReader: Sendable {
        private var head = Data()
        /// After the head of an answer that is no upgrade.
        private var refusal: WebSocketResponse?
        private static let limit = 64 << 10
        private static let end = Data("\r\n\r\n".utf8)

        /// - Returns: the answer once it is complete, and what came behind a 101: the server's first frames.
        /// - Throws: `WebSocketError` with the code `badUpgrade`.
        mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(WebSocketError) -> (
            WebSocketResponse, rest: Data
        )? {
            var bytes = Data(bytes)
            while refusal == nil {
                // Only the new part, and three bytes before it, can hold the end.
                let start = max(head.startIndex, head.endIndex - 3)
                head.append(bytes)
                bytes = Data()
                guard let end = head[start...].range(of: Self.end) else {
                    if head.count > Self.limit {
                        throw WebSocketError(.badUpgrade, "the head of the server's answer is larger than 64 KiB")
                    }
                    return nil
                }
                let response = try WebSocketResponse(head: head[..<end.lowerBound])
                let rest = Data(head[end.upperBound...])
                head = Data()
                if response.status == 101 { return (response, rest) }
                // Interim answers come before the real one (RFC 9110, 15.2).
                if response.status >= 200 { refusal = response }
                bytes = rest
            }
            refusal?.body.append(bytes)
            return complete(atEnd: false)
        }

        /// The connection has ended.
        /// - Returns: the answer as far as it has come; nil without a head.
        mutating func receiveEnd() -> (WebSocketResponse, rest: Data)? { complete(atEnd: true) }

        private func complete(atEnd: Bool) -> (WebSocketResponse, rest: Data)? {
            guard var response = refusal else { return nil }
            var isWhole = atEnd || response.body.count >= Self.limit
            if response.tokens("Transfer-Encoding").last?.lowercased() == "chunked" {
                // Joined only where it may be whole, not at each piece anew.
                guard isWhole || response.body.suffix(4) == Self.end else { return nil }
                let (body, isLast) = Self.joinChunks(response.body)
                response.body = body
                isWhole = isWhole || isLast
            } else if let length = response.values("Content-Length").first.flatMap({ Int($0) }), length >= 0 {
                isWhole = isWhole || response.body.count >= length
                response.body = response.body.prefix(length)
            } else if response.status == 204 || response.status == 304 {
                isWhole = true
            }
            response.body = Data(response.body.prefix(Self.limit))
            return isWhole ? (response, Data()) : nil
        }

        /// The data of as many chunks as there are (RFC 9112, 7.1), and whether the last one is among them.
        private static func joinChunks(_ bytes: Data) -> (Data, isLast: Bool) {
            var (rest, joined) = (bytes[...], Data())
            while let lineEnd = rest.range(of: Data("\r\n".utf8)) {
                let digits = String(
                    decoding: rest[..<lineEnd.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
                guard let size = Int(digits.trimmingCharacters(in: .whitespaces), radix: 16), size > 0 else {
                    // What is no size ends the body as the last chunk does: there is no way to go on.
                    return (joined, true)
                }
                let chunk = rest[lineEnd.upperBound...]
                joined.append(chunk.prefix(size))
                rest = chunk.dropFirst(size).dropFirst(2)
            }
            return (joined, false)
        }
    }
#endif
