import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Downloads to a file")
    struct DownloadTests {
        private let folder: TemporaryFolder
        private var file: URL { folder.url("file") }
        private let content = ServedContent.pattern(200_000)
        private static let half = 100_000

        init() throws { folder = try TemporaryFolder() }

        private var files: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path(""))) ?? []).sorted()
        }

        private func head(_ status: String, _ length: Int, _ fields: String = "") -> HostileServer.Step {
            .send("HTTP/1.1 \(status)\r\nContent-Length: \(length)\r\n\(fields)\r\n")
        }

        /// Sends half of the content, and breaks the connection.
        private func breaking(_ fields: String = "ETag: \"1\"\r\n") -> [HostileServer.Step] {
            [
                .handshake, .request, head("200 OK", content.count, fields), .send(content.prefix(Self.half)), .gate,
                .close,
            ]
        }

        @Test(
            "a file is there whole, and progress ends at its size", arguments: Way.offering(.download),
            [0, 1, 20 << 20])
        func whole(way: Way, size: Int) async throws {
            let servers = try SharedServers.current
            let progress = Recorder<TransferProgress>()
            try folder.write(Data("old".utf8), "file")
            let response = try await servers.client(way.transport).download(
                URLRequest(url: servers.url("/files/\(size)", over: way.wire)), to: file, resumeFrom: nil
            ) { progress.append($0) }
            #expect(response.statusCode == 200)
            #expect(try Data(contentsOf: file) == ServedContent.pattern(size))
            #expect(files == ["file"])
            let steps = progress.values.map(\.completedBytes)
            #expect(steps == steps.sorted() && (size == 0 ? steps.isEmpty : steps.last == Int64(size)))
            #expect(progress.values.allSatisfy { $0.totalBytes == Int64(size) })
        }

        @Test(
            "a part that the caller asks for is a part; a coded body is decoded, and its size not known before",
            arguments: Way.offering(.download))
        func partsAndCodings(way: Way) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            var request = URLRequest(url: try servers.url("/files/1048576", over: way.wire))
            request.setValue("bytes=10-19", forHTTPHeaderField: "Range")
            #expect(try await client.download(request, to: file, resumeFrom: nil) { _ in }.statusCode == 206)
            #expect(try Data(contentsOf: file) == ServedContent.pattern(20).suffix(10))
            let progress = Recorder<TransferProgress>()
            let coded = URLRequest(url: try servers.url("/coded/gzip", over: way.wire))
            _ = try await client.download(coded, to: file, resumeFrom: nil) { progress.append($0) }
            #expect(try String(contentsOf: file, encoding: .utf8) == ServedContent.text)
            #expect(progress.values.allSatisfy { $0.totalBytes == nil })
        }

        @Test(
            "nothing is at the destination before the end, and after a failure it is as it was",
            arguments: Way.offering(.download, http1: true), [true, false])
        func atomicity(way: Way, isThere: Bool) async throws {
            let servers = try SharedServers.current
            if isThere { try folder.write(Data("old".utf8), "file") }
            let server = try HostileServer(
                breaking("Accept-Ranges: none\r\n"), tls: .init(servers.pki, version: way.wire.tls))
            let client = try servers.client(way.transport)
            let came = Recorder<TransferProgress>()
            async let result = Result {
                try await client.download(
                    URLRequest(url: server.url(), timeoutInterval: 600), to: file, resumeFrom: nil
                ) { came.append($0) }
            }
            #expect(await eventually { came.values.last?.completedBytes == Int64(Self.half) })
            let before = try? String(contentsOf: file, encoding: .utf8)
            #expect(before == (isThere ? "old" : nil))
            server.openGate()
            let ended = await result
            let error = #expect(throws: MutualTLSError.self) { try ended.get() }
            #expect(error?.code == .connectionLost)
            // Nothing that could be gone on with, so nothing is left.
            #expect(error.map { client.resumeData(of: $0) } == .some(nil))
            #expect(files == (isThere ? ["file"] : []))
            #expect((try? String(contentsOf: file, encoding: .utf8)) == (isThere ? "old" : nil))
        }

        /// What becomes of a download that broke off at half.
        struct Row: Sendable, CustomTestStringConvertible {
            var testDescription: String
            /// What follows the request that resumes, as far as the end of its first response.
            var answer: @Sendable (_ content: Data) -> [HostileServer.Step]
            /// nil: all of the content, from both.
            var expected: Result<Data, MutualTLSError>?
            /// Of the request that resumes, and of a further one if there is one.
            var ranges = [["bytes=100000-"]]
        }

        private static func response(_ status: String, _ body: Data, _ fields: String = "") -> [HostileServer.Step] {
            [.send(Data("HTTP/1.1 \(status)\r\nContent-Length: \(body.count)\r\n\(fields)\r\n".utf8) + body)]
        }
        private static let range = "Content-Range: bytes 100000-199999/200000\r\nETag: \"1\"\r\n"
        private static let other = Data("something else".utf8)

        static let rows = [
            Row(testDescription: "the rest comes") { response("206 Partial Content", $0.suffix(half), range) },
            Row(
                testDescription: "the file has changed", answer: { _ in response("200 OK", other, "ETag: \"2\"\r\n") },
                expected: .success(other)),
            Row(
                testDescription: "there is no such range any more, and the whole is asked for",
                answer: { _ in
                    response("416 No", Data(), "Content-Range: bytes */5\r\n") + [.request] + response("200 OK", other)
                },
                expected: .success(other), ranges: [["bytes=100000-"], []]),
            Row(
                testDescription: "the same, and 416 has a page",
                answer: { _ in response("416 No", Data("page".utf8)) + [.request] + response("200 OK", other) },
                expected: .success(other), ranges: [["bytes=100000-"], []]),
            Row(
                testDescription: "another part comes, and the whole is asked for",
                answer: {
                    response("206 Partial Content", $0.suffix(half), "Content-Range: bytes 50000-149999/200000\r\n")
                        + [.request] + response("200 OK", other)
                },
                expected: .success(other), ranges: [["bytes=100000-"], []]),
            Row(
                testDescription: "a part comes that doesn't say which, and the whole is asked for",
                answer: { response("206 Partial Content", $0.suffix(half)) + [.request] + response("200 OK", other) },
                expected: .success(other), ranges: [["bytes=100000-"], []]),
            Row(
                testDescription: "that part comes of another version, and the whole is asked for",
                answer: {
                    response(
                        "206 Partial Content", $0.suffix(half), range.replacingOccurrences(of: "\"1\"", with: "\"2\""))
                        + [.request] + response("200 OK", other)
                },
                expected: .success(other), ranges: [["bytes=100000-"], []]),
            Row(
                testDescription: "another part comes and is empty, and the whole is asked for",
                answer: { _ in
                    response("206 Partial Content", Data(), "Content-Range: bytes 5-5/200000\r\n") + [.request]
                        + response("200 OK", other)
                },
                expected: .success(other), ranges: [["bytes=100000-"], []]),
        ]

        @Test(
            "a download that broke off goes on where it ended, if the file is the same",
            arguments: Way.offering(.download, http1: true), rows)
        func resuming(way: Way, row: Row) async throws {
            let servers = try SharedServers.current
            try folder.write(Data("old".utf8), "file")
            let server = try HostileServer(
                breaking(), then: [.handshake, .request] + row.answer(content) + [.silence],
                tls: .init(servers.pki, version: way.wire.tls))
            server.openGate()
            let client = try servers.client(way.transport)
            let request = URLRequest(url: server.url("/file?version=1"))
            let error = await #expect(throws: MutualTLSError.self) {
                try await client.download(request, to: file, resumeFrom: nil) { _ in }
            }
            let data = error.flatMap { client.resumeData(of: $0) }
            #expect(data != nil)
            #expect(files.count == 2)
            #expect(try String(contentsOf: file, encoding: .utf8) == "old")
            let progress = Recorder<TransferProgress>()
            let result = await Result {
                try await client.download(request, to: file, resumeFrom: data) { progress.append($0) }
            }
            let expected = row.expected ?? .success(content)
            switch expected {
            case .success(let whole):
                #expect(throws: Never.self) { try result.get() }
                #expect(try Data(contentsOf: file) == whole)
                #expect(progress.values.last?.fractionCompleted == 1)
                if row.expected == nil { #expect(progress.values.allSatisfy { $0.completedBytes > Self.half }) }
            case .failure(let error):
                #expect(throws: error) { try result.get() }
                #expect(try String(contentsOf: file, encoding: .utf8) == "old")
            }
            #expect(files == ["file"])
            let requests = try #require(server.connections.last).requests
            #expect(requests.map { $0.values("Range") } == row.ranges)
            #expect(requests.map { $0.values("If-Range") } == row.ranges.map { $0.isEmpty ? [] : ["\"1\""] })
        }

        @Test(
            "a server's bad moment costs nothing of what has come",
            arguments: Way.offering(.download, http1: true), ["", "a page that says so"])
        func badMoment(way: Way, page: String) async throws {
            let servers = try SharedServers.current
            let server = try HostileServer(
                breaking(),
                then: [.handshake, .request] + Self.response("503 Later", Data(page.utf8)) + [.close],
                [.handshake, .request]
                    + Self.response("206 Partial Content", content.suffix(Self.half), Self.range) + [.silence],
                tls: .init(servers.pki, version: way.wire.tls))
            server.openGate()
            let client = try servers.client(way.transport)
            let request = URLRequest(url: server.url("/file"))
            var data: Data?
            for code in [MutualTLSError.Code.connectionLost, .resumptionRefused] {
                let error = await #expect(throws: MutualTLSError.self) {
                    try await client.download(request, to: file, resumeFrom: data) { _ in }
                }
                #expect(error?.code == code)
                data = error.flatMap { client.resumeData(of: $0) }
                #expect(data != nil && files.count == 1 && files != ["file"])
            }
            _ = try await client.download(request, to: file, resumeFrom: data) { _ in }
            #expect(try Data(contentsOf: file) == content)
            #expect(files == ["file"])
        }

        @Test(
            "one that breaks off twice, and is cancelled then, is resumed all the same",
            arguments: Way.offering(.download, http1: true))
        func again(way: Way) async throws {
            let servers = try SharedServers.current
            let (half, quarter) = (Self.half, Self.half / 2)
            func rest(_ start: Int, _ end: Int, _ last: HostileServer.Step) -> [HostileServer.Step] {
                [
                    .handshake, .request,
                    head(
                        "206 Partial Content", content.count - start,
                        "Content-Range: bytes \(start)-199999/200000\r\nLast-Modified: Sat, 01 Jan 2000 00:00:00 GMT\r\n"
                    ),
                    .send(content[start..<end]), last,
                ]
            }
            let server = try HostileServer(
                breaking("Last-Modified: Sat, 01 Jan 2000 00:00:00 GMT\r\n"),
                then: rest(half, half + quarter, .close), rest(half + quarter, half + quarter + 1, .silence),
                rest(half + quarter + 1, content.count, .silence), tls: .init(servers.pki, version: way.wire.tls))
            server.openGate()
            let client = try servers.client(way.transport)
            let request = URLRequest(url: server.url())
            var data: Data?
            for code in [MutualTLSError.Code.connectionLost, .connectionLost, .cancelled] {
                let task = Task { [data, file] in
                    try await client.download(request, to: file, resumeFrom: data) { progress in
                        if code == .cancelled, progress.completedBytes > half + quarter {
                            cancelled.append(1)
                        }
                    }
                }
                if code == .cancelled {
                    #expect(await eventually { cancelled.values.count == 1 })
                    task.cancel()
                }
                let error = await #expect(throws: MutualTLSError.self) { try await task.value }
                #expect(error?.code == code)
                data = error.flatMap { client.resumeData(of: $0) }
                #expect(data != nil)
                #expect(!FileManager.default.fileExists(atPath: file.path))
            }
            _ = try await client.download(request, to: file, resumeFrom: data) { _ in }
            #expect(try Data(contentsOf: file) == content)
            #expect(files == ["file"])
        }
        private let cancelled = Recorder<Int>()

        @Test("resume data of another URL, or that is none, is not followed", arguments: Way.offering(.download))
        func foreignResumeData(way: Way) async throws {
            let servers = try SharedServers.current
            let victim = try folder.write(Data("victim".utf8), "victim")
            let forged = #"{"url":"https://elsewhere/","path":"\#(victim.path)","validator":"\"1\""}"#
            let request = URLRequest(url: try servers.url("/files/1", over: way.wire))
            let ours = request.url?.absoluteString ?? ""
            let forgedForUs = #"{"url":"\#(ours)","path":"\#(victim.path)","validator":"\"1\""}"#
            DownloadRemains.discard(Data(forgedForUs.utf8))
            for data in [Data(), Data("x".utf8), Data(forged.utf8), Data(forgedForUs.utf8)] {
                let client = try servers.client(way.transport)
                #expect(try await client.download(request, to: file, resumeFrom: data) { _ in }.statusCode == 200)
                #expect(try Data(contentsOf: file) == ServedContent.pattern(1))
                #expect(try String(contentsOf: victim, encoding: .utf8) == "victim")
            }
        }

        @Test("a place that can't be written to is an error that says so", arguments: Way.offering(.download))
        func unwritable(way: Way) async throws {
            let servers = try SharedServers.current
            let request = URLRequest(url: try servers.url("/files/1048576", over: way.wire))
            let client = try servers.client(way.transport)
            try FileManager.default.createDirectory(at: folder.url("folder/x"), withIntermediateDirectories: true)
            var places = [folder.url("none/file"), folder.url("folder")]
            // No device of that name can be made there, not even by root.
            places.append(URL(fileURLWithPath: "/proc/self/file"))
            for place in places {
                let error = await #expect(throws: MutualTLSError.self) {
                    try await client.download(request, to: place, resumeFrom: nil) { _ in }
                }
                #expect(error?.code == .fileNotWritten, "\(place.path)")
                #expect(error?.hint != nil && error?.reason.contains(place.lastPathComponent) == true)
            }
            #expect(files == ["folder"])
        }

        @Test(
            "a full disk is an error that says so, and what came before can be gone on with",
            .enabled(if: geteuid() == 0))
        func fullDisk() async throws {
            let servers = try SharedServers.current
            try FileManager.default.createDirectory(at: folder.url("disk"), withIntermediateDirectories: false)
            let mount = try #require(Tool("mount")).run(["-t", "tmpfs", "-o", "size=512k", "none", folder.path("disk")])
            // Root in a container may not be allowed to.
            guard mount.status == 0 else { return }
            defer { _ = try? Tool("umount")?.run([folder.path("disk")]) }
            for way in Way.offering(.download) {
                let request = URLRequest(url: try servers.url("/files/1048576", over: way.wire))
                let client = try servers.client(way.transport)
                let error = await #expect(throws: MutualTLSError.self) {
                    try await client.download(request, to: folder.url("disk/file"), resumeFrom: nil) { _ in }
                }
                #expect(error?.code == .fileNotWritten && error?.reason.contains("No space left") == true)
                let data = error.flatMap { client.resumeData(of: $0) }
                #expect(data != nil)
                #expect(!FileManager.default.fileExists(atPath: folder.path("disk/file")))
                _ = try #require(Tool("mount")).run(["-o", "remount,size=4m", folder.path("disk")])
                let response = try await client.download(request, to: folder.url("disk/file"), resumeFrom: data) { _ in
                }
                #expect(response.statusCode == 206)
                #expect(try Data(contentsOf: folder.url("disk/file")) == ServedContent.pattern(1 << 20))
                try FileManager.default.removeItem(at: folder.url("disk/file"))
                _ = try #require(Tool("mount")).run(["-o", "remount,size=512k", folder.path("disk")])
            }
        }
    }
}

extension Result where Failure == any Error {
    /// What an asynchronous body comes to.
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
