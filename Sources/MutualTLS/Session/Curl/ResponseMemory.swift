#if os(Linux)
    import Foundation
    import MutualTLSTransport
    import PortableSecurity

    /// Makes Foundation's responses, and keeps the last one.
    ///
    /// `HTTPURLResponse` takes 2 microseconds for each field, on Linux as much as the rest of a small request together. It
    /// can't be changed, so one whose head is the same byte for byte, as in a row of requests within a second, is used again.
    final class ResponseMemory: Sendable {
        private struct Made {
            var head: ResponseHead
            var url: URL
            var response: HTTPURLResponse
        }
        private let last = Protected<Made?>(nil)

        /// The response as Foundation has it. Fields of the same name are joined by commas (RFC 9110, 5.3).
        /// - Throws: `MutualTLSError` with the code `badResponse`.
        func response(_ head: ResponseHead, for url: URL) throws(MutualTLSError) -> HTTPURLResponse {
            if let made = last.withLock({ $0 }), made.head == head, made.url == url { return made.response }
            guard
                let response = HTTPURLResponse(
                    url: url, statusCode: head.status, httpVersion: head.httpVersion, headerFields: Self.fields(head))
            else {
                throw MutualTLSError(.badResponse, "the response of \(url.host ?? "the server") has no usable status")
            }
            last.withLock { $0 = Made(head: head, url: url, response: response) }
            return response
        }

        private static func fields(_ head: ResponseHead) -> [String: String] {
            var fields: [String: String] = [:]
            var spelling: [String: String] = [:]
            for header in head.headers {
                let name = spelling[header.name.lowercased(), default: header.name]
                spelling[header.name.lowercased()] = name
                fields[name] = fields[name].map { "\($0), \(header.value)" } ?? header.value
            }
            return fields
        }
    }
#endif
