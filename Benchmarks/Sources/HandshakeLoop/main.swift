// Makes 1,000 mutual-TLS handshakes in one process, then cancels 1,000 challenges, then makes and drops 1,000 sessions, and
// fails when the process grows. Server and client share the process, so that a leak of either shows.

import Foundation
import MutualTLS

/// Rounds until everything that is made once has been made: caches, arenas, threads.
let warmUp = 200
/// Allowed growth behind the warm-up, in KiB. A leak of 2 KiB a round would be 1,600.
let bound = 1_024

struct Wrong: Error, CustomStringConvertible { let description: String }

/// Plays a mode's rounds, and prints the footprint after each hundred.
/// - Returns: whether the process stayed as it was after the warm-up.
func loop(_ name: String, _ stage: Stage, rounds: Int = 1_000, _ round: () async throws -> Void) async throws -> Bool {
    print("\(rounds) \(name)")
    let seen = stage.connections
    let start = Date()
    var base = try Footprint()
    var last = base
    for number in 1...rounds {
        try await round()
        guard number % 100 == 0 else { continue }
        last = try Footprint()
        if number == warmUp { base = last }
        print("  \(number): \(last)")
    }
    let duration = Date().timeIntervalSince(start)
    let growth = last.memory - base.memory
    let isFlat = growth <= bound && last.descriptors <= base.descriptors + 20 && last.threads <= base.threads + 10
    print(
        "  \(stage.connections - seen) connections in \(String(format: "%.1f", duration)) s; "
            + "after round \(warmUp): \(growth) KiB more (bound: \(bound)), "
            + "\(last.descriptors - base.descriptors) descriptors, \(last.threads - base.threads) threads: "
            + (isFlat ? "flat" : "GROWS"))
    return isFlat
}

let stage = try Stage()
let session = try MutualTLSSession(identity: stage.identity, serverTrust: stage.trust)
let handshakes = try await loop("mutual handshakes, a connection each", stage) {
    let (body, _) = try await session.data(from: stage.url)
    guard body == Data("SUCCESS".utf8) else { throw Wrong(description: "the server saw no good identity") }
}

let empty = try MutualTLSSession(serverTrust: stage.trust) { _ in nil }
let cancellations = try await loop("challenges that are cancelled", stage) {
    do {
        _ = try await empty.data(from: stage.url)
        throw Wrong(description: "a request passed without an identity")
    } catch let error as MutualTLSError where error.code == .noIdentity {}
}

let sessions = try await loop("sessions, one handshake each", stage) {
    let session = try MutualTLSSession(identity: stage.identity, serverTrust: stage.trust)
    _ = try await session.data(from: stage.url)
}
stage.stop()
exit(handshakes && cancellations && sessions ? 0 : 1)
