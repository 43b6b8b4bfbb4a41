// README and the article on sessions: what a client does besides small requests.
import MutualTLS
import PortableSecurity

/// Sends a file and shows how far it is.
func send(_ file: URL, to url: URL, over session: MutualTLSSession) async throws -> Int {
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    let (_, response) = try await session.upload(for: request, fromFile: file) { progress in
        print(progress.completedBytes, "of", progress.totalBytes ?? 0)
    }
    return response.statusCode
}

/// Fetches a file, and goes on where a lost connection left off.
func fetchFile(_ url: URL, to destination: URL, over session: MutualTLSSession) async throws {
    let request = URLRequest(url: url)
    do {
        try await session.download(for: request, to: destination)
    } catch let error as MutualTLSError where error.resumeData != nil {
        try await session.download(for: request, to: destination, resumeFrom: error.resumeData)
    }
}

/// Follows a stream of events, line by line, for as long as the server sends.
func follow(_ url: URL, over session: MutualTLSSession, _ handle: (String) -> Void) async throws {
    let (bytes, _) = try await session.bytes(from: url)
    for try await line in bytes.lines { handle(line) }
}

/// Says hello over a WebSocket, and returns the answer.
func hello(_ url: URL, over session: MutualTLSSession) async throws -> MutualTLSSession.WebSocket.Message {
    let socket = try await session.webSocket(with: url)
    try await socket.send(.string("hello"))
    return try await socket.receive()
}
