import Foundation
import TestSupport
import Testing

@Suite("mtls request: what is sent", .needs(.nginx, cases: 25))
struct RequestMessageTests {
    @Test(
        "the server gets what the options say",
        arguments: [
            ([], "GET|||"), (["-X", "DELETE"], "DELETE|||"),
            (["-XPATCH", "-d", "ab"], "PATCH|application/x-www-form-urlencoded||2"),
            (["-d", "a=b"], "POST|application/x-www-form-urlencoded||3"),
            (["-d", "@alice.txt", "-H", "Content-Type: text/plain"], "POST|text/plain||6"),
            (["-d", "@-"], "POST|application/x-www-form-urlencoded||5"), (["-T", "-"], "PUT|||5"),
            (["-d", "@/dev/stdin", "-X", "GET"], "GET|application/x-www-form-urlencoded||5"),
            (["-H", "X-A: 1", "-H", "X-A: 2"], "GET||1,2|"), (["-H", "@fields"], "GET||secret|"),
            (["-H", "X-A;"], "GET|||"),
        ])
    func message(_ options: [String], _ seen: String) throws {
        let fixture = try RequestFixture(files: ["fields": Data("X-A: secret\n".utf8)])
        let outcome = try fixture.run("/echo", options, input: "a\r\nb\n")
        #expect(outcome.status == 0 && outcome.output == seen && outcome.errors.isEmpty, "\(outcome)")
    }

    @Test("an uploaded file arrives byte for byte, under its name where the URL ends with /")
    func upload() throws {
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) })
        let fixture = try RequestFixture(locations: "client_max_body_size 1m;", files: ["here.bin": bytes])
        #expect(mkdir(fixture.program.folder.path("there"), 0o700) == 0)
        let outcome = try fixture.run("/put/there/", ["-T", "here.bin"])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(fixture.contents("there/here.bin") == bytes)
        // No progress in a pipe.
        #expect(outcome.errors.isEmpty)
    }

    @Test("the head stands in front of the body, with what controls a terminal written out")
    func head() throws {
        let fixture = try RequestFixture(
            http2: true, locations: "location /odd { add_header X-Odd \"a\u{1B}[31m\" always; return 200 body; }")
        let outcome = try fixture.run("/odd", ["-i", "--http1.1"])
        #expect(outcome.output.hasPrefix("HTTP/1.1 200\nConnection: keep-alive\nContent-Length: 4\n"))
        #expect(outcome.output.hasSuffix("\nX-Odd: a\\u{1b}[31m\n\nbody"))
        #expect(try fixture.run("/echo", ["-i"]).output.hasPrefix("HTTP/2 200\n"))
        #expect(try fixture.run("/odd", ["-i", "-X", "HEAD", "--http1.1"]).output.hasSuffix("\\u{1b}[31m\n\n"))
    }

    @Test("HTTP/1.1 and TLS 1.3 are kept to where they are wanted")
    func versions() throws {
        let fixture = try RequestFixture(protocols: "TLSv1.2", http2: true)
        #expect(try fixture.run("/").output == "SUCCESS|CN=alice|TLSv1.2|HTTP/2.0")
        #expect(try fixture.run("/", ["--http1.1"]).output == "SUCCESS|CN=alice|TLSv1.2|HTTP/1.1")
        let refused = try fixture.run("/", ["--tls-min", "1.3"])
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("alert protocol_version (70)"))
    }

    @Test("a name goes to the address that is given, and must still be in the certificate")
    func resolve() throws {
        let fixture = try RequestFixture()
        let port = fixture.nginx.port
        let rest = Array(fixture.words("/echo").dropFirst(2))
        let other = try fixture.program.run(
            ["request", "https://other.example:\(port)/echo", "--resolve", "other.example:\(port):127.0.0.1"] + rest)
        #expect(other.status == 1 && other.errors.contains("other.example is not trusted"), "\(other)")
        let elsewhere = try fixture.run("/echo", ["--resolve", "localhost:\(port):127.0.0.9"])
        #expect(elsewhere.status == 1 && elsewhere.errors.contains("can't connect to localhost"), "\(elsewhere)")
    }

    @Test("a server with another key than the pinned one gets nothing, and verbose tells the key that it has")
    func pin() throws {
        let fixture = try RequestFixture()
        let told = try fixture.run("/echo", ["-v"]).errors
        let start = try #require(told.range(of: "sha256//"))
        let pin = String(told[start.lowerBound...].prefix { !$0.isNewline })
        #expect(try fixture.run("/echo", ["--pin", pin]).status == 0)
        let count = fixture.nginx.log(atLeast: 2).count
        let other = "sha256//" + Data(repeating: 7, count: 32).base64EncodedString()
        #expect(try fixture.run("/echo", ["--pin", "\(other);\(pin)"]).status == 0)
        let refused = try fixture.run("/echo", ["--pin", other])
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("its public key is \(pin), and not a pinned one"))
        #expect(fixture.nginx.log(atLeast: count + 1).count == count + 1)
    }

    @Test("the proxy is the one that is named, or none at all")
    func proxy() throws {
        let fixture = try RequestFixture()
        let dead = "http://127.0.0.1:\(try FreePort.next())"
        let named = try fixture.run("/echo", ["--proxy", dead])
        #expect(named.status == 1 && named.errors.contains("through the proxy"), "\(named)")
        #expect(try fixture.run("/echo", environment: ["https_proxy": dead]).status == 1)
        #expect(try fixture.run("/echo", ["--noproxy", "*"], environment: ["https_proxy": dead]).status == 0)
        #expect(try fixture.run("/echo", ["-x", dead, "--noproxy", "example.com, localhost"]).status == 0)
        #expect(try fixture.run("/echo", ["-x", ""], environment: ["https_proxy": dead]).status == 0)
    }
}
