import Foundation
import MutualTLSOpenSSL
import MutualTLSPKI
import TestSupport
import Testing

@testable import MutualTLSTransport

/// A TCP server that reads one request a connection and sends what it was told, byte for byte.
private struct CannedServer {
    let url: URL
    private let folder: TemporaryFolder
    private let server: ChildServer

    init(_ response: String) throws {
        folder = try TemporaryFolder()
        let port = try FreePort.next()
        let script = """
            import socket, sys
            answer = open(sys.argv[1], "rb").read()
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", \(port)))
            listener.listen(16)
            while True:
                c, _ = listener.accept()
                request = b""
                while b"\\r\\n\\r\\n" not in request:
                    more = c.recv(4096)
                    if not more: break
                    request += more
                c.sendall(answer)
                c.close()
            """
        try folder.write(Data(script.utf8), "canned.py")
        try folder.write(Data(response.utf8), "answer")
        server = try ChildServer(
            "python3", [folder.path("canned.py"), folder.path("answer")], port: port, log: folder.path("log"))
        url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
    }
}

@Suite("Responses as servers write them", .needs(.python, cases: 20))
struct WireTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var response: String
        /// nil: an error with the code.
        var status: Int?
        var code: TransportError.Code?
        var headers: [String] = []
        var body = ""
    }

    static let rows = [
        Row(
            testDescription: "interim responses first",
            response: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            status: 200, headers: ["Content-Length=2"], body: "ok"),
        Row(
            testDescription: "a body that ends with the connection", response: "HTTP/1.1 200 OK\r\nA: b\r\n\r\nuntil",
            status: 200, headers: ["A=b"], body: "until"),
        Row(
            testDescription: "chunks with extensions, and trailers",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\n0\r\nSet-Cookie: a\r\n\r\n",
            status: 200, headers: ["Transfer-Encoding=chunked"], body: "ok"),
        Row(
            testDescription: "a folded header",
            response: "HTTP/1.1 200 OK\r\nA: b\r\n Location: c\r\nContent-Length: 0\r\n\r\n", status: 200,
            headers: ["A=b Location: c", "Content-Length=0"]),
        Row(
            testDescription: "HTTP/1.0 without a reason", response: "HTTP/1.0 404\r\n\r\nno", status: 404, body: "no"),
        Row(
            testDescription: "204 has no body, whatever follows",
            response: "HTTP/1.1 204 No Content\r\n\r\nnonsense", status: 204),
        Row(testDescription: "no HTTP at all", response: "hello\r\n", code: .badResponse),
        Row(testDescription: "nothing", response: "", code: .connectionLost),
        Row(testDescription: "half a status line", response: "HTTP/1.1 2", code: nil),
        Row(
            testDescription: "less than announced", response: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok",
            code: .connectionLost),
        Row(
            testDescription: "an unfinished chunk",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nok", code: .connectionLost),
        Row(
            testDescription: "a coding that is not what it says",
            response: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nplain", code: .badResponse),
        Row(
            testDescription: "two lengths", response: "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nok",
            code: .badResponse),
    ]

    @Test("a response is read to its end, or is an error that says what was wrong", arguments: rows)
    func responses(row: Row) async throws {
        let server = try CannedServer(row.response)
        let transport = try Transport(handler: Answers())
        let result = await Task { try await transport.perform(TransportRequest(url: server.url, timeout: 20)) }.result
        switch (result, row.status) {
        case (.success(let response), let status?):
            #expect(response.status == status)
            #expect(response.headers.map { "\($0.name)=\($0.value)" } == row.headers)
            #expect(String(decoding: response.body, as: UTF8.self) == row.body)
        case (.failure(let error), nil):
            let code = (error as? TransportError)?.code
            #expect(row.code == nil || code == row.code, "\(error)")
        default: Issue.record("\(result)")
        }
    }

    @Test(
        "a time limit that is no time is none, and no trap",
        arguments: [TimeInterval.nan, -.infinity, -1, .infinity, 1e300, .greatestFiniteMagnitude])
    func timeouts(timeout: TimeInterval) async throws {
        let server = try CannedServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let transport = try Transport(handler: Answers())
        let result = await Task { try await transport.perform(TransportRequest(url: server.url, timeout: timeout)) }
            .result
        switch result {
        case .success(let response): #expect(response.status == 200 && timeout > 0)
        case .failure(let error): #expect((error as? TransportError)?.code == .timedOut && !(timeout > 0))
        }
    }

    @Test(
        "pools that are stopped, drained and dropped under their requests leave none unanswered",
        .timeLimit(.minutes(2)))
    func lifetimes() async throws {
        let server = try CannedServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let url = server.url
        let outcomes = await withTaskGroup(of: String.self) { group in
            for round in 0..<24 {
                guard let transport = try? Transport(handler: Answers()) else { continue }
                for _ in 0..<8 {
                    group.addTask {
                        do {
                            return try await "\(transport.perform(TransportRequest(url: url, timeout: 60)).status)"
                        } catch {
                            return (error as? TransportError)?.code.description ?? "\(error)"
                        }
                    }
                }
                group.addTask {
                    try? await Task.sleep(for: .milliseconds(round))
                    if round.isMultiple(of: 3) { transport.stop() } else if round % 3 == 1 { transport.drain() }
                    return "ended"
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes.values.reduce(0, +) == 24 * 9 && outcomes["ended"] == 24)
        #expect(outcomes.keys.allSatisfy { ["200", "ended", "cancelled", "closed"].contains($0) }, "\(outcomes)")
        // Those that nobody stopped have all their answers.
        #expect((outcomes["200"] ?? 0) >= 64)
    }
}
