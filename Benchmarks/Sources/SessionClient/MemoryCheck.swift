import Foundation
import Leaks

/// Memory stays as it is over many requests and many handshakes: `memory H1-URL H2-URL CLOSING-URL FOLDER`.
struct MemoryCheck {
    private let urls: [URL]
    private let client: Client
    private static let lanes = 10

    init(_ arguments: [String]) throws {
        guard arguments.count == 5 else { throw Wrong("usage: memory H1-URL H2-URL CLOSING-URL FOLDER") }
        urls = arguments[1...3].compactMap { URL(string: $0) }
        client = try Client(folder: arguments[4], connections: Self.lanes)
    }

    func run() async throws -> Bool {
        // Half of the rounds warm up: threads that come late bring memory of their own. Behind that a leak of 42 bytes a
        // request is seen.
        let loops: [(Loop, URL, String)] = [
            (Loop("requests over HTTP/1.1", rounds: 50_000, warmUp: 25_000, samples: 20), urls[0], "SUCCESS CN=alice"),
            (Loop("requests over HTTP/2", rounds: 50_000, warmUp: 25_000, samples: 20), urls[1], "SUCCESS CN=alice"),
            (Loop("handshakes", rounds: 5_000, warmUp: 2_500, samples: 20), urls[2], "SUCCESS CN=alice . 1"),
        ]
        var isFlat = true
        for (loop, url, expected) in loops {
            isFlat = try await loop.run { try await play($0, url, expected) } && isFlat
        }
        return isFlat
    }

    private func play(_ rounds: Int, _ url: URL, _ expected: String) async throws {
        try await withThrowingTaskGroup(of: Void.self) { [client] group in
            for _ in 0..<Self.lanes {
                group.addTask {
                    for _ in 0..<rounds / Self.lanes { try await client.get(url, expecting: expected) }
                }
            }
            try await group.waitForAll()
        }
    }
}
