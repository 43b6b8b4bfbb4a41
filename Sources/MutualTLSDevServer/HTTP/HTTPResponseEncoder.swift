import Foundation

/// Writes responses (RFC 9112).
enum HTTPResponseEncoder {
    /// The response's bytes. One that can't be written (a line break in a header, say) becomes a 500 that says so.
    /// - Parameters:
    ///   - isHead: the request's method was HEAD, so the body stays here and its length is told.
    ///   - closes: the connection ends after this.
    static func encode(_ response: DevServer.Response, isHead: Bool, closes: Bool, date: Date) -> Data {
        if let flaw = flaw(in: response) {
            return encode(
                .text("the handler's response \(flaw)\n", status: 500), isHead: isHead, closes: closes, date: date)
        }
        let hasNoBody = response.status == 204 || response.status == 304
        var head = "HTTP/1.1 \(response.status) \(reasonPhrase(response.status))\r\nDate: \(HTTPDate.text(date))\r\n"
        for header in response.headers where !isOurs(header.name) {
            head += "\(header.name): \(header.value)\r\n"
        }
        if !hasNoBody { head += "Content-Length: \(response.body.count)\r\n" }
        head += closes ? "Connection: close\r\n\r\n" : "\r\n"
        return Data(head.utf8) + (isHead || hasNoBody ? Data() : response.body)
    }

    /// Whether the response itself ends the connection.
    static func closes(_ response: DevServer.Response) -> Bool {
        response.headers.contains { $0.name.lowercased() == "connection" && $0.value.lowercased() == "close" }
    }

    private static func flaw(in response: DevServer.Response) -> String? {
        if !(200...599).contains(response.status) { return "has the status \(response.status), not one of 200 to 599" }
        for header in response.headers {
            if !HTTPRequestHead.isToken(header.name.utf8) { return "has a header whose name is no token" }
            if !header.value.utf8.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) {
                return "has a header whose value holds a control character"
            }
        }
        return nil
    }

    private static func isOurs(_ name: String) -> Bool {
        ["connection", "content-length", "date", "transfer-encoding"].contains(name.lowercased())
    }

    private static func reasonPhrase(_ status: Int) -> String {
        phrases[status] ?? (status < 300 ? "OK" : status < 400 ? "Redirect" : "Error")
    }

    private static let phrases = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 413: "Content Too Large", 414: "URI Too Long", 417: "Expectation Failed",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}
