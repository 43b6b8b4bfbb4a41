import Foundation
import MutualTLS
import PortableSecurity

/// One session, and a look at each of its answers. Each method throws where an answer is not as expected.
struct Client: Sendable {
    private let session: MutualTLSSession
    /// Where a download is saved.
    private let saved: URL

    /// - Parameters:
    ///   - folder: holds ca.pem and client.p12.
    ///   - connections: how many to a host may be open at once.
    init(folder: String, connections: Int) throws {
        let folder = URL(fileURLWithPath: folder)
        saved = folder.appendingPathComponent("saved-\(getpid())")
        var configuration = MutualTLSSession.Configuration()
        configuration.maximumConnectionsPerHost = connections
        session = try MutualTLSSession(
            identity: ClientIdentity(
                pkcs12: Data(contentsOf: folder.appendingPathComponent("client.p12")), password: "secret"),
            serverTrust: .anchors(contentsOf: Data(contentsOf: folder.appendingPathComponent("ca.pem"))),
            configuration: configuration)
    }

    /// - Parameter expected: the answer's body.
    func get(_ url: URL, expecting expected: String) async throws {
        let (body, response) = try await session.data(from: url)
        guard response.statusCode == 200, body == Data(expected.utf8) else {
            throw Wrong("status \(response.statusCode): \(String(decoding: body, as: UTF8.self))")
        }
    }

    /// - Parameter expected: the body's number of bytes.
    func download(_ url: URL, expecting expected: String) async throws {
        let (bytes, response) = try await session.bytes(from: url)
        var count = 0
        for try await chunk in bytes.chunks { count += chunk.count }
        guard response.statusCode == 200, String(count) == expected,
            response.value(forHTTPHeaderField: "X-Client") == "SUCCESS CN=alice"
        else { throw Wrong("status \(response.statusCode), \(count) bytes") }
    }

    /// - Parameter expected: the file's number of bytes.
    func save(_ url: URL, expecting expected: String) async throws {
        let response = try await session.download(for: URLRequest(url: url), to: saved)
        let size = try FileManager.default.attributesOfItem(atPath: saved.path)[.size] as? Int
        guard response.statusCode == 200, size.map(String.init) == expected,
            response.value(forHTTPHeaderField: "X-Client") == "SUCCESS CN=alice"
        else { throw Wrong("status \(response.statusCode), \(size ?? -1) bytes") }
        try FileManager.default.removeItem(at: saved)
    }
}

struct Wrong: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
