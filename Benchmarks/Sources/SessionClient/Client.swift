import Foundation
import MutualTLS

/// Sends requests through one session, as its users do, and looks at each answer.
struct Client: Sendable {
    private let load: Load
    private let session: MutualTLSSession

    init(_ load: Load) throws {
        self.load = load
        var configuration = MutualTLSSession.Configuration()
        configuration.maximumConnectionsPerHost = load.concurrency
        configuration.maximumResponseSize = 1 << 30
        session = try MutualTLSSession(
            identity: ClientIdentity(
                pkcs12: Data(contentsOf: load.folder.appendingPathComponent("client.p12")), password: "secret"),
            serverTrust: .anchors(contentsOf: Data(contentsOf: load.folder.appendingPathComponent("ca.pem"))),
            configuration: configuration)
    }

    /// Keeps as many requests under way as are to be, for so many seconds.
    /// - Returns: how many were answered.
    /// - Throws: at the first answer that is not as expected.
    func run(for seconds: Double) async throws -> Int {
        let end = Date(timeIntervalSinceNow: seconds)
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<load.concurrency {
                group.addTask {
                    var count = 0
                    repeat {
                        try await operation()
                        count += 1
                    } while Date() < end
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
    }

    private func operation() async throws {
        switch load.kind {
        case .handshake, .get:
            let (body, response) = try await session.data(from: load.url)
            guard response.statusCode == 200, body == Data(load.expected.utf8) else {
                throw Wrong("status \(response.statusCode): \(String(decoding: body, as: UTF8.self))")
            }
        case .download:
            let (body, response) = try await session.data(from: load.url)
            guard response.statusCode == 200, String(body.count) == load.expected,
                response.value(forHTTPHeaderField: "X-Client") == "SUCCESS CN=alice"
            else { throw Wrong("status \(response.statusCode), \(body.count) bytes") }
        }
    }
}
