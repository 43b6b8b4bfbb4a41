import Foundation

/// Many transfers at once on one session, each with an answer of its own: `concurrent COUNT CONNECTIONS URL FOLDER`.
struct ConcurrencyCheck {
    private let count: Int
    private let url: String
    private let client: Client

    init(_ arguments: [String]) throws {
        guard arguments.count == 5, let count = Int(arguments[1]), let connections = Int(arguments[2]) else {
            throw Wrong("usage: concurrent COUNT CONNECTIONS URL FOLDER")
        }
        self.count = count
        url = arguments[3]
        client = try Client(folder: arguments[4], connections: connections)
    }

    /// Starts all of them, waits for all of them, and prints how many were answered as they should be.
    func run() async throws -> Bool {
        let start = Usage()
        let failures = await withTaskGroup(of: String?.self) { [url, client] group in
            for number in 0..<count {
                group.addTask {
                    do {
                        guard let url = URL(string: "\(url)numbered?n=\(number)") else { throw Wrong("no URL: \(url)") }
                        try await client.get(url, expecting: "\(number) SUCCESS CN=alice")
                        return nil
                    } catch {
                        return "\(number): \(error)"
                    }
                }
            }
            return await group.reduce(into: []) { $0 += [$1] }.compactMap { $0 }
        }
        for failure in failures.prefix(5) { print("  \(failure)") }
        let seconds = String(format: "%.1f", (Usage() - start).wall)
        print("  \(count - failures.count) of \(count) answered in \(seconds) s")
        return failures.isEmpty
    }
}
