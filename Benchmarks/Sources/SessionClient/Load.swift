import Foundation

/// Requests of one kind, as many at a time as are to be, for some time: `CASE URL CONCURRENCY SECONDS FOLDER EXPECTED`.
struct Load: Sendable {
    /// What a request is, and what its answer must be.
    enum Case: String {
        /// Each on a connection of its own; the answer's body is as expected.
        case handshake
        /// The answer's body is as expected.
        case get
        /// The answer has the expected number of bytes.
        case download
        /// The same, into a file.
        case save

        var isDownload: Bool { self == .download || self == .save }
    }

    private let kind: Case
    private let url: URL
    private let concurrency: Int
    private let seconds: Double
    private let expected: String
    private let client: Client

    init(_ arguments: [String]) throws {
        guard arguments.count == 6, let kind = Case(rawValue: arguments[0]), let url = URL(string: arguments[1]),
            let concurrency = Int(arguments[2]), let seconds = Double(arguments[3])
        else { throw Wrong("usage: handshake|get|download|save URL CONCURRENCY SECONDS FOLDER EXPECTED") }
        self.kind = kind
        self.url = url
        self.concurrency = concurrency
        self.seconds = seconds
        expected = arguments[5]
        client = try Client(folder: arguments[4], connections: concurrency)
    }

    /// Prints what the requests cost.
    func run() async throws -> Bool {
        // What is made once in a process is made before the clock starts.
        if !kind.isDownload { _ = try await requests(for: 0.25) }
        let start = Usage()
        let count = try await requests(for: seconds)
        let used = Usage() - start
        print(#"{"operations":\#(count),"cpuMicroseconds":\#(used.cpu * 1e6),"seconds":\#(used.wall)}"#)
        return true
    }

    /// - Returns: how many were answered.
    private func requests(for seconds: Double) async throws -> Int {
        let end = Date(timeIntervalSinceNow: seconds)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<concurrency {
                group.addTask {
                    var count = 0
                    repeat {
                        switch kind {
                        case .handshake, .get: try await client.get(url, expecting: expected)
                        case .download: try await client.download(url, expecting: expected)
                        case .save: try await client.save(url, expecting: expected)
                        }
                        count += 1
                    } while Date() < end
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
    }
}
