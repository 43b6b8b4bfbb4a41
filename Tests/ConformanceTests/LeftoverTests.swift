import Foundation
import TestSupport
import Testing

/// In a process of its own, where nobody else opens or closes anything.
@Suite("What faults leave behind", .needs(.nginx, cases: 1))
struct LeftoverTests {
    @Test("after every fault the process has as many descriptors and threads as before", .timeLimit(.minutes(4)))
    func descriptors() async throws {
        await #expect(processExitsWith: .success) {
            let servers = try SharedServers()
            func round() async throws {
                for way in Way.http1 {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for fault in Fault.all where fault.timeout < 5 || fault.timeout == 60 {
                            group.addTask { try await meet(fault, way) }
                        }
                        try await group.waitForAll()
                    }
                }
            }
            @Sendable func meet(_ fault: Fault, _ way: Way) async throws {
                let hostile = try fault.server(servers, way.wire)
                hostile.openGate()
                let client = try way.transport.client(fault.setup(servers, hostile))
                _ = await client.outcome(of: fault.request(to: hostile))
                client.invalidate()
                hostile.stop()
            }
            func threads() -> Int {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
                return names.count {
                    (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "mutual-tls\n"
                }
            }
            // The first round also brings what stays by intention, such as the runtime's own descriptors.
            try await round()
            #expect(await eventually { threads() == 0 })
            let before = OpenSockets.descriptors().count
            try await round()
            #expect(await eventually { threads() == 0 })
            #expect(await eventually { OpenSockets.descriptors().count <= before })
        }
    }
}
