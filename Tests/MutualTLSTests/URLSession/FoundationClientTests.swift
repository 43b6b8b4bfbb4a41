#if os(Linux)
    import Foundation
    import FoundationClient
    import MutualTLS
    import PortableSecurity
    import TestSupport
    import Testing

    extension FoundationCall: CustomTestStringConvertible {
        /// What is called.
        public var testDescription: String { names.joined(separator: ", ") }
    }

    @Suite("A URLSession in the hands of code that knows Foundation alone")
    struct FoundationClientTests {
        private let pki: TestPKI
        private let identity: ClientIdentity

        init() throws {
            pki = try TestPKI()
            identity = try ClientIdentity(pki.client())
        }

        private func session(_ identity: ClientIdentity?) -> URLSession {
            URLSession.mutualTLS(configuration: .ephemeral, delegate: ChallengeDelegate(pki, identity))
        }

        @Test("whatever it calls, the server sees the certificate or nobody", arguments: FoundationCall.all)
        func calls(call: FoundationCall) async throws {
            // Asks for a certificate, and goes on without.
            let server = try HostileServer(
                [.handshake, .request, .answer("hello", headers: "Connection: close\r\n"), .silence],
                tls: .init(pki, clients: .request))
            let session = session(identity)
            defer { session.invalidateAndCancel() }
            switch call.outcome {
            case .works: #expect(try await call.run(session, server.url()) == "hello")
            case .fails: await #expect(throws: URLError.self) { try await call.run(session, server.url()) }
            case .sendsNothing: _ = try await call.run(session, server.url())
            }
            // Whoever came before this one has been counted when it is answered.
            let last = self.session(identity)
            defer { last.invalidateAndCancel() }
            #expect(try await text(last.data(from: server.url()).0) == "hello")
            let certificates = server.connections.map { $0.client?.verification?.isSuccess }
            #expect(certificates == (call.outcome == .works ? [true, true] : [true]))
        }

        @Test("its WebSockets show the certificate, and don't open without", .needs(.websockets, cases: 1))
        func sockets() async throws {
            let server = try WebSocketServer(pki)
            let (known, unknown) = (session(identity), session(nil))
            defer { for session in [known, unknown] { session.invalidateAndCancel() } }
            for call in FoundationSocketCall.all {
                // The server requires a certificate, so an answer is a proof of one.
                try await call.run(known, server.url("/echo"))
                await #expect(throws: URLError.self) { try await call.run(unknown, server.url("/echo")) }
            }
        }

        @Test(
            "what Foundation can't do with a WebSocket of ours ends the program before anything is sent",
            .timeLimit(.minutes(1)), arguments: FoundationSocketCall.deadly.indices)
        func deadly(index: Int) async throws {
            let listener = try Listener()
            await #expect(processExitsWith: .signal(SIGABRT)) { [port = listener.port as Int, index] in
                // No backtrace.
                signal(SIGABRT, SIG_DFL)
                let url = try #require(URL(string: "wss://127.0.0.1:\(port)/"))
                try await FoundationSocketCall.deadly[index].run(URLSession.mutualTLS(configuration: .ephemeral), url)
            }
            #expect(!listener.hasConnection)
        }

        @Test(
            "these tables have every public method and property of Foundation's session and tasks",
            .enabled(if: SymbolGraph.tool != nil, "swift-symbolgraph-extract is not in PATH: 1 not run"))
        func complete() throws {
            let classes =
                ["", "Data", "Upload", "Download", "WebSocket"].map { "URLSession\($0)Task" } + ["URLSession"]
            let declared = try SymbolGraph.members(of: Set(classes))
            let called =
                FoundationCall.all.flatMap(\.names)
                + (FoundationSocketCall.all + FoundationSocketCall.deadly).flatMap(\.names)
            #expect(called.sorted() == declared.sorted())
        }
    }

    /// What the toolchain knows of FoundationNetworking.
    enum SymbolGraph {
        static let tool: Tool? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
            .compactMap { Tool("\($0)/swift-symbolgraph-extract") }.first

        private struct Graph: Decodable {
            struct Symbol: Decodable {
                struct Kind: Decodable { let identifier: String }
                let kind: Kind
                let pathComponents: [String]
            }
            let symbols: [Symbol]
        }

        /// The methods and properties of their instances.
        static func members(of classes: Set<String>) throws -> [String] {
            let folder = try TemporaryFolder()
            #if arch(arm64)
                let machine = "aarch64"
            #else
                let machine = "x86_64"
            #endif
            let run = try #require(tool).run([
                "-module-name", "FoundationNetworking", "-target", "\(machine)-unknown-linux-gnu", "-output-dir",
                folder.path(""),
            ])
            try #require(run.status == 0, "\(run)")
            let file = folder.url("FoundationNetworking.symbols.json")
            return try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file)).symbols.filter {
                ["swift.method", "swift.property"].contains($0.kind.identifier) && $0.pathComponents.count == 2
                    && classes.contains($0.pathComponents[0])
            }.map { $0.pathComponents.joined(separator: ".") }
        }
    }
#endif
