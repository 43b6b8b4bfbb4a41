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
            let hostile = try fault.server(servers, way.wire)
            weak var released: Token?
            do {
                let token = Token()
                released = token
                let client = try way.transport.client(fault.setup(servers, hostile, token))
                // Where time is the fault, the test must not take any of it.
                if fault.isTimed { hostile.openGate() }
                async let outcome = client.outcome(of: fault.request(to: hostile))
                let waiting = await hostile.connections { $0.first?.reachedGate == true }
                #expect(waiting.count == 1)
                #expect(fault.isTimed || OpenSockets.connected(to: hostile.port) == 1)
                #expect(try await client.get(healthy).text == "GET||SUCCESS|CN=alice")
                hostile.openGate()
                fault.expect(await outcome)
                // The session is none the worse.
                #expect(try await client.get(healthy).text == "GET||SUCCESS|CN=alice")
                client.invalidate()
            }
            #expect(await eventually { OpenSockets.connected(to: hostile.port) == 0 }, "a connection is still open")
            #expect(hostile.connections.count == 1, "it was tried again")
            #expect(await eventually { released == nil }, "something still holds the session's parts")
        }

        @Test(
            "all faults at once on one session: each request has its own end, and healthy ones theirs",
            .timeLimit(.minutes(2)), arguments: Way.http1)
        func together(way: Way) async throws {
            let servers = try SharedServers.current
            let healthy = try servers.url("/echo", over: way.wire)
            let client = try servers.client(way.transport)
            // A limit that others' load must not reach, so without those whose fault is the time.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for fault in Fault.all where !fault.isTimed {
                    group.addTask {
                        let hostile = try fault.server(servers, way.wire)
                        hostile.openGate()
                        fault.expect(await client.outcome(of: fault.request(to: hostile)))
                    }
                }
                for _ in 0..<100 {
                    group.addTask {
                        let outcome = await client.outcome(of: URLRequest(url: healthy))
                        #expect(outcome == .answer(200, "GET||SUCCESS|CN=alice"))
                    }
                }
                try await group.waitForAll()
            }
        }

        @Test(
            "requests to a server that never answers wait at the same time, not one after the other",
            .timeLimit(.minutes(1)), arguments: Way.http1)
        func line(way: Way) async throws {
            let servers = try SharedServers.current
            let hostile = try HostileServer([.silence], tls: .init(servers.pki, version: way.wire.tls))
            let client = try servers.client(way.transport)
            let request = URLRequest(url: hostile.url(), timeoutInterval: 2)
            // Less than they would take one after the other.
            let watchdog = Task {
                try await Task.sleep(nanoseconds: 8_000_000_000)
                client.invalidate()
            }
            let outcomes = await withTaskGroup(of: Outcome.self) { group in
                for _ in 0..<5 { group.addTask { await client.outcome(of: request) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            watchdog.cancel()
            #expect(outcomes == Array(repeating: .failure(.timedOut), count: 5))
        }
    }
}
