import Foundation
import TestSupport
import Testing

@Suite("mtls request --repeat", .needs(.nginx, cases: 6))
struct RepeatedRequestsTests {
    private let both = ["--identity", "bob.p12", "--password-file", "bob.txt"]

    @Test("identities take turns, each with its own password and on its own connections", arguments: ["1", "4"])
    func turns(_ parallel: String) throws {
        let fixture = try RequestFixture()
        let outcome = try fixture.run("/", both + ["--repeat", "9", "--parallel", parallel])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0 == "alice: SUCCESS|CN=alice|TLSv1.3|HTTP/1.1" }.count == 5)
        #expect(lines.filter { $0 == "bob: SUCCESS|CN=bob|TLSv1.3|HTTP/1.1" }.count == 4)
        #expect(lines.count == 9)
        #expect(fixture.nginx.log(atLeast: 9).filter { $0.subject == "CN=bob" }.count == 4)
    }

    @Test("several identities without a number are one request each, in order of completion")
    func each() throws {
        let fixture = try RequestFixture()
        #expect(
            try fixture.run("/", both).output.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
                "alice", "bob",
            ])
    }

    @Test("a failure is a line with its error, whatever its body, and the status is a no")
    func failures() throws {
        let fixture = try RequestFixture()
        let outcome = try fixture.run("/gone", ["--repeat", "2"])
        #expect(outcome.status == 1)
        #expect(outcome.output == String(repeating: "alice: error: localhost answers 404 Not Found\n", count: 2))
        #expect(outcome.errors == "mtls: error: 2 of 2 requests failed: httpStatus 404 (2)\n")
        let lines = try RequestFixture(locations: "location /lines { return 200 \"a\\nb\u{1B}\\n\"; }")
        #expect(try lines.run("/lines", ["--repeat", "1"]).output == "alice: a\\u{a}b\\u{1b}\n")
    }

    @Test("JSON is an array with identity, body and error")
    func json() throws {
        struct Row: Decodable {
            struct Failure: Decodable { let code: String }
            struct Timings: Decodable { let total: Double }
            let ok: Bool
            let identity: String
            let body: String?
            let error: Failure?
            let timings: Timings
        }
        let fixture = try RequestFixture()
        let good = try fixture.run("/", both + ["--json", "--repeat", "4"])
        let rows = try JSONDecoder().decode([Row].self, from: Data(good.output.utf8))
        #expect(rows.map(\.identity) == ["alice", "bob", "alice", "bob"])
        #expect(rows.allSatisfy { $0.ok && $0.timings.total > 0 && $0.body?.contains("CN=\($0.identity)|") == true })
        let bad = try fixture.run("/gone", ["--json", "--repeat", "1"])
        #expect(bad.status == 1 && bad.errors.isEmpty)
        let failed = try JSONDecoder().decode([Row].self, from: Data(bad.output.utf8))
        #expect(failed.first?.error?.code == "httpStatus" && failed.first?.body == "gone\n")
    }

    @Test("files that don't pair up are refused")
    func pairs() throws {
        let fixture = try RequestFixture()
        let identities = ["--identity", "bob.p12", "--identity", "bob.p12"]
        for (options, reason) in [
            (identities + ["--password-file", "bob.txt"], "--identity (3) and --password-file (2) don't pair up"),
            (identities + ["--key", "bob.txt"], "--identity (3) and --key (1) don't pair up"),
            (both + ["-i"], "several identities don't go together with --output and --include"),
        ] {
            let outcome = try fixture.run("/", options)
            #expect(outcome.status == 2 && outcome.errors.contains(reason), "\(outcome)")
        }
        let standardInput = try fixture.program.run(
            ["request", "https://x/", "--identity", "alice.p12", "--identity", "bob.p12", "--password-stdin"])
        #expect(standardInput.status == 2 && standardInput.errors.contains("standard input holds one password"))
    }
}
