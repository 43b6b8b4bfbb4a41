import Foundation
import MutualTLS
import PortableSecurity

/// How a request is sent, and its response taken, besides as data.
enum Kind: String, Sendable, CaseIterable {
    case uploadOfData, uploadOfFile, download, bytes, webSocket

    /// What goes over HTTP.
    static let http = allCases.filter { $0 != .webSocket }

    var sendsBody: Bool { [.uploadOfData, .uploadOfFile].contains(self) }

    /// A request that fits it.
    func request(_ url: URL) -> URLRequest {
        var request = URLRequest(url: url)
        if sendsBody { request.httpMethod = "PUT" }
        return request
    }

    /// Runs `body` with a file that is sent, or that a response goes to.
    static func withFile<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("x".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file)
    }
}

extension ClientUnderTest {
    /// How it ended, for a table to compare: what a refusal says over HTTP is a failure here.
    func outcome(of request: URLRequest, as kind: Kind) async -> Outcome {
        do {
            let answer = try await send(request, as: kind)
            return answer.refusal.map { .failure($0) } ?? .answer(answer.status, answer.text)
        } catch let error as MutualTLSError {
            return .failure(error.code)
        } catch {
            return .untyped("\(type(of: error)): \(error)")
        }
    }
}

extension SessionBasedClient {
    func send(_ request: URLRequest, as kind: Kind) async throws -> Answer {
        switch kind {
        case .uploadOfData: return try await upload(request, .data(Data("x".utf8))) { _ in }
        case .uploadOfFile: return try await Kind.withFile { try await upload(request, .file($0)) { _ in } }
        case .download:
            return try await Kind.withFile { file in
                let response = try await download(request, to: file, resumeFrom: nil) { _ in }
                return Answer(response: response, body: try Data(contentsOf: file))
            }
        case .bytes:
            let open = try await open(request)
            var body = Data()
            while let piece = try await open.next() { body += piece }
            return Answer(response: open.response, body: body)
        case .webSocket:
            let socket = try await session.webSocket(for: request)
            guard case .string(let text) = try await socket.receive(), let answer = Answer(text, of: request) else {
                throw URLError(.badServerResponse)
            }
            return answer
        }
    }
}

extension Answer {
    /// A message of a WebSocket's, as the answer to its request.
    init?(_ message: String, of request: URLRequest) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 101, httpVersion: nil, headerFields: nil)
        else { return nil }
        self.init(response: response, body: Data(message.utf8))
    }
}
