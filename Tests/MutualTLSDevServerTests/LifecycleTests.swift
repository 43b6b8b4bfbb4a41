import Foundation
import MutualTLSDevServer
import MutualTLSPKI
import TestSupport
import Testing

@Suite(.needs(.curl, cases: 10), .needs(.openssl, cases: 10)) struct LifecycleTests {
    let fixture: ServerFixture

    init() throws { fixture = try ServerFixture() }

    // In a process of its own, where no other test opens files or threads.
    @Test("two hundred starts and stops leave no thread and no file behind", .timeLimit(.minutes(2)))
    func cycles() async {
        await #expect(processExitsWith: .success) {
            func count(_ what: String) throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/" + what).count
            }
            let fixture = try ServerFixture()
            let server = try fixture.server(.none)
            func cycle() throws {
                try server.start()
                let port = try #require(server.port)
                let clients = try (0..<3).map { _ in try RawClient(port: port) }
                clients[0].send(halfClientHello)
                clients[1].send("GET / HTTP/1.1\r\n\r\n")
                #expect(clients[1].readToEnd()?.contains("400") == true)
                server.stop()
                #expect(clients[2].readToEnd() == "")
                #expect(server.port == nil && server.url == nil)
            }
            for _ in 0..<3 { try cycle() }
            let before = try (count("task"), count("fd"))
            for _ in 0..<200 { try cycle() }
            let after = try (count("task"), count("fd"))
            #expect(before == after)
        }
    }

    // In a process of its own, whose time nobody else uses.
    @Test("connections that wait cost no processor time", .timeLimit(.minutes(1)))
    func idle() async {
        await #expect(processExitsWith: .success) {
            let fixture = try ServerFixture()
            let server = try fixture.server(.none)
            let url = try server.start()
            let silent = try RawClient(port: #require(server.port))
            silent.send(halfClientHello)
            let open = try #require(Tool("openssl")).start(
                ["s_client", "-connect", "127.0.0.1:\(url.port ?? 0)", "-quiet", "-ign_eof"])
            #expect(try eventually { server.reports.count == 1 })
            let before = clock()
            try await Task.sleep(nanoseconds: 1_000_000_000)
            #expect(clock() - before < CLOCKS_PER_SEC / 10)
            open.kill()
            _ = try open.outcome()
            server.stop()
        }
    }

    @Test("the end of the last reference stops the server")
    func lastReference() throws {
        var server: DevServer? = try fixture.server()
        try server?.start()
        let port = try #require(server?.port)
        server = nil
        #expect(throws: POSIXError(.ECONNREFUSED)) { try RawClient(port: port) }
    }

    @Test("a handler may stop its own server, and stopping twice is no error")
    func stopFromHandler() throws {
        let box = Box()
        let server = try fixture.server(.none) {
            $0.handler = { _, _ in
                box.server?.stop()
                return .text("bye")
            }
        }
        box.server = server
        let url = try server.start()
        let outcome = try fixture.curl(nil, [url.absoluteString])
        #expect(outcome.output == "bye" || outcome.status != 0)
        #expect(server.port == nil)
        server.stop()
        box.server = nil
    }

    @Test("a running server can't be started again, a stopped one can")
    func restart() throws {
        let server = try fixture.server()
        try server.start()
        let error = try #require(throws: DevServerError.self) { try server.start() }
        #expect(error.code == .alreadyRunning)
        server.stop()
        let url = try server.start()
        defer { server.stop() }
        #expect(url == server.url && url.host == "127.0.0.1")
        #expect(try fixture.curl(fixture.people.issueClient(name: "alice"), [url.absoluteString]).status == 0)
    }

    @Test("an address that is taken or not ours is refused with words")
    func addresses() throws {
        let first = try fixture.server()
        try first.start()
        defer { first.stop() }
        let port = try #require(first.port)
        let taken = try #require(throws: DevServerError.self) { try fixture.server { $0.port = port }.start() }
        #expect(taken.code == .cannotListen && taken.description.contains("\(port)"))
        for host in ["192.0.2.1", "not a host", ""] {
            let error = #expect(throws: DevServerError.self) { try fixture.server { $0.host = host }.start() }
            #expect(error?.code == .cannotListen, "\(host): \(String(describing: error))")
        }
    }

    @Test(
        "IPv6 is served where the machine has it",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/net/if_inet6")))
    func ipv6() throws {
        let server = try fixture.server(.none) { $0.host = "::1" }
        let url = try server.start()
        defer { server.stop() }
        let outcome = try fixture.curl(nil, ["-k", url.absoluteString])
        #expect(url.absoluteString.hasPrefix("https://[::1]:") && outcome.status == 0, "\(url) \(outcome)")
    }

    @Test("certificates and keys that can't serve are refused before anything listens")
    func badConfiguration() throws {
        let other = try fixture.root.issueServer(names: ["localhost"])
        let changes: [(inout DevServer.Configuration) throws -> Void] = [
            { $0.certificateChainPEM = Data() }, { $0.privateKeyPEM = Data("nonsense".utf8) },
            { $0.privateKeyPEM = try other.privateKeyPEM }, { $0.clientCertificateAuthoritiesPEM = Data() },
            {
                $0.minimumTLSVersion = .v1_3
                $0.maximumTLSVersion = .v1_2
            },
        ]
        for change in changes {
            var configuration = DevServer.Configuration(
                certificateChainPEM: try fixture.serverIdentity.chainPEM,
                privateKeyPEM: try fixture.serverIdentity.privateKeyPEM,
                clientCertificateAuthoritiesPEM: try fixture.root.certificatePEM)
            try change(&configuration)
            let server = DevServer(configuration)
            let error = try #require(throws: DevServerError.self) { try server.start() }
            #expect(error.code == .invalidConfiguration && !error.description.contains("BEGIN") && server.port == nil)
        }
    }

    @Test("the last reports are kept, each is told to the callback, and they survive JSON")
    func reports() throws {
        let told = Box()
        let server = try fixture.server {
            $0.maximumReports = 2
            $0.onReport = { told.add($0) }
        }
        let url = try server.start().absoluteString
        defer { server.stop() }
        let alice = try fixture.people.issueClient(name: "alice")
        for _ in 0..<3 { _ = try fixture.curl(alice, [url]) }
        #expect(told.reports.map(\.connection) == [1, 2, 3])
        #expect(server.reports == Array(told.reports.suffix(2)))
        let encoded = try JSONEncoder().encode(server.reports)
        #expect(try JSONDecoder().decode([PeerReport].self, from: encoded) == server.reports)
    }

    @Test("no description or reflection of the settings shows the key")
    func descriptions() throws {
        let configuration = DevServer.Configuration(certificateChainPEM: Data(), privateKeyPEM: Data("hush".utf8))
        var dumped = "\(configuration)"
        dump(configuration, to: &dumped)
        #expect(dumped.contains("client authentication none") && !dumped.contains("rivateKey"))
    }
}

// @unchecked: both values are touched under the lock.
private final class Box: @unchecked Sendable {
    private let lock = NSLock()
    private var held: DevServer?
    private var told: [PeerReport] = []

    var server: DevServer? {
        get { lock.withLock { held } }
        set { lock.withLock { held = newValue } }
    }
    var reports: [PeerReport] { lock.withLock { told } }
    func add(_ report: PeerReport) { lock.withLock { told.append(report) } }
}
