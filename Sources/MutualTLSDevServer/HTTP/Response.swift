import Foundation

extension DevServer {
    /// An HTTP response.
    public struct Response: Sendable, Hashable {
        /// The status, 200 to 599.
        public var status: Int
        /// The header's lines. Date and what frames the message (Content-Length, Transfer-Encoding) is the server's own
        /// business, and ignored here; `Connection: close` is obeyed.
        public var headers: [Header]
        /// The body; not sent for HEAD, 204 and 304.
        public var body: Data

        /// A response.
        public init(status: Int = 200, headers: [Header] = [], body: Data = Data()) {
            self.status = status
            self.headers = headers
            self.body = body
        }

        /// A response of plain text.
        public static func text(_ text: String, status: Int = 200) -> Response {
            Response(
                status: status, headers: [Header(name: "Content-Type", value: "text/plain; charset=utf-8")],
                body: Data(text.utf8))
        }
    }
}
