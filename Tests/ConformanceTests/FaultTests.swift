import Foundation
import MutualTLS
import PortableSecurity
import TestSupport
import Testing

extension Conformance {
    @Suite("Injected faults")
    struct FaultTests {
        @Test(
            "a fault ends as it should in bounded time; others go on meanwhile; nothing stays behind",
            .timeLimit(.minutes(2)), arguments: Way.http1, Fault.all)
        func fault(way: Way, fault: Fault) async throws {
            let servers = try SharedServers.current
            let healthy = try servers.url("/echo", over: way.wire)
            let hostile = try HostileServer(
                fault.script,
                tls: .init(servers.pki, clients: fault.asksForCertificate ? .require : .none, version: way.wire.tls))
            weak var released: Token?
            do {
                let token = Token()
                released = token
                let client = try way.transport.client(fault.setup(servers, hostile, token))
                let request = fault.request(to: hostile)
                async let outcome = client.outcome(of: request)
                let waiting = await hostile.connections { $0.first?.reachedGate == true }
                #expect(waiting.count == 1)
                #expect(try await client.get(healthy).text == "GET||SUCCESS|CN=alice")
                hostile.openGate()
                let ended = await outcome
                withKnownIssue("\(fault.gap ?? "")") {
                    #expect(ended == fault.outcome)
                } when: {
                    fault.gap != nil
                }
                // The session is none the worse.
                #expect(try await client.get(healthy).text == "GET||SUCCESS|CN=alice")
                client.invalidate()
            }
            let port = hostile.port
            #expect(await eventually { OpenSockets.connected(to: port) == 0 }, "a connection is still open")
            #expect(await eventually { released == nil }, "something still holds the session's parts")
        }
    }
}

/// What a client holds, to see whether it lets go.
final class Token: Sendable {}

extension Fault {
    fileprivate func setup(_ servers: SharedServers, _ hostile: HostileServer, _ token: Token) -> ClientSetup {
        let answers = isChallengeAnswered
        let port = hostile.port
        return ClientSetup(
            identity: servers.identity, trust: servers.trust, challengeTimeout: answers ? 60 : 1,
            whenAsked: { challenge in
                _ = token
                if !answers, challenge.protectionSpace.port == port {
                    try? await Task.sleep(nanoseconds: 600_000_000_000)
                }
            })
    }

    fileprivate func request(to hostile: HostileServer) -> URLRequest {
        var request = URLRequest(url: hostile.url(), timeoutInterval: timeout)
        if let upload {
            request.httpMethod = "PUT"
            request.httpBody = Data(count: upload)
        }
        return request
    }
}

/// Waits up to ten seconds for what comes about by itself.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
    for _ in 0..<1_000 {
        if try condition() { return true }
        try? await Task.sleep(nanoseconds: 10_000_000)
    }
    return try condition()
}
