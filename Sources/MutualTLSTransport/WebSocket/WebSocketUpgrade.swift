#if os(Linux)
    import Foundation
    import MutualTLSOpenSSL

    /// The request that turns a connection into a WebSocket, and what its answer must say (RFC 6455, 4.1).
    package struct WebSocketUpgrade: Sendable {
        /// The request as it goes out.
        package let request: Data
        private let accept: String
        private let protocols: [String]

        /// - Parameters:
        ///   - url: wss, https, ws or http. Its fragment and its user are not sent.
        ///   - headers: further ones. Those that are the upgrade's own, and `Host`, must not be among them.
        ///   - protocols: subprotocols, the preferred one first.
        ///   - nonce: 16 bytes, new for each connection.
        /// - Throws: `WebSocketError` with the code `invalidRequest`.
        package init(
            url: URL, headers: [(name: String, value: String)] = [], protocols: [String] = [],
            nonce: Data = randomNonce()
        ) throws(WebSocketError) {
            let (host, target) = try Self.address(of: url)
            guard Set(protocols).count == protocols.count, protocols.allSatisfy(isToken) else {
                throw WebSocketError(.invalidRequest, "each subprotocol must be a token of RFC 9110, and named once")
            }
            let key = nonce.base64EncodedString()
            var lines = [
                "GET \(target) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
            ]
            if !protocols.isEmpty { lines.append("Sec-WebSocket-Protocol: " + protocols.joined(separator: ", ")) }
            for header in headers {
                guard isToken(header.name), !Self.reserved.contains(header.name.lowercased()) else {
                    throw WebSocketError(
                        .invalidRequest, "the header \(header.name) can't be set in a WebSocket's request")
                }
                guard !header.value.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else {
                    throw WebSocketError(
                        .invalidRequest, "the value of the header \(header.name) holds a line break or NUL")
                }
                lines.append("\(header.name): \(header.value)")
            }
            request = Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
            accept = Digest.sha1(Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)).base64EncodedString()
            self.protocols = protocols
        }

        /// Fresh from the system's generator.
        package static func randomNonce() -> Data {
            Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
        }

        /// Judges the server's answer.
        /// - Returns: the subprotocol that it chose, if any.
        /// - Throws: `WebSocketError` with the code `refused` or `badUpgrade`, and the answer.
        package func check(_ response: WebSocketResponse) throws(WebSocketError) -> String? {
            func failure(_ code: WebSocketError.Code, _ reason: String) -> WebSocketError {
                var error = WebSocketError(code, reason)
                error.response = response
                return error
            }
            guard response.status == 101 else {
                throw failure(
                    .refused, "the server answers \(response.status) rather than switching to the WebSocket protocol")
            }
            let rules: [(isKept: Bool, text: String)] = [
                (response.tokens("Upgrade").map { $0.lowercased() } == ["websocket"], "Upgrade is not websocket"),
                (
                    response.tokens("Connection").contains { $0.lowercased() == "upgrade" },
                    "Connection doesn't hold Upgrade"
                ),
                (response.values("Sec-WebSocket-Accept") == [accept], "Sec-WebSocket-Accept doesn't fit the key"),
                (response.tokens("Sec-WebSocket-Extensions").isEmpty, "it chose an extension that was not offered"),
            ]
            if let broken = rules.first(where: { !$0.isKept }) {
                throw failure(.badUpgrade, "the server's answer is no upgrade to WebSocket: \(broken.text)")
            }
            let chosen = response.tokens("Sec-WebSocket-Protocol")
            guard chosen.count <= 1, chosen.allSatisfy(protocols.contains) else {
                throw failure(
                    .badUpgrade,
                    "the server's answer is no upgrade to WebSocket: it chose a subprotocol that was not offered")
            }
            return chosen.first
        }

        private static let reserved: Set = [
            "host", "connection", "upgrade", "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol",
            "sec-websocket-extensions", "sec-websocket-accept", "content-length", "transfer-encoding",
        ]

        /// The Host header and the request target.
        private static func address(of url: URL) throws(WebSocketError) -> (host: String, target: String) {
            let ports = ["wss": 443, "https": 443, "ws": 80, "http": 80]
            guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
                let scheme = parts.scheme?.lowercased(), let usual = ports[scheme], var host = parts.percentEncodedHost,
                !host.isEmpty
            else { throw WebSocketError(.invalidRequest, "the URL of a WebSocket must be wss (or ws) and name a host") }
            if host.contains(":"), !host.hasPrefix("[") { host = "[\(host)]" }
            if let port = parts.port, port != usual { host += ":\(port)" }
            var target = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
            if let query = parts.percentEncodedQuery { target += "?\(query)" }
            let isClean = (host + target).utf8.allSatisfy { (0x21...0x7E).contains($0) }
            guard isClean, (0...65_535).contains(parts.port ?? usual) else {
                throw WebSocketError(.invalidRequest, "the URL of the WebSocket can't be written into a request")
            }
            return (host, target)
        }
    }

    /// Whether a text is a token (RFC 9110, 5.6.2).
    private func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
#endif
