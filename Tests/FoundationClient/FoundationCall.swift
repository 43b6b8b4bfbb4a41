#if os(Linux)
    import Foundation
    import FoundationNetworking

    /// Something that code does to a session and its tasks that knows Foundation alone. This target depends on nothing, so
    /// that what is called is what a session inherits or overrides, and never an overload of ours.
    package struct FoundationCall: Sendable {
        /// What becomes of it in a session that shows a client certificate.
        package enum Outcome: Sendable {
            /// There is a response.
            case works
            /// There is an error: nobody can override it.
            case fails
            /// Nothing is sent.
            case sendsNothing
        }

        /// The declarations that it covers, as `URLSession.data(for:delegate:)`.
        package var names: [String]
        package var outcome: Outcome
        /// Does it, with the server's URL, and returns what the server said.
        package var run: @Sendable (URLSession, URL) async throws -> String

        init(_ names: String..., outcome: Outcome, run: @escaping @Sendable (URLSession, URL) async throws -> String) {
            (self.names, self.outcome, self.run) = (names, outcome, run)
        }

        /// All of `URLSession` and its tasks, but WebSockets.
        package static let all = asynchronous + tasks + control

        static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

        /// A request with a method that Foundation sends a body with.
        static func request(_ url: URL) -> URLRequest {
            var request = URLRequest(url: url)
            request.httpMethod = "PUT"
            return request
        }

        /// A file that is sent, or that has come, for as long as `body` runs.
        static func withFile<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data("x".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return try await body(file)
        }
    }

    // MARK: What nobody can override

    extension FoundationCall {
        static let asynchronous = [
            FoundationCall("URLSession.data(for:delegate:)", outcome: .fails) {
                text(try await $0.data(for: URLRequest(url: $1)).0)
            },
            FoundationCall("URLSession.data(from:delegate:)", outcome: .fails) {
                text(try await $0.data(from: $1, delegate: nil).0)
            },
            FoundationCall("URLSession.upload(for:from:delegate:)", outcome: .fails) {
                text(try await $0.upload(for: request($1), from: Data("x".utf8)).0)
            },
            FoundationCall("URLSession.upload(for:fromFile:delegate:)", outcome: .fails) { session, url in
                try await withFile { text(try await session.upload(for: request(url), fromFile: $0).0) }
            },
            FoundationCall("URLSession.download(for:delegate:)", outcome: .fails) {
                try await $0.download(for: URLRequest(url: $1)).0.path
            },
            FoundationCall("URLSession.download(from:delegate:)", outcome: .fails) {
                try await $0.download(from: $1).0.path
            },
        ]
    }
#endif
