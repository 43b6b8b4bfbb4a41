/// Why a request is not served: an HTTP status and a sentence for the client.
struct HTTPRefusal: Error, Sendable, Hashable {
    /// The status (RFC 9110, 15).
    let status: Int
    /// In words, without anything of the request in them.
    let reason: String

    /// 400 with a reason.
    static func badRequest(_ reason: String) -> HTTPRefusal { HTTPRefusal(status: 400, reason: reason) }
    /// 408.
    static let timedOut = HTTPRefusal(status: 408, reason: "the request did not arrive in time")
    /// 413.
    static func bodyTooLarge(_ limit: Int) -> HTTPRefusal {
        HTTPRefusal(status: 413, reason: "the body has more than \(limit) bytes")
    }
    /// 414.
    static let targetTooLong = HTTPRefusal(status: 414, reason: "the request line is too long")
    /// 417.
    static let unknownExpectation = HTTPRefusal(status: 417, reason: "no expectation but 100-continue can be met")
    /// 431.
    static let headersTooLarge = HTTPRefusal(status: 431, reason: "the header is too large")
    /// 501.
    static let unknownCoding = HTTPRefusal(status: 501, reason: "no transfer coding but chunked is known")
    /// 505.
    static let unknownVersion = HTTPRefusal(status: 505, reason: "no version of HTTP but 1.1 and 1.0 is spoken")
    /// What a port that speaks TLS says to plain HTTP, as nginx does.
    static let plainHTTP = HTTPRefusal(status: 400, reason: "this port speaks TLS, and got plain HTTP; use https://")
}
