import Foundation
import MutualTLSPKI
import MutualTLSTransport
import TestSupport
import Testing

@Suite("Connections that end, limits that hold", .needs(.nginx, cases: 9))
struct RepetitionTests {
    @Test("a POST is never sent twice by itself; what can be repeated is", arguments: ["POST", "PATCH", "GET", "PUT"])
    func repetition(method: String) async throws {
        let pki = try TestPKI()
        // 444: nginx closes without an answer.
        let nginx = try NginxServer(pki, locations: "location /drop { return 444; }")
        let transport = try Transport(handler: Answers(pki.client()))
        _ = try await transport.perform(.init(url: nginx.url()))
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(
                .init(url: nginx.url("/drop"), method: method, body: method == "GET" ? nil : DataBody(Data("x".utf8))))
        }
        let isIdempotent = ["GET", "PUT"].contains(method)
        // On the kept connection, and where that is harmless once more on a new one.
        let expected = isIdempotent ? 2 : 1
        #expect(nginx.log(atLeast: 1 + expected).filter { $0.path == "/drop" }.count == expected)
        if !isIdempotent {
            #expect(error?.code == .connectionLost)
            #expect(error?.reason.contains("not sent again") == true)
        }
    }

    @Test("HTTP/2 connections that take few requests are replaced without a loss")
    func goAway() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(
            pki, http2: true, locations: "location /few { keepalive_requests 10; return 200 few; }")
        let transport = try Transport(handler: Answers(pki.client()))
        let failures = await withTaskGroup(of: String?.self) { group in
            for index in 0..<200 {
                group.addTask {
                    do {
                        let response = try await transport.perform(.init(url: nginx.url("/few/\(index)")))
                        return response.status == 200 ? nil : "\(response.status)"
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: [String]()) { if let text = $1 { $0.append(text) } }
        }
        #expect(failures.isEmpty, "\(failures.prefix(3))")
    }

    @Test("silence after the handshake ends at the request's limit, not at the challenge's", .timeLimit(.minutes(1)))
    func silenceAfterHandshake() async throws {
        let pki = try TestPKI()
        let silent = try FaultTests.RudeServer("held.append(c)")
        let nginx = try NginxServer(
            pki, locations: "location /silent { proxy_pass http://127.0.0.1:\(silent.url.port ?? 0); }")
        var configuration = Transport.Configuration()
        configuration.challengeTimeout = .seconds(300)
        let transport = try Transport(handler: Answers(pki.client()), configuration: configuration)
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(.init(url: nginx.url("/silent"), timeout: 0.5))
        }
        #expect(error?.code == .timedOut)
    }

    @Test("a response over the limit is an error, and the memory stays free")
    func tooLarge() async throws {
        let pki = try TestPKI()
        let folder = try TemporaryFolder()
        try folder.write(Data(count: 2_000_000), "large")
        let nginx = try NginxServer(pki, locations: "location /large { root \(folder.path("")); }")
        let transport = try Transport(handler: Answers(pki.client()))
        let error = await #expect(throws: TransportError.self) {
            try await transport.perform(.init(url: nginx.url("/large")), maximumSize: 1_000_000)
        }
        #expect(error?.code == .responseTooLarge)
        #expect(try await transport.perform(.init(url: nginx.url())).status == 200)
    }

    @Test("a name and a password in the URL are not sent unasked")
    func userInformation() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki, locations: "location /echo { return 200 \"<$http_authorization>\"; }")
        let transport = try Transport(handler: Answers(pki.client()))
        let url = try #require(URL(string: "https://user:secret@localhost:\(nginx.port)/echo"))
        #expect(String(decoding: try await transport.perform(.init(url: url)).body, as: UTF8.self) == "<>")
    }

    @Test("HEAD has no body, whatever was given", .timeLimit(.minutes(1)))
    func head() async throws {
        let pki = try TestPKI()
        let nginx = try NginxServer(pki)
        let transport = try Transport(handler: Answers(pki.client()))
        let response = try await transport.perform(
            .init(url: nginx.url(), method: "HEAD", body: DataBody(Data("x".utf8))))
        #expect(response.status == 200 && response.body.isEmpty)
    }
}
