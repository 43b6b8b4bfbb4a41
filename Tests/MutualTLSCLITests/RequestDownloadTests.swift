import Foundation
import TestSupport
import Testing

@Suite("mtls request --output", .needs(.nginx, cases: 9))
struct RequestDownloadTests {
    private static let bytes = Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) })

    @Test("the file is there whole, and a pipe shows no progress")
    func whole() throws {
        let fixture = try RequestFixture(files: ["big": Self.bytes])
        let before = try fixture.program.names()
        let outcome = try fixture.run("/files/big", ["-o", "out"])
        #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
        #expect(fixture.contents("out") == Self.bytes)
        #expect(try Set(fixture.program.names()) == Set(before + ["out"]))
    }

    @Test("what is there stays when the server says no")
    func refused() throws {
        let fixture = try RequestFixture(files: ["out": Data("old".utf8)])
        let names = try fixture.program.names()
        let outcome = try fixture.run("/gone", ["-o", "out"])
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errors == "mtls: error: localhost answers 404 Not Found\nmtls: hint: out was not written\n")
        #expect(fixture.contents("out") == Data("old".utf8))
        #expect(try fixture.program.names() == names)
    }

    @Test("a signal leaves no half file but what can be gone on with, and says so", arguments: [SIGINT, SIGTERM])
    func interrupted(_ signal: Int32) throws {
        let fixture = try RequestFixture(files: ["big": Self.bytes])
        let running = try fixture.program.start(fixture.words("/slow/big", ["-o", "out"]))
        for _ in 0..<1_000 where try partSize(fixture) == 0 { usleep(10_000) }
        #expect(kill(running.pid, signal) == 0)
        let outcome = try running.outcome()
        #expect(outcome.status == 128 + signal)
        #expect(
            outcome.errors.hasSuffix("mtls: hint: what has come is kept: the same command with --continue goes on\n"))
        #expect(fixture.contents("out") == nil)
        #expect(try fixture.program.mode(".out.resume") == 0o600)
        let kept = try partSize(fixture)
        #expect(kept > 0 && kept < Self.bytes.count)

        let rest = try fixture.run("/slow/big", ["-o", "out", "-C", "-v"])
        #expect(rest.status == 0, "\(rest)")
        #expect(rest.errors.contains("< Content-Range: bytes \(kept)-"))
        #expect(fixture.contents("out") == Self.bytes)
        #expect(try fixture.program.names().filter { $0.hasPrefix(".out") || $0.hasPrefix("out.") }.isEmpty)
    }

    /// How much has come so far of the file that is to be `out`.
    private func partSize(_ fixture: RequestFixture) throws -> Int {
        let name = try fixture.program.names().first { $0.hasSuffix(".part") }
        return name.flatMap { fixture.contents($0)?.count } ?? 0
    }

    @Test("what is left is removed by a download that doesn't go on with it")
    func anew() throws {
        let fixture = try RequestFixture(files: ["big": Self.bytes])
        let late = try fixture.run("/slow/big", ["-o", "out", "--timeout", "1"])
        #expect(late.status == 1 && late.errors.contains("was not done within 1"), "\(late)")
        #expect(try partSize(fixture) > 0)
        #expect(try fixture.run("/echo", ["-o", "out"]).status == 0)
        #expect(fixture.contents("out") == Data("GET|||".utf8))
        #expect(try fixture.program.names().filter { $0.hasPrefix(".out") }.isEmpty)
    }

    @Test("a note that others may write is not believed")
    func forged() throws {
        let fixture = try RequestFixture(files: ["victim": Data("precious".utf8)])
        let url = fixture.nginx.url("/echo").absoluteString
        let note = #"{"url":"\#(url)","path":"\#(fixture.program.folder.path("victim"))","validator":"\"x\""}"#
        try fixture.program.folder.write(Data(note.utf8), ".out.resume")
        #expect(chmod(fixture.program.folder.path(".out.resume"), 0o666) == 0)
        for options in [["-C"], []] {
            #expect(try fixture.run("/echo", ["-o", "out"] + options).status == 0)
            #expect(fixture.contents("victim") == Data("precious".utf8))
        }
    }

    @Test("a place that can't be written is told before anything is sent")
    func unwritable() throws {
        let fixture = try RequestFixture()
        let outcome = try fixture.run("/echo", ["-o", "nowhere/out"])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("nowhere/out can't be written: its folder is not there"), "\(outcome)")
        #expect(try fixture.run("/echo", ["-o", "."]).errors.contains(". is a folder"))
        let full = try fixture.run("/echo", ["-o", "/dev/full"])
        #expect(
            full.status == 1 && full.errors.contains("/dev/full can't be written: no space left on device"), "\(full)")
        #expect(try fixture.run("/echo", ["-o", "/dev/null"]).status == 0)
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("a terminal sees how far it is, and nothing of it in the end")
    func progress() throws {
        let fixture = try RequestFixture(files: ["big": Self.bytes])
        let words = fixture.words("/slow/big", ["-o", "out"]).joined(separator: " ")
        let outcome = try fixture.program.shell(
            "cd \(fixture.program.folder.path("")) && TERM=xterm script -qec \"$MTLS \(words)\" /dev/null < /dev/null")
        #expect(fixture.contents("out") == Self.bytes)
        #expect(
            outcome.output.contains("#") && outcome.output.contains("100%") && outcome.output.contains(" of 585.9 KiB"))
        #expect(outcome.output.hasSuffix("\r\u{1B}[K"))
    }

    @Test("the body of a large response is passed on as it comes, and its reader may go away")
    func pipe() throws {
        let fixture = try RequestFixture(files: ["big": Self.bytes])
        let words = fixture.words("/files/big").joined(separator: " ")
        let outcome = try fixture.program.shell("$MTLS \(words) | head -c 5 | wc -c; echo ${PIPESTATUS[0]}")
        #expect(outcome.output == "5\n141\n" && outcome.errors.isEmpty, "\(outcome)")
    }
}
