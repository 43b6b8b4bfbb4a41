import Foundation

extension DevServer {
    /// One line of an HTTP header.
    public struct Header: Sendable, Hashable {
        /// The name; upper and lower case mean the same.
        public var name: String
        /// The value, without blanks around it.
        public var value: String

        /// A line of a header.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// An HTTP request, its body included.
    public struct Request: Sendable, Hashable {
        /// Such as `GET`, as sent.
        public let method: String
        /// What the request line asks for, path and query, as sent.
        public let target: String
        /// The header's lines in their order.
        public let headers: [Header]
        /// The body without its transfer coding.
        public let body: Data

        /// The target without the query, as sent (percent signs and all).
        public var path: String { String(target.prefix { $0 != "?" }) }

        /// The first value of a header, whatever the case of its name; nil where there is none.
        public func header(_ name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }
}
