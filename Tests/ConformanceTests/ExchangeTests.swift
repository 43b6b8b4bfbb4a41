import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Requests and responses")
    struct ExchangeTests {
        /// A request, and the response to it.
        struct Row: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var path: String
            var method = "GET"
            var headers: [String: String] = [:]
            var status = 200
            /// nil: not looked at.
            var text: String?
            var answer: [String: String] = [:]
        }

        static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "PURGE"].map { method in
            Row(
                testDescription: "the method \(method)", path: "/echo", method: method,
                text: "\(method)|\(["POST", "PUT", "PATCH"].contains(method) ? "0" : "")|SUCCESS|CN=alice")
        }

        static let statuses = [200, 201, 204, 205, 400, 401, 403, 404, 410, 429, 500, 503].map { status in
            Row(
                testDescription: "the status \(status)", path: "/status/\(status)", status: status,
                text: [200, 201, 204, 205].contains(status) ? "" : nil)
        }

        static let longTag = String(repeating: "tag ", count: 1_500) + "."

        static let others = [
            Row(
                testDescription: "HEAD has the headers of GET and no body", path: "/files/1048576", method: "HEAD",
                text: "", answer: ["Content-Length": "1048576"]),
            Row(
                testDescription: "HEAD of a missing file", path: "/files/none", method: "HEAD", status: 404, text: ""),
            Row(
                testDescription: "not modified is passed on", path: "/files/1", headers: ["If-None-Match": "*"],
                status: 304, text: ""),
            Row(
                testDescription: "a range is passed on", path: "/files/1048576", headers: ["Range": "bytes=0-0"],
                status: 206, text: "\0", answer: ["Content-Range": "bytes 0-0/1048576"]),
            Row(
                testDescription: "repeated header fields are joined", path: "/headers",
                answer: ["X-Twice": "one, two", "x-twice": "one, two"]),
            Row(
                testDescription: "a header field of 8 KiB comes whole", path: "/headers",
                answer: ["X-Long": String(repeating: "0123456789abcdef", count: 512)]),
            Row(
                testDescription: "letters beyond ASCII in a header field", path: "/headers",
                answer: ["X-Utf8": "naïve"]),
            Row(
                testDescription: "a header field of 6 KB goes out whole", path: "/long", headers: ["X-Long": longTag],
                text: longTag),
            Row(
                testDescription: "a path and a query go out as they are written",
                path: "/echo/a%2Fb/../%7Ec;d?x=%20+&y=%C3%A9", text: "GET||SUCCESS|CN=alice"),
            Row(testDescription: "gzip is undone", path: "/coded/gzip", text: ServedContent.text),
            Row(testDescription: "brotli is undone", path: "/coded/br", text: ServedContent.shortText),
            Row(testDescription: "zstd is undone", path: "/coded/zstd", text: ServedContent.shortText),
            Row(
                testDescription: "a redirect without a place to go is an answer", path: "/redirect/nowhere",
                status: 302),
        ]

        @Test("a request goes out as it was made, and the response is the server's", arguments: Way.all)
        func exchange(way: Way) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            for row in Self.methods + Self.statuses + Self.others {
                var request = URLRequest(url: try servers.url(row.path, over: way.wire))
                request.httpMethod = row.method
                request.allHTTPHeaderFields = row.headers
                let answer = try await client.send(request)
                let what = Comment(rawValue: row.testDescription)
                #expect(answer.status == row.status, what)
                #expect(row.text == nil || answer.text == row.text, what)
                for (name, value) in row.answer { #expect(answer.header(name) == value, what) }
            }
        }

        @Test(
            "a body arrives byte for byte, from memory and from a stream", arguments: Way.all,
            [0, 1, 1 << 20, 20 << 20])
        func upload(way: Way, size: Int) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            let body = ServedContent.pattern(size)
            for (method, isStream) in [("POST", false), ("PUT", false), ("POST", true)] {
                var request = URLRequest(url: try servers.url("/mirror", over: way.wire))
                request.httpMethod = method
                request.setValue("image/x-pattern", forHTTPHeaderField: "Content-Type")
                if isStream { request.httpBodyStream = InputStream(data: body) } else { request.httpBody = body }
                let answer = try await client.send(request)
                #expect(answer.text == "\(method)|\(size)|image/x-pattern")
                if size == 0 { continue }
                let stored = URL(fileURLWithPath: try #require(answer.header("X-Stored")))
                #expect(try Data(contentsOf: stored) == body)
                try FileManager.default.removeItem(at: stored)
            }
        }

        @Test("a response's body arrives byte for byte", arguments: Way.all, [0, 1, 1 << 20, 20 << 20])
        func download(way: Way, size: Int) async throws {
            let servers = try SharedServers.current
            let answer = try await servers.client(way.transport).get(servers.url("/files/\(size)", over: way.wire))
            #expect(answer.status == 200)
            #expect(answer.header("Content-Length") == "\(size)")
            #expect(answer.body == ServedContent.pattern(size))
        }

        @Test("the server sees the certificate, with its intermediate, over what it chose to speak", arguments: Way.all)
        func clientCertificate(way: Way) async throws {
            let servers = try SharedServers.current
            // nginx verifies against the root alone: without the intermediate it would not succeed.
            let answer = try await servers.client(way.transport).get(servers.url("/", over: way.wire))
            #expect(answer.text == "SUCCESS|CN=alice|\(way.wire.tlsName)|\(way.wire.httpName)")
        }

        @Test("what the server asks is asked once a connection", arguments: Way.all)
        func challenges(way: Way) async throws {
            let servers = try SharedServers.current
            let asked = Recorder<String>()
            let client = try way.transport.client(
                ClientSetup(
                    identity: servers.identity, trust: servers.trust,
                    whenAsked: { asked.append($0.protectionSpace.authenticationMethod) }))
            for _ in 0..<5 { _ = try await client.get(servers.url("/echo", over: way.wire)) }
            #expect(asked.values == [NSURLAuthenticationMethodClientCertificate])
        }
    }
}
