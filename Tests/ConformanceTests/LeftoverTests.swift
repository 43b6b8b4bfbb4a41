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
                        for fault in Fault.all where fault.timeout != 3 {
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
            /// The number of descriptors once the servers' threads have closed theirs: when it has not changed for a second.
            func descriptors() async -> Int {
                var (count, since) = (0, 0)
                while since < 100 {
                    let now = OpenSockets.descriptors().count
                    since = now == count ? since + 1 : 0
                    count = now
                    try? await Task.sleep(nanoseconds: 10_000_000)
                }
                return count
            }
            // The first round also brings what stays by intention, such as the runtime's own descriptors.
            try await round()
            #expect(await eventually { threads() == 0 })
            let before = await descriptors()
            try await round()
            #expect(await eventually { threads() == 0 })
            #expect(await descriptors() <= before)
        }
    }
}
