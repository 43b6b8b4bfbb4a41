// Makes 1,000 mutual-TLS handshakes in one process, then cancels 1,000 challenges, then makes and drops 1,000 sessions, and
// fails when the process grows. Server and client share the process, so that a leak of either shows.

import Foundation
import Leaks
import MutualTLS

struct Wrong: Error, CustomStringConvertible { let description: String }

let stage = try Stage()

func loop(_ name: String, _ round: () async throws -> Void) async throws -> Bool {
    try await Loop(name).run { rounds in
        for _ in 0..<rounds { try await round() }
    }
}

let session = try MutualTLSSession(identity: stage.identity, serverTrust: stage.trust)
let handshakes = try await loop("mutual handshakes, a connection each") {
    let (body, _) = try await session.data(from: stage.url)
    guard body == Data("SUCCESS".utf8) else { throw Wrong(description: "the server saw no good identity") }
}

let empty = try MutualTLSSession(serverTrust: stage.trust) { _ in nil }
let cancellations = try await loop("challenges that are cancelled") {
    do {
        _ = try await empty.data(from: stage.url)
        throw Wrong(description: "a request passed without an identity")
    } catch let error as MutualTLSError where error.code == .noIdentity {}
}

let sessions = try await loop("sessions, one handshake each") {
    let session = try MutualTLSSession(identity: stage.identity, serverTrust: stage.trust)
    _ = try await session.data(from: stage.url)
}
stage.stop()
exit(handshakes && cancellations && sessions ? 0 : 1)
