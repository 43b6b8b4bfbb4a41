import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Uploads")
    struct UploadTests {
        /// Each piece of progress in order, and all of it at the end.
        private func expect(_ progress: [TransferProgress], endsAt size: Int) {
            let steps = progress.map(\.completedBytes)
            #expect(steps == steps.sorted())
            #expect(progress.allSatisfy { $0.totalBytes == Int64(size) })
            #expect(size == 0 ? steps.isEmpty : steps.last == Int64(size))
        }

        @Test(
            "data and files arrive byte for byte, once more after a redirect, and progress ends at the total",
            arguments: Way.offering(.upload), [0, 1, 3 << 20])
        func uploads(way: Way, size: Int) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            let folder = try TemporaryFolder()
            let content = ServedContent.pattern(size)
            let file = try folder.write(content, "file")
            for path in ["/mirror", "/redirect/mirror"] {
                for body in [UploadBody.data(content), .file(file)] {
                    let progress = Recorder<TransferProgress>()
                    let request = URLRequest(url: try servers.url(path, over: way.wire))
                    let answer = try await client.upload(request, body) { progress.append($0) }
                    #expect(answer.text.hasPrefix("POST|\(size)|"))
                    if path == "/mirror" { expect(progress.values, endsAt: size) }
                    #expect(size == 0 || progress.values.last?.fractionCompleted == 1)
                    if size == 0 { continue }
                    let stored = URL(fileURLWithPath: try #require(answer.header("X-Stored")))
                    #expect(try Data(contentsOf: stored) == content)
                    try FileManager.default.removeItem(at: stored)
                }
            }
        }

        @Test(
            "a file of 50 MiB arrives, and no more of it is read than the server takes",
            arguments: Way.offering(.upload, http1: true))
        func largeFile(way: Way) async throws {
            let servers = try SharedServers.current
            let size = 50 << 20
            let folder = try TemporaryFolder()
            let content = ServedContent.pattern(size)
            let file = try folder.write(content, "file")
            let hostile = try HostileServer(
                [.handshake, .gate, .request, .answer(), .silence], tls: .init(servers.pki, version: way.wire.tls))
            let client = try servers.client(way.transport)
            let progress = Recorder<TransferProgress>()
            async let answer = client.upload(URLRequest(url: hostile.url(), timeoutInterval: 600), .file(file)) {
                progress.append($0)
            }
            // The server reads nothing: what was read of the file is in the sockets' buffers.
            var (before, calm) = (-1, 0)
            while calm < 5 {
                try await Task.sleep(nanoseconds: 20_000_000)
                let count = progress.values.count
                (before, calm) = (count, count > 0 && count == before ? calm + 1 : 0)
            }
            let read = Int(progress.values.last?.completedBytes ?? 0)
            let held = read - OpenSockets.bytesUnderWay(to: hostile.port)
            #expect(read < size && held < 1 << 20, "\(read) bytes were read, \(held) of them are held")
            hostile.openGate()
            #expect(try await answer.text == "ok")
            #expect(hostile.connections.first?.requests.first?.body == content)
            expect(progress.values, endsAt: size)
        }

        @Test("a body is sent anew after 421", arguments: Way.offering(.upload, http1: true))
        func misdirected(way: Way) async throws {
            let servers = try SharedServers.current
            let content = ServedContent.pattern(100_000)
            let file = try TemporaryFolder()
            for body in [UploadBody.data(content), .file(try file.write(content, "file"))] {
                let server = try HostileServer(
                    MisdirectedTests.refuses, then: MisdirectedTests.answers,
                    tls: .init(servers.pki, version: way.wire.tls))
                let answer = try await servers.client(way.transport).upload(URLRequest(url: server.url()), body) { _ in
                }
                #expect(answer.text == "ok")
                #expect(server.connections.flatMap(\.requests).map(\.body) == [content, content])
            }
        }

        @Test("a stream that is slow is waited for, however short the time limit; one that fails ends the request")
        func streams() async throws {
            let servers = try SharedServers.current
            for (index, way) in Way.all.enumerated() {
                let client = try servers.client(way.transport)
                // Long enough for a busy machine; once is enough for that.
                let (limit, pause) = index == 0 ? (3.0, 4.0) : (60, 0.1)
                var request = URLRequest(url: try servers.url("/mirror", over: way.wire), timeoutInterval: limit)
                request.httpMethod = "POST"
                request.httpBodyStream = ScriptedStream([.pause(pause), .bytes(3), .pause(0.1), .bytes(5), .end])
                let answer = try await client.send(request)
                #expect(answer.text.hasPrefix("POST|8|"))
                request.httpBodyStream = ScriptedStream([.bytes(3), .failure])
                let error = await #expect(throws: MutualTLSError.self) { try await client.send(request) }
                #expect(error?.code == .invalidRequest)
                #expect(error?.reason.contains("stream") == true)
                let cause = error.map { "\($0.debugDescription)" } ?? ""
                #expect(cause.contains("Unplugged"))
                // It can be sent once.
                request.url = try servers.url("/redirect/mirror", over: way.wire)
                request.httpBodyStream = ScriptedStream([.bytes(3), .end])
                #expect(await client.outcome(of: request) == .failure(.invalidRequest))
            }
        }

        @Test(
            "a file that is missing, a folder, or one that shrinks meanwhile, is an error",
            arguments: Way.offering(.upload, http1: true))
        func badFiles(way: Way) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            let folder = try TemporaryFolder()
            let request = URLRequest(url: try servers.url("/mirror", over: way.wire))
            for place in [folder.url("none"), folder.url("")] {
                await #expect(throws: MutualTLSError(.invalidRequest, "")) {
                    try await client.upload(request, .file(place)) { _ in }
                }
            }
            let file = try folder.write(ServedContent.pattern(30 << 20), "file")
            let hostile = try HostileServer(
                [.handshake, .gate, .request, .answer()], tls: .init(servers.pki, version: way.wire.tls))
            let error = await #expect(throws: MutualTLSError.self) {
                try await client.upload(URLRequest(url: hostile.url()), .file(file)) { _ in
                    truncate(file.path, 1000)
                    hostile.openGate()
                }
            }
            #expect(error?.code == .invalidRequest && error?.reason.contains("shorter") == true)
            #expect(await hostile.endedConnections().map(\.requests.count) == [0])
        }
    }
}

/// An input stream that does as told.
final class ScriptedStream: InputStream {
    enum Step: Sendable {
        case bytes(Int)
        case pause(TimeInterval)
        case failure
        case end
    }
    struct Unplugged: Error {}

    private var steps: [Step]
    private var status = Stream.Status.notOpen

    init(_ steps: [Step]) {
        self.steps = steps
        super.init(data: Data())
    }

    override func open() { status = .open }
    override func close() { status = .closed }
    override var streamStatus: Stream.Status { status }
    override var streamError: (any Error)? { status == .error ? Unplugged() : nil }
    override var hasBytesAvailable: Bool { status == .open }

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        while !steps.isEmpty {
            switch steps.removeFirst() {
            case .pause(let seconds): Thread.sleep(forTimeInterval: seconds)
            case .bytes(let count):
                for index in 0..<min(count, maxLength) { buffer[index] = UInt8(index) }
                return min(count, maxLength)
            case .failure:
                status = .error
                return -1
            case .end: break
            }
        }
        status = .atEnd
        return 0
    }
}
