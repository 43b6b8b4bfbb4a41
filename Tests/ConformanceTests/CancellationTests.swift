import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Requests that nobody wants any more, and many that somebody does")
    struct CancellationTests {
        /// Where a request is when it is cancelled.
        struct Stage: Sendable, CustomTestStringConvertible {
            var testDescription: String
            /// With a gate where the stage is reached.
            var script: [HostileServer.Step]
            var upload = false
            var isChallengeAnswered = true
        }

        static let stages = [
            Stage(testDescription: "before the handshake", script: [.gate, .silence]),
            Stage(
                testDescription: "within the handshake",
                script: [.beginHandshake(sending: 40), .gate, .silence]),
            Stage(testDescription: "at the challenge", script: [.gate, .handshake], isChallengeAnswered: false),
            Stage(testDescription: "before the response", script: [.handshake, .request, .gate, .silence]),
            Stage(
                testDescription: "within the response's head",
                script: [.handshake, .request, .send("HTTP/1.1 200 OK\r\n"), .gate, .silence]),
            Stage(
                testDescription: "within the body",
                script: [
                    .handshake, .request, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok"), .gate, .silence,
                ]),
            Stage(testDescription: "within the upload", script: [.handshake, .gate, .deafness], upload: true),
        ]

        @Test(
            "a cancelled request ends as that and frees its connection, and an invalidated session's requests do",
            .timeLimit(.minutes(1)), arguments: Way.http1, stages)
        func cancellation(way: Way, stage: Stage) async throws {
            let servers = try SharedServers.current
            for invalidates in [false, true] {
                let hostile = try HostileServer(stage.script, tls: .init(servers.pki, version: way.wire.tls))
                let port = hostile.port
                let asked = Recorder<Int>()
                let client = try way.transport.client(
                    ClientSetup(
                        identity: servers.identity, trust: servers.trust,
                        whenAsked: { challenge in
                            guard !stage.isChallengeAnswered, challenge.protectionSpace.port == port else { return }
                            asked.append(1)
                            try? await Task.sleep(nanoseconds: 600_000_000_000)
                        }))
                var request = URLRequest(url: hostile.url())
                if stage.upload {
                    request.httpMethod = "PUT"
                    request.httpBody = Data(count: 20 << 20)
                }
                let task = Task { [request] in await client.outcome(of: request) }
                _ = await hostile.connections { $0.first?.reachedGate == true }
                hostile.openGate()
                if !stage.isChallengeAnswered { #expect(await eventually { asked.values.count == 1 }) }
                #expect(OpenSockets.connected(to: port) == 1)
                invalidates ? client.invalidate() : task.cancel()
                #expect(await task.value == .failure(.cancelled))
                #expect(await eventually { OpenSockets.connected(to: port) == 0 })
                if stage.upload { hostile.stop() }
                let endings = await hostile.endedConnections().map(\.ending)
                #expect(endings.count == 1 && endings != [.byScript])
                if !invalidates {
                    let text = try await client.get(servers.url("/echo", over: way.wire)).text
                    #expect(text == "GET||SUCCESS|CN=alice")
                }
            }
        }

        @Test("each of 500 requests at once gets its own answer", .timeLimit(.minutes(1)), arguments: Way.all)
        func many(way: Way) async throws {
            let servers = try SharedServers.current
            let client = try servers.client(way.transport)
            let numbers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
                for number in 0..<500 {
                    let url = try servers.url("/number/\(number)", over: way.wire)
                    group.addTask { (number, try await client.get(url).text) }
                }
                return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
            }
            #expect(numbers.count == 500)
            #expect(numbers.allSatisfy { $1 == "/number/\($0)" })
        }
    }
}
