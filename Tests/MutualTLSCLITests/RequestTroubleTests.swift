import Foundation
import TestSupport
import Testing

@Suite("mtls request in trouble", .needs(.nginx, cases: 29))
struct RequestTroubleTests {
    private static let bytes = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) })

    private func leftovers(_ fixture: RequestFixture) throws -> [String] {
        try fixture.program.names().filter { $0.hasPrefix(".") }
    }

    private func parts(_ fixture: RequestFixture) throws -> [String] {
        try leftovers(fixture).filter { $0.hasSuffix(".part") }
    }

    /// Kills the command, as nothing can prevent, while it downloads to `out`.
    private func kill(_ fixture: RequestFixture, _ options: [String] = []) throws {
        let running = try fixture.program.start(fixture.words("/slow/big", ["-o", "out"] + options))
        let sizes = { try parts(fixture).compactMap { fixture.contents($0)?.count } }
        let before = try sizes().max() ?? 0
        for _ in 0..<1_000 where try sizes().max() ?? 0 <= before { usleep(10_000) }
        #expect(Foundation.kill(running.pid, SIGKILL) == 0)
        #expect(try running.outcome().status == 128 + SIGKILL)
    }

    @Test("a download that was killed leaves what was there, and is gone on with")
    func killed() throws {
        let fixture = try RequestFixture(files: ["big": Self.bytes, "out": Data("old".utf8)])
        try kill(fixture)
        try kill(fixture, ["-C"])
        #expect(fixture.contents("out") == Data("old".utf8))
        #expect(try parts(fixture).count == 1)
        let kept = try parts(fixture).compactMap { fixture.contents($0)?.count }.first ?? 0
        #expect(kept > 0 && kept < Self.bytes.count)
        let rest = try fixture.run("/slow/big", ["-o", "out", "-C", "-v"])
        #expect(rest.status == 0 && rest.errors.contains("< Content-Range: bytes \(kept)-"), "\(rest)")
        #expect(fixture.contents("out") == Self.bytes)
        #expect(try leftovers(fixture).isEmpty)
    }

    @Test("what was killed is cleaned up by a run that begins anew, whatever else is there")
    func cleaned() throws {
        let others = [".out.12345678.part", ".out.whole", ".outer.12345678.whole", ".out.resume.part"]
        let fixture = try RequestFixture(
            files: Dictionary(others.map { ($0, Data("mine".utf8)) }) { $1 }.merging(["big": Self.bytes]) { $1 })
        try kill(fixture)
        #expect(try leftovers(fixture).count > others.count)
        #expect(try fixture.run("/files/big", ["-o", "out"]).status == 0)
        #expect(fixture.contents("out") == Self.bytes)
        #expect(try leftovers(fixture).sorted() == others.sorted())
    }

    @Test(
        "what is left of one URL is neither used nor deleted by --continue with another, and no URL stands in the note")
    func anotherURL() throws {
        let fixture = try RequestFixture(files: ["big": Self.bytes])
        let late = try fixture.run("/slow/big?token=sesame", ["-o", "out", "--timeout", "1"])
        #expect(late.status == 1 && late.errors.contains("--continue goes on"), "\(late)")
        let note = try #require(fixture.contents(".out.resume"))
        #expect(!String(decoding: note, as: UTF8.self).contains("sesame"))
        let left = try leftovers(fixture)
        let other = try fixture.run("/echo", ["-o", "out", "-C"])
        #expect(other.status == 1 && other.errors.contains("is of another URL; it is kept"), "\(other)")
        #expect(try leftovers(fixture) == left && fixture.contents("out") == nil)
        let rest = try fixture.run("/slow/big?token=sesame", ["-o", "out", "-C"])
        #expect(rest.status == 0 && fixture.contents("out") == Self.bytes, "\(rest)")
        #expect(try leftovers(fixture).isEmpty)
    }

    @Test("two runs don't write one file at once")
    func twice() throws {
        let fixture = try RequestFixture(files: ["big": Self.bytes])
        let running = try fixture.program.start(fixture.words("/slow/big", ["-o", "out"]))
        for _ in 0..<1_000 where try parts(fixture).isEmpty { usleep(10_000) }
        let second = try fixture.run("/files/big", ["-o", "out"])
        #expect(second.status == 1 && second.errors.contains("out is being downloaded by somebody else"), "\(second)")
        #expect(try running.outcome().status == 0)
        #expect(fixture.contents("out") == Self.bytes)
    }

    @Test(
        "what can't be known by its size is sent as it is", arguments: ["-d", "-T"],
        ["/proc/sys/kernel/ostype", "pipe"])
    func unsized(option: String, file: String) throws {
        let fixture = try RequestFixture(files: ["there": Data()])
        let words = fixture.words("/put/there").joined(separator: " ")
        let given = option == "-d" ? "-X PUT -d @" : "-T "
        let writer = file == "pipe" ? "mkfifo pipe; (printf 'Linux\\n' > pipe &);" : ""
        let outcome = try fixture.program.shell(
            "cd \(fixture.program.folder.path("")); \(writer) $MTLS \(words) \(given)\(file)")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(fixture.contents("there") == Data("Linux\n".utf8))
    }

    @Test("a process with no descriptors left says so, and what to do")
    func descriptors() throws {
        let fixture = try RequestFixture()
        let words = fixture.words("/echo", ["--repeat", "200", "--parallel", "200"]).joined(separator: " ")
        let outcome = try fixture.program.shell(
            "cd \(fixture.program.folder.path("")) && ulimit -n 40 && $MTLS \(words)")
        #expect(outcome.status == 1 && !outcome.output.contains("nobody answers"), "\(outcome.errors)")
        #expect(outcome.output.contains("no file descriptors left"), "\(outcome.output.prefix(500))")
        // A soft limit is raised.
        let raised = try fixture.program.shell(
            "cd \(fixture.program.folder.path("")) && ulimit -S -n 40 && $MTLS \(words)")
        #expect(raised.status == 0, "\(raised.errors)")
    }

    @Test(
        "a redirect that can't be followed is no success",
        arguments: [("http://[", "is no URL"), ("", "it says to nowhere")])
    func redirect(location: String, why: String) throws {
        let fixture = try RequestFixture(
            locations: "location /lost { add_header Location \"\(location)\" always; return 302; }")
        let outcome = try fixture.run("/lost", ["-o", "out"])
        #expect(
            outcome.status == 1 && outcome.errors.contains("localhost answers 302, and its redirect can't be followed"),
            "\(outcome)")
        #expect(outcome.errors.contains(why) && fixture.contents("out") == nil, "\(outcome)")
    }

    @Test(
        "what can't be meant is refused as wrong usage",
        arguments: [
            (["-o", ""], "--output needs the name of a file"), (["-d", "@"], "--data @ needs the name of a file"),
            (["-T", ""], "--upload-file needs the name of a file"), (["-H", "@"], "--header @ needs the name"),
            (["-X", "get"], "methods are case-sensitive"),
            (["-H", "Content-Length: 5"], "Content-Length can't be given"),
            (["-H", "transfer-encoding: chunked"], "transfer-encoding can't be given"),
        ])
    func usage(options: [String], reason: String) throws {
        let program = try Program()
        let outcome = try program.run(["request", "https://localhost/"] + options)
        #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome)")
    }

    @Test("a port that is none is wrong usage", arguments: ["99999", "0", "1x", "-1"])
    func port(_ port: String) throws {
        let outcome = try Program().run(["request", "https://localhost:\(port)/"])
        #expect(outcome.status == 2 && outcome.errors.contains("a port from 1 to 65535"), "\(outcome)")
    }

    @Test(
        "a chunk that is none is told as such, and a server that closes on the request doesn't blame the certificate alone"
    )
    func server() throws {
        let fixture = try RequestFixture()
        for (answer, version, reason) in [
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "1.3", "malformed chunked body"),
            ("", "1.3", "it refuses the certificate, or fails on the request"),
        ] {
            let server = try HostileServer(
                [.handshake, .request, .send(Data(answer.utf8)), .close], tls: .init(fixture.pki))
            let rest = Array(fixture.words("/").dropFirst(2))
            let outcome = try fixture.program.run(["request", server.url().absoluteString] + rest)
            #expect(outcome.status == 1 && outcome.errors.contains(reason), "\(version): \(outcome)")
        }
    }

    @Test(
        "a proxy that doesn't answer as HTTP does is asked once, and named",
        arguments: ["garbage\r\n\r\n", "", "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 2 << 20))"])
    func proxy(answer: String) throws {
        let fixture = try RequestFixture()
        let proxy = try HostileServer([.request, .send(Data(answer.utf8)), .close])
        let outcome = try fixture.run("/echo", ["--proxy", "http://127.0.0.1:\(proxy.port)", "--timeout", "60"])
        #expect(outcome.status == 1 && outcome.errors.contains("the proxy 127.0.0.1:\(proxy.port) "), "\(outcome)")
        #expect(proxy.connections.count == 1)
    }

    @Test("a header line that is too long is told as such")
    func longHeader() throws {
        let fixture = try RequestFixture()
        let line = "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 500_000))\r\n\r\n"
        let server = try HostileServer([.handshake, .request, .send(Data(line.utf8)), .close], tls: .init(fixture.pki))
        let rest = Array(fixture.words("/").dropFirst(2))
        let outcome = try fixture.program.run(["request", server.url().absoluteString] + rest)
        #expect(outcome.status == 1 && outcome.errors.contains("header line that is longer than"), "\(outcome)")
    }

    @Test("the head goes into the file with the body")
    func headInFile() throws {
        let fixture = try RequestFixture()
        #expect(try fixture.run("/echo", ["-i", "-o", "out"]).status == 0)
        let text = String(decoding: fixture.contents("out") ?? Data(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 200\n") && text.hasSuffix("\n\nGET|||"), "\(text)")
        #expect(try leftovers(fixture).isEmpty)
    }

    @Test("verbose tells the head as it went out, the chain as it was sent, and how long the handshake took")
    func verbose() throws {
        let fixture = try RequestFixture()
        let outcome = try fixture.run("/echo?secret=sesame", ["-v", "-H", "X-A: 1"])
        #expect(outcome.errors.contains("> GET /echo?(hidden) HTTP/1.1\n> Host: localhost:"), "\(outcome)")
        #expect(outcome.errors.contains("> X-A: 1\n") && !outcome.errors.contains("sesame"))
        #expect(outcome.errors.firstMatch(of: /\* handshake done: .*, in \d+\.\d ms\n/) != nil, "\(outcome)")
        #expect(!outcome.errors.contains("*   CN=Test Root CA, issued by"), "a root that no server sends is shown")
    }

    @Test("repetitions end with how long they took, and failures by their kinds")
    func summary() throws {
        let fixture = try RequestFixture()
        let good = try fixture.run("/", ["--repeat", "3", "-v"])
        #expect(
            good.errors.firstMatch(of: /3 requests: minimum \d+\.\d ms, median \d+\.\d ms, maximum \d+\.\d ms/) != nil,
            "\(good)")
        let bad = try fixture.run("/gone", ["--repeat", "2"])
        #expect(bad.status == 1 && bad.errors.contains("2 of 2 requests failed"), "\(bad)")
        #expect(bad.errors.contains("httpStatus 404 (2)"), "\(bad)")
    }
}
