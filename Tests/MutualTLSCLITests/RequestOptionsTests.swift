import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

@testable import MutualTLSCLI

@Suite("The options of mtls request")
struct RequestOptionsTests {
    private func options(_ words: [String]) throws -> RequestOptions {
        try RequestOptions(Arguments(["https://x/up/"] + words, Subcommand.request.options))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var words: [String]
        var method: String
        var type: String?
        var body: String?
        var testDescription: String { words.joined(separator: " ") }
    }

    @Test(
        "the method, the type and the body are as curl has them",
        arguments: [
            Row(words: [], method: "GET"),
            Row(words: ["-X", "DELETE"], method: "DELETE"),
            Row(words: ["-XPOST"], method: "POST"),
            Row(words: ["-d", "a=b"], method: "POST", type: "application/x-www-form-urlencoded", body: "a=b"),
            Row(words: ["-d", ""], method: "POST", type: "application/x-www-form-urlencoded", body: ""),
            Row(words: ["-da", "-X", "PUT"], method: "PUT", type: "application/x-www-form-urlencoded", body: "a"),
            Row(
                words: ["-d", "{}", "-H", "content-type: application/json"], method: "POST", type: "application/json",
                body: "{}"),
            Row(words: ["-d", "a", "-X", "GET"], method: "GET", type: "application/x-www-form-urlencoded", body: "a"),
        ])
    func message(_ row: Row) throws {
        let options = try options(row.words)
        #expect(options.request.httpMethod == row.method)
        #expect(options.request.value(forHTTPHeaderField: "Content-Type") == row.type)
        var body: String?
        if case .data(let data) = options.body { body = String(decoding: data, as: UTF8.self) }
        #expect(body == row.body)
    }

    @Test("a file is sent from where it is, line ends included, and gives a URL that ends with / its name")
    func file() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Data("1\r\n2\n".utf8), "a b.txt").path
        let put = try options(["-T", path])
        #expect(put.request.httpMethod == "PUT")
        #expect(put.url.absoluteString == "https://x/up/a%20b.txt" && put.request.url == put.url)
        guard case .file(let url) = put.body else {
            Issue.record("the file is read already")
            return
        }
        #expect(url.path == path)
        guard case .data(let data) = try put.body.inMemory() else {
            Issue.record("the file is not read")
            return
        }
        #expect(data == Data("1\r\n2\n".utf8))
        let named = try RequestOptions(Arguments(["https://x/name", "-T", path], Subcommand.request.options))
        #expect(named.url.absoluteString == "https://x/name")
    }

    @Test("header fields come from the command line and from files, in their order")
    func headers() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Data("# a comment\nX-B: 2\r\n\nX-C;\n".utf8), "fields").path
        let fields = try HeaderLines.fields(["X-A:  1:1 ", "@\(path)", "X-A: 3"])
        #expect(fields.map { "\($0.name)=\($0.value)" } == ["X-A=1:1 ", "X-B=2", "X-C=", "X-A=3"])
        #expect(try options(["-H", "X-A: 1", "-HX-A: 2"]).request.value(forHTTPHeaderField: "X-A") == "1,2")
    }

    @Test(
        "a header field that is none is refused, and its value is not repeated",
        arguments: [
            "sesame", "A: sesame\r\nB: c", "A: sesame\nB: c", "A: sesame\0", "A B: sesame", ": sesame", "A:",
            "A;sesame",
            "Ä: sesame",
        ])
    func badHeader(_ line: String) throws {
        let error = #expect(throws: CommandError.self) { try HeaderLines.fields([line]) }
        #expect(error?.code == .usage && error?.reason.contains("sesame") == false)
    }

    @Test(
        "what doesn't go together is refused",
        arguments: [
            ["--http1.1", "--http2"], ["-d", "a", "-T", "b"], ["--json", "-i"],
            ["--repeat", "2", "-o", "f"],
            ["-C"], ["-C", "-o", "-"], ["--parallel", "2"], ["--noproxy", "x"], ["-d", "@-", "--password-stdin"],
            ["--timeout", "0"], ["--timeout", "soon"], ["--retry", "-1"], ["--repeat", "0"], ["-X", "A B"], ["-X", ""],
        ])
    func conflict(_ words: [String]) throws {
        #expect(throws: CommandError(.usage, "")) { try options(words) }
    }

    @Test(
        "an address for a name is read as curl does",
        arguments: [
            ("a:443:192.0.2.1", "192.0.2.1"), ("a:443:[::1]", "[::1]"), ("a:443:::1", "[::1]"), ("a:0:192.0.2.1", nil),
            ("a:443", nil), ("a:443:b", nil), (":443:192.0.2.1", nil), ("a:x:192.0.2.1", nil), ("", nil),
        ] as [(String, String?)])
    func addresses(_ text: String, _ address: String?) throws {
        if let address {
            let fixed = try SessionOptions.address(text)
            #expect(fixed.host == "a" && fixed.port == 443 && fixed.address == address)
        } else {
            #expect(throws: CommandError(.usage, "")) { try SessionOptions.address(text) }
        }
    }

    @Test(
        "what says nothing about a connection is refused",
        arguments: [
            ["--tls-min", "1.1"], ["--pin", "sha256//AAAA"], ["--pin", "x"], ["--pin", ""],
            ["--proxy", "http://user:sesame@proxy:3128"],
        ])
    func connections(_ words: [String]) throws {
        let error = #expect(throws: CommandError.self) {
            try SessionOptions(Arguments(words, Subcommand.request.options))
        }
        #expect(error?.code == .usage && error?.reason.contains("sesame") == false)
    }

    @Test("a folder can't be written, a device is written to, and a link keeps leading to its file")
    func places() throws {
        let folder = try TemporaryFolder()
        try folder.write(Data(), "file")
        #expect(symlink(folder.path("file"), folder.path("link")) == 0)
        #expect(throws: CommandError(.unwritableFile, "")) { try ResponsePlace(folder.path("")) }
        guard case .device = try ResponsePlace("/dev/null"), case .standardOutput = try ResponsePlace("-"),
            case .file(let path) = try ResponsePlace(folder.path("link"))
        else {
            Issue.record("not what it should be")
            return
        }
        #expect((path as NSString).lastPathComponent == "file")
    }
}
