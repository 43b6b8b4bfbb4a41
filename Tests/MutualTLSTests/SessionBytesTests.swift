import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

@Suite("Bytes and lines of a response", .needs(.nginx, cases: 4))
struct SessionBytesTests {
    private func session(_ pki: TestPKI) throws -> MutualTLSSession {
        try MutualTLSSession(identity: ClientIdentity(pki.client()), serverTrust: pki.trust)
    }

    @Test(
        "lines end with LF or CR LF, wherever the pieces were cut",
        arguments: [
            ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb", ["a", "b"]), ("\n\n", ["", ""]), ("a\rb\n", ["a\rb"]),
            ("ü\r\n\r\n", ["ü", ""]), ("\r", [""]),
        ])
    func lines(_ row: (body: String, lines: [String])) async throws {
        let pki = try TestPKI()
        let body = Data(row.body.utf8)
        let head = Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
        // Each byte is a record, and so a piece, of its own.
        let drip = body.map { HostileServer.Step.send(Data([$0])) }
        let server = try HostileServer([.handshake, .request, .send(head)] + drip + [.silence], tls: .init(pki))
        let session = try session(pki)
        var lines: [String] = []
        for try await line in try await session.bytes(from: server.url()).0.lines { lines.append(line) }
        #expect(lines == row.lines)
    }

    @Test("bytes outlive the variable that held their session")
    func ownership() async throws {
        let pki = try TestPKI()
        let server = try HostileServer(
            [
                .handshake, .request, .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"), .gate, .send("late"),
                .silence,
            ],
            tls: .init(pki))
        var session: MutualTLSSession? = try session(pki)
        weak let released = session
        let request = URLRequest(url: server.url(), timeoutInterval: 600)
        var bytes = try await session?.bytes(for: request).0
        session = nil
        server.openGate()
        var body = Data()
        if let bytes { for try await byte in bytes { body.append(byte) } }
        #expect(text(body) == "late" && released != nil)
        bytes = nil
        #expect(released == nil)
    }

    @Test("bytes and lines are all there, in a long body too")
    func long() async throws {
        let pki = try TestPKI()
        let folder = try TemporaryFolder()
        let expected = (0..<20_000).map { "line \($0)" }
        let body = Data(expected.joined(separator: "\n").utf8)
        try folder.write(body, "file")
        let nginx = try NginxServer(pki, http2: true, locations: "location /files/ { alias \(folder.path(""))/; }")
        let session = try session(pki)
        var lines: [String] = []
        for try await line in try await session.bytes(from: nginx.url("/files/file")).0.lines { lines.append(line) }
        #expect(lines == expected)
        var bytes = Data()
        for try await byte in try await session.bytes(from: nginx.url("/files/file")).0 { bytes.append(byte) }
        #expect(bytes == body)
    }
}
