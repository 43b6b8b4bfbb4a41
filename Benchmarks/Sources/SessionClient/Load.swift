import Foundation

/// What a client is told: `CASE URL CONCURRENCY SECONDS FOLDER EXPECTED`.
struct Load: Sendable {
    enum Case: String {
        /// `EXPECTED` is the body of each answer, each on a connection of its own.
        case handshake
        /// `EXPECTED` is the body of each answer.
        case get
        /// `EXPECTED` is the number of bytes of each answer.
        case download
    }

    let kind: Case
    let url: URL
    let concurrency: Int
    let seconds: Double
    /// Holds ca.pem and client.p12.
    let folder: URL
    let expected: String

    init(arguments: [String]) throws {
        guard arguments.count == 6, let kind = Case(rawValue: arguments[0]), let url = URL(string: arguments[1]),
            let concurrency = Int(arguments[2]), let seconds = Double(arguments[3])
        else { throw Wrong("usage: handshake|get|download URL CONCURRENCY SECONDS FOLDER EXPECTED") }
        self.kind = kind
        self.url = url
        self.concurrency = concurrency
        self.seconds = seconds
        folder = URL(fileURLWithPath: arguments[4])
        expected = arguments[5]
    }
}

struct Wrong: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
