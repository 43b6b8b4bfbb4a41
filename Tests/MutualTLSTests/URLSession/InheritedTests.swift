#if os(Linux)
    import Foundation
    import PortableSecurity
    import TestSupport
    import Testing

    @testable import MutualTLS

    @Suite("What the URLSession inherits")
    struct InheritedTests {
        @Test("a method that can't be overridden fails in clear too, and says what to import")
        func inherited() async throws {
            let listener = try Listener()
            let session = FakeEngine { _, _ in
                Issue.record("an inherited method came to our engine")
                throw CancellationError()
            }.session()
            let request = URLRequest(url: URL(string: "http://127.0.0.1:\(listener.port)/")!)
            let error = await #expect(throws: URLError.self) { try await session.foundationData(request, nil) }
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? MutualTLSError)?.code == .unavailable)
            #expect(error?.localizedDescription.contains("import MutualTLS") == true)
            #expect(!listener.hasConnection)
        }

        @Test("the configuration that the session shows can't open a way around it")
        func configuration() async throws {
            let listener = try Listener()
            let session = FakeEngine().session()
            session.configuration.protocolClasses = URLSessionConfiguration.default.protocolClasses
            let request = URLRequest(url: URL(string: "http://127.0.0.1:\(listener.port)/")!)
            await #expect(throws: URLError.self) { try await session.foundationData(request, nil) }
            #expect(!listener.hasConnection)
        }

        @Test("our methods of these names run on our engine, with and without a delegate")
        func shadowing() async throws {
            let session: URLSession = FakeEngine("ab").session()
            let request = URLRequest(url: FakeEngine.url)
            let delegate = EventDelegate()
            let optional: (any URLSessionTaskDelegate)? = delegate
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data("x".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            #expect(try await text(session.data(from: FakeEngine.url).0) == "ab")
            #expect(try await text(session.data(for: request).0) == "ab")
            #expect(try await text(session.data(for: request, delegate: delegate).0) == "ab")
            #expect(try await text(session.data(for: request, delegate: optional).0) == "ab")
            #expect(try await text(session.data(for: request, delegate: nil).0) == "ab")
            #expect(try await text(session.upload(for: request, from: Data("x".utf8)).0) == "ab")
            #expect(try await text(session.upload(for: request, fromFile: file, delegate: delegate).0) == "ab")
            for saved in [
                try await session.download(from: FakeEngine.url).0, try await session.download(for: request).0,
            ] {
                #expect(try String(contentsOf: saved, encoding: .utf8) == "ab")
                try FileManager.default.removeItem(at: saved)
            }
        }

        @Test("a session of Foundation's is left as it is")
        func plainSession() async throws {
            final class Canned: URLProtocol {
                override static func canInit(with request: URLRequest) -> Bool { true }
                override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
                override func startLoading() {
                    client?.urlProtocol(self, didReceive: FakeEngine.response(), cacheStoragePolicy: .notAllowed)
                    client?.urlProtocol(self, didLoad: Data("plain".utf8))
                    client?.urlProtocolDidFinishLoading(self)
                }
                override func stopLoading() {}
            }
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [Canned.self]
            let session = URLSession(configuration: configuration)
            let request = URLRequest(url: FakeEngine.url)
            #expect(try await text(session.data(for: request).0) == "plain")
            #expect(try await text(session.upload(for: request, from: Data("x".utf8)).0) == "plain")
        }
    }

    /// A port that counts who comes.
    final class Listener: Sendable {
        let port: Int
        private let descriptor: Int32

        init() throws {
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let descriptor = descriptor
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0
                        && getsockname(descriptor, $0, &length) == 0
                }
            }
            port = Int(UInt16(bigEndian: address.sin_port))
            try #require(isBound)
        }

        deinit { close(descriptor) }

        var hasConnection: Bool {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 { close(connection) }
            return connection >= 0
        }
    }
#endif
