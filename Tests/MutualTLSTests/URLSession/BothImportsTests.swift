#if os(Linux)
    import Foundation
    import FoundationNetworking
    import PortableSecurity
    import Testing

    @testable import MutualTLS

    @Suite("Files that import FoundationNetworking themselves")
    struct BothImportsTests {
        @Test("beside ours: the asynchronous methods are ours, with a delegate, with nil and without")
        func beside() async throws {
            let session: URLSession = FakeEngine("ab").session()
            let (url, request, delegate) = (FakeEngine.url, URLRequest(url: FakeEngine.url), EventDelegate())
            let body = Data("x".utf8)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try body.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let answers = [
                try await session.data(from: url), try await session.data(from: url, delegate: nil),
                try await session.data(from: url, delegate: delegate), try await session.data(for: request),
                try await session.data(for: request, delegate: nil),
                try await session.data(for: request, delegate: delegate),
                try await session.upload(for: request, from: body),
                try await session.upload(for: request, from: body, delegate: nil),
                try await session.upload(for: request, from: body, delegate: delegate),
                try await session.upload(for: request, fromFile: file),
                try await session.upload(for: request, fromFile: file, delegate: nil),
                try await session.upload(for: request, fromFile: file, delegate: delegate),
            ]
            #expect(answers.map { text($0.0) } == Array(repeating: "ab", count: 12))
            let files = [
                try await session.download(from: url), try await session.download(from: url, delegate: nil),
                try await session.download(from: url, delegate: delegate), try await session.download(for: request),
                try await session.download(for: request, delegate: nil),
                try await session.download(for: request, delegate: delegate),
            ]
            for (file, _) in files {
                #expect(try String(contentsOf: file, encoding: .utf8) == "ab")
                try FileManager.default.removeItem(at: file)
            }
        }

        @Test("alone, in a module whose other files import ours: they are ours as well")
        func alone() async throws {
            let session: URLSession = FakeEngine("ab").session()
            let answers = try await FoundationNetworkingAlone.data(session, FakeEngine.url, EventDelegate())
            #expect(answers.map(text) == ["ab", "ab", "ab"])
        }
    }
#endif
