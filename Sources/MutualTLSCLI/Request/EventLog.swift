import Foundation
import MutualTLS
import MutualTLSOpenSSL

/// What a session's events say of the request that it sends: for sessions that send one at a time.
final class EventLog: Sendable {
    private struct State {
        var httpVersion = "HTTP/1.1"
        var timings: SessionEvent.Timings?
    }
    private let state = LockedBox(State())
    private let verbose: VerboseLog?

    /// - Parameter verbose: is told of each event, too.
    init(_ verbose: VerboseLog?) { self.verbose = verbose }

    func take(_ event: SessionEvent) {
        state.withLock { state in
            if let handshake = event.handshake {
                state.httpVersion = handshake.applicationProtocol == "h2" ? "HTTP/2" : "HTTP/1.1"
            }
            if let request = event.request { state.timings = request.timings }
        }
        verbose?.take(event)
    }

    /// What the last connection speaks.
    var httpVersion: String { state.withLock { $0.httpVersion } }
    /// Of the last request that ended.
    var timings: SessionEvent.Timings? { state.withLock { $0.timings } }
}
